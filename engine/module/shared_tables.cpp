// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/shared_tables.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

#include <Kokkos_Core.hpp>

#include <siderum/core/error.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/large_pages.hpp>

namespace siderum::engine {

namespace {

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

/// Calls visit(stretch, its first number in the table, its first in the part) of all rows, by all
/// threads.
template <class Visit>
void for_each_stretch_of(std::vector<Stretch> const& stretches, std::int64_t rows,
                         std::int64_t length, Visit const& visit) {
  std::vector<std::int64_t> begin{0};
  for (Stretch const& stretch : stretches) {
    begin.push_back(begin.back() + stretch.count);
  }
  auto const in_a_row = std::ssize(stretches);
  auto const visit_one = [&](std::int64_t index) {
    std::int64_t const row = index / in_a_row;
    auto const at = static_cast<std::size_t>(index % in_a_row);
    visit(stretches[at], row * length + stretches[at].first, row * begin.back() + begin[at]);
  };
  using Host = Kokkos::DefaultHostExecutionSpace;
  for_each_on_host("siderum::sky::stretches[portable]",
                   IndexPolicy<Host>(Host(), 0, rows * in_a_row), visit_one);
}

template <class Value>
void take(std::vector<Stretch> const& stretches, std::int64_t rows, std::int64_t length,
          Value const* table, Value* part) {
  for_each_stretch_of(stretches, rows, length,
                      [&](Stretch const& stretch, std::int64_t from, std::int64_t to) {
                        if (stretch.stride == 1) {
                          std::copy_n(table + from, stretch.count, part + to);
                          return;
                        }
                        for (std::int64_t j = 0; j < stretch.count; ++j) {
                          part[to + j] = table[from + j * stretch.stride];
                        }
                      });
}

template <class Value>
void put(std::vector<Stretch> const& stretches, std::int64_t rows, std::int64_t length,
         Value const* part, Value* table) {
  for_each_stretch_of(stretches, rows, length,
                      [&](Stretch const& stretch, std::int64_t to, std::int64_t from) {
                        if (stretch.stride == 1) {
                          std::copy_n(part + from, stretch.count, table + to);
                          return;
                        }
                        for (std::int64_t j = 0; j < stretch.count; ++j) {
                          table[to + j * stretch.stride] = part[from + j];
                        }
                      });
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

/// Numbers of a message, which are written before they are read.
template <class Value>
class Numbers {
 public:
  explicit Numbers(std::size_t count)
      : bytes_(std::make_unique_for_overwrite<std::byte[]>(count * sizeof(Value))), count_(count) {
    prefer_large_pages(bytes_.get(), count * sizeof(Value));
  }
  Value* data() const { return reinterpret_cast<Value*>(bytes_.get()); }
  std::span<Value> span() const { return {data(), count_}; }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::size_t count_;
};

/// A message for each process, and room for one of each, of which many are empty.
struct Letters {
  explicit Letters(std::size_t ranks) : sent(ranks), received(ranks) {}

  std::vector<std::span<std::byte const>> sent;
  std::vector<std::span<std::byte>> received;
};

/// Between two tables, what a process has of both.
template <class Value>
void carry(std::vector<Stretch> const& stretches, std::int64_t rows, std::int64_t length,
           Value const* from, Value* to) {
  for_each_stretch_of(stretches, rows, length,
                      [&](Stretch const& stretch, std::int64_t at, std::int64_t) {
                        std::copy_n(from + at, stretch.count, to + at);
                      });
}

/// From the table of rank 0 to each other process its part. Throws Error where the table has
/// another size.
/// @param part  on other processes, of this one
template <class Value>
void deal(SharedTables const& tables, Layout const& layout, std::string const& kind,
          std::span<Value const> table, Value* part) {
  auto const own = static_cast<std::size_t>(tables.share.rank);
  std::int64_t const room = layout.rows * layout.length;
  SIDERUM_VALIDATE(own != 0 || std::ssize(table) == room,
                   "There are " + std::to_string(table.size()) + " " + kind +
                       " (there is room for " + std::to_string(room) + "). Give as many.");
  Letters letters(layout.parts.size());
  std::vector<Numbers<Value>> messages;
  for (std::size_t rank = 1; own == 0 && rank < layout.parts.size(); ++rank) {
    Numbers<Value> const& message = messages.emplace_back(layout.count(rank));
    take(layout.parts[rank], layout.rows, layout.length, table.data(), message.data());
    letters.sent[rank] = std::as_bytes(message.span());
  }
  if (own != 0) {
    letters.received[0] = std::as_writable_bytes(std::span(part, layout.count(own)));
  }
  tables.exchange(letters.sent, letters.received);
}

/// From all other processes their parts, into the table of rank 0.
/// @param part  on other processes, of this one
template <class Value>
void gather(SharedTables const& tables, Layout const& layout, Value const* part, Value* table) {
  auto const own = static_cast<std::size_t>(tables.share.rank);
  Letters letters(layout.parts.size());
  std::vector<Numbers<Value>> messages;
  if (own != 0) {
    letters.sent[0] = std::as_bytes(std::span(part, layout.count(own)));
  }
  for (std::size_t rank = 1; own == 0 && rank < layout.parts.size(); ++rank) {
    Numbers<Value> const& message = messages.emplace_back(layout.count(rank));
    letters.received[rank] = std::as_writable_bytes(message.span());
  }
  tables.exchange(letters.sent, letters.received);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    put(layout.parts[i + 1], layout.rows, layout.length,
        static_cast<Value const*>(messages[i].data()), table);
  }
}

}  // namespace

void SharedTables::deal_map(RingGrid const& grid, std::int64_t rows, std::span<double const> map,
                            double* own) const {
  Layout const layout = layout_of_map(grid, parts, rows);
  deal(*this, layout, "pixels", map, own);
  if (share.rank == 0) {
    take(layout.parts[0], rows, grid.pixels(), map.data(), own);
  }
}

std::vector<double> SharedTables::gather_map(RingGrid const& grid, std::int64_t rows,
                                             double const* own) const {
  Layout const layout = layout_of_map(grid, parts, rows);
  std::vector<double> map;
  if (share.rank == 0) {
    resize_large(map, static_cast<std::size_t>(rows * grid.pixels()));
    put(layout.parts[0], rows, grid.pixels(), own, map.data());
  }
  gather(*this, layout, own, map.data());
  return map;
}

void SharedTables::deal_coefficients(HarmonicRange range, std::int64_t rows,
                                     std::span<std::complex<double> const> a_lm,
                                     std::complex<double>* own) const {
  using Part = Numbers<std::complex<double>>;
  Layout const layout = layout_of_coefficients(range, parts, rows);
  auto const rank = static_cast<std::size_t>(share.rank);
  Part const part(rank == 0 ? 0 : layout.count(rank));
  deal(*this, layout, "coefficients", a_lm, part.data());
  if (rank == 0) {
    carry(layout.parts[0], rows, range.count(), a_lm.data(), own);
    return;
  }
  put(layout.parts[rank], rows, range.count(),
      static_cast<std::complex<double> const*>(part.data()), own);
}

std::vector<std::complex<double>> SharedTables::gather_coefficients(
    HarmonicRange range, std::int64_t rows, std::complex<double> const* own) const {
  using Part = Numbers<std::complex<double>>;
  Layout const layout = layout_of_coefficients(range, parts, rows);
  auto const rank = static_cast<std::size_t>(share.rank);
  Part const part(rank == 0 ? 0 : layout.count(rank));
  std::vector<std::complex<double>> a_lm;
  if (rank == 0) {
    resize_large(a_lm, static_cast<std::size_t>(rows * range.count()));
    carry(layout.parts[0], rows, range.count(), own, a_lm.data());
  } else {
    take(layout.parts[rank], rows, range.count(), own, part.data());
  }
  gather(*this, layout, static_cast<std::complex<double> const*>(part.data()), a_lm.data());
  return a_lm;
}

}  // namespace siderum::engine
