// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/shared_tables.hpp>

#include <cstddef>
#include <cstring>
#include <string>

#include <siderum/core/error.hpp>

namespace siderum::engine {

namespace {

using Bytes = HarmonicShare::Bytes;

/// Numbers that lie in a row of a table at equal steps.
struct Stretch {
  std::int64_t first;
  std::int64_t stride;
  std::int64_t count;
};

std::vector<Stretch> stretches_of_rings(RingGrid const& grid,
                                        std::vector<std::int64_t> const& rings) {
  std::vector<Stretch> stretches;
  for (std::int64_t const i : rings) {
    Ring const& ring = grid.rings()[static_cast<std::size_t>(i)];
    stretches.push_back({ring.first, ring.stride, ring.nphi});
  }
  return stretches;
}

std::vector<Stretch> stretches_of_orders(HarmonicRange range,
                                         std::vector<std::int64_t> const& orders) {
  std::vector<Stretch> stretches;
  for (std::int64_t const m : orders) {
    stretches.push_back({range.index(m, m), 1, range.lmax - m + 1});
  }
  return stretches;
}

std::int64_t count_of(std::vector<Stretch> const& stretches) {
  std::int64_t count = 0;
  for (Stretch const& stretch : stretches) {
    count += stretch.count;
  }
  return count;
}

/// Calls visit(place in the table, place in the part) for each number of a part of a table.
template <class Visit>
void for_each_number(std::vector<Stretch> const& stretches, std::int64_t rows, std::int64_t length,
                     Visit const& visit) {
  std::size_t at = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    for (Stretch const& stretch : stretches) {
      std::int64_t const first = row * length + stretch.first;
      for (std::int64_t j = 0; j < stretch.count; ++j) {
        visit(static_cast<std::size_t>(first + j * stretch.stride), at++);
      }
    }
  }
}

template <class Value>
void take(std::vector<Stretch> const& stretches, std::int64_t rows, std::int64_t length,
          std::span<Value const> table, Value* part) {
  for_each_number(stretches, rows, length,
                  [&](std::size_t from, std::size_t to) { part[to] = table[from]; });
}

template <class Value>
void put(std::vector<Stretch> const& stretches, std::int64_t rows, std::int64_t length,
         Value const* part, std::span<Value> table) {
  for_each_number(stretches, rows, length,
                  [&](std::size_t to, std::size_t from) { table[to] = part[from]; });
}

/// Rows that a process has of a table whose rows have `length` numbers.
struct Layout {
  std::vector<std::vector<Stretch>> parts;  ///< of each process
  std::int64_t rows;
  std::int64_t length;

  std::size_t count(std::size_t rank) const {
    return static_cast<std::size_t>(rows * count_of(parts[rank]));
  }
};

Layout layout_of_map(RingGrid const& grid, HarmonicParts const& parts, std::int64_t rows) {
  Layout layout{{}, rows, grid.pixels()};
  for (std::vector<std::int64_t> const& rings : parts.rings) {
    layout.parts.push_back(stretches_of_rings(grid, rings));
  }
  return layout;
}

Layout layout_of_coefficients(HarmonicRange range, HarmonicParts const& parts, std::int64_t rows) {
  Layout layout{{}, rows, range.count()};
  for (std::vector<std::int64_t> const& orders : parts.orders) {
    layout.parts.push_back(stretches_of_orders(range, orders));
  }
  return layout;
}

/// From the table of rank 0 its part to each process. Throws Error where that has another size.
template <class Value>
std::vector<Value> deal(HarmonicShare const& share, Layout const& layout, std::string const& kind,
                        std::span<Value const> table) {
  auto const own = static_cast<std::size_t>(share.rank);
  std::int64_t const room = layout.rows * layout.length;
  SIDERUM_VALIDATE(own != 0 || std::ssize(table) == room,
                   "There are " + std::to_string(table.size()) + " " + kind +
                       " (there is room for " + std::to_string(room) + "). Give as many.");
  std::vector<Value> part(layout.count(own));
  std::vector<Bytes> messages(layout.parts.size());
  for (std::size_t rank = 1; own == 0 && rank < messages.size(); ++rank) {
    messages[rank].resize(layout.count(rank) * sizeof(Value));
    take(layout.parts[rank], layout.rows, layout.length, table,
         reinterpret_cast<Value*>(messages[rank].data()));
  }
  Bytes const received = share.exchange(messages).front();
  if (own == 0) {
    take(layout.parts[own], layout.rows, layout.length, table, part.data());
  } else if (!received.empty()) {
    std::memcpy(static_cast<void*>(part.data()), received.data(), received.size());
  }
  return part;
}

/// From all processes their parts, into the table of rank 0.
/// @param part  of this process
template <class Value>
void gather(HarmonicShare const& share, Layout const& layout, std::span<Value const> part,
            std::span<Value> table) {
  std::vector<Bytes> messages(layout.parts.size());
  if (share.rank != 0) {
    auto const bytes = std::as_bytes(part);
    messages.front().assign(bytes.begin(), bytes.end());
  }
  std::vector<Bytes> const received = share.exchange(messages);
  if (share.rank != 0) {
    return;
  }
  put(layout.parts[0], layout.rows, layout.length, part.data(), table);
  for (std::size_t rank = 1; rank < received.size(); ++rank) {
    put(layout.parts[rank], layout.rows, layout.length,
        reinterpret_cast<Value const*>(received[rank].data()), table);
  }
}

}  // namespace

std::vector<double> SharedTables::deal_map(RingGrid const& grid, std::int64_t rows,
                                           std::span<double const> map) const {
  return deal(share, layout_of_map(grid, parts, rows), "pixels", map);
}

std::vector<double> SharedTables::gather_map(RingGrid const& grid, std::int64_t rows,
                                             std::span<double const> own) const {
  std::vector<double> map(share.rank == 0 ? static_cast<std::size_t>(rows * grid.pixels()) : 0);
  gather(share, layout_of_map(grid, parts, rows), own, std::span(map));
  return map;
}

std::vector<std::complex<double>> SharedTables::deal_coefficients(
    HarmonicRange range, std::int64_t rows, std::span<std::complex<double> const> a_lm) const {
  Layout const layout = layout_of_coefficients(range, parts, rows);
  std::vector<std::complex<double>> const part = deal(share, layout, "coefficients", a_lm);
  std::vector<std::complex<double>> own(static_cast<std::size_t>(rows * range.count()));
  put(layout.parts[static_cast<std::size_t>(share.rank)], rows, range.count(), part.data(),
      std::span(own));
  return own;
}

std::vector<std::complex<double>> SharedTables::gather_coefficients(
    HarmonicRange range, std::int64_t rows, std::span<std::complex<double> const> own) const {
  Layout const layout = layout_of_coefficients(range, parts, rows);
  auto const rank = static_cast<std::size_t>(share.rank);
  std::vector<std::complex<double>> part(layout.count(rank));
  take(layout.parts[rank], rows, range.count(), own, part.data());
  std::vector<std::complex<double>> a_lm(
      share.rank == 0 ? static_cast<std::size_t>(rows * range.count()) : 0);
  gather(share, layout, std::span<std::complex<double> const>(part), std::span(a_lm));
  return a_lm;
}

}  // namespace siderum::engine
