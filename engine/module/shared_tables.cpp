// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/shared_tables.hpp>

#include <cstddef>
#include <cstring>

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
std::vector<Value> take(std::vector<Stretch> const& stretches, std::int64_t rows,
                        std::int64_t length, std::span<Value const> table) {
  std::vector<Value> part(static_cast<std::size_t>(rows * count_of(stretches)));
  for_each_number(stretches, rows, length,
                  [&](std::size_t from, std::size_t to) { part[to] = table[from]; });
  return part;
}

template <class Value>
void put(std::vector<Stretch> const& stretches, std::int64_t rows, std::int64_t length,
         std::vector<Value> const& part, std::span<Value> table) {
  for_each_number(stretches, rows, length,
                  [&](std::size_t to, std::size_t from) { table[to] = part[from]; });
}

template <class Value>
Bytes to_bytes(std::vector<Value> const& values) {
  auto const bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

template <class Value>
std::vector<Value> from_bytes(Bytes const& bytes) {
  std::vector<Value> values(bytes.size() / sizeof(Value));
  if (!bytes.empty()) {
    std::memcpy(static_cast<void*>(values.data()), bytes.data(), bytes.size());
  }
  return values;
}

/// From rank 0 to all: part_of(rank) is what a process gets.
template <class Value, class PartOf>
std::vector<Value> deal(HarmonicShare const& share, PartOf const& part_of) {
  std::vector<Bytes> messages(static_cast<std::size_t>(share.ranks));
  for (int rank = 0; share.rank == 0 && rank < share.ranks; ++rank) {
    messages[static_cast<std::size_t>(rank)] = to_bytes(part_of(static_cast<std::size_t>(rank)));
  }
  return from_bytes<Value>(share.exchange(messages).front());
}

/// From all to rank 0, which calls put_part(rank, its part).
template <class Value, class PutPart>
void gather(HarmonicShare const& share, std::vector<Value> const& own, PutPart const& put_part) {
  std::vector<Bytes> messages(static_cast<std::size_t>(share.ranks));
  messages.front() = to_bytes(own);
  std::vector<Bytes> const received = share.exchange(messages);
  for (std::size_t rank = 0; share.rank == 0 && rank < received.size(); ++rank) {
    put_part(rank, from_bytes<Value>(received[rank]));
  }
}

}  // namespace

std::vector<double> SharedTables::deal_map(RingGrid const& grid, std::int64_t rows,
                                           std::span<double const> map) const {
  return deal<double>(share, [&](std::size_t rank) {
    return take(stretches_of_rings(grid, parts.rings[rank]), rows, grid.pixels(), map);
  });
}

std::vector<double> SharedTables::gather_map(RingGrid const& grid, std::int64_t rows,
                                             std::span<double const> own) const {
  std::vector<double> map(share.rank == 0 ? static_cast<std::size_t>(rows * grid.pixels()) : 0);
  gather(share, std::vector<double>(own.begin(), own.end()),
         [&](std::size_t rank, std::vector<double> const& part) {
           put(stretches_of_rings(grid, parts.rings[rank]), rows, grid.pixels(), part,
               std::span(map));
         });
  return map;
}

std::vector<std::complex<double>> SharedTables::deal_coefficients(
    HarmonicRange range, std::int64_t rows, std::span<std::complex<double> const> a_lm) const {
  using Value = std::complex<double>;
  std::vector<Value> const part = deal<Value>(share, [&](std::size_t rank) {
    return take(stretches_of_orders(range, parts.orders[rank]), rows, range.count(), a_lm);
  });
  std::vector<Value> own(static_cast<std::size_t>(rows * range.count()));
  put(stretches_of_orders(range, parts.orders[static_cast<std::size_t>(share.rank)]), rows,
      range.count(), part, std::span(own));
  return own;
}

std::vector<std::complex<double>> SharedTables::gather_coefficients(
    HarmonicRange range, std::int64_t rows, std::span<std::complex<double> const> own) const {
  using Value = std::complex<double>;
  std::vector<Value> a_lm(share.rank == 0 ? static_cast<std::size_t>(rows * range.count()) : 0);
  gather(share,
         take(stretches_of_orders(range, parts.orders[static_cast<std::size_t>(share.rank)]), rows,
              range.count(), own),
         [&](std::size_t rank, std::vector<Value> const& part) {
           put(stretches_of_orders(range, parts.orders[rank]), rows, range.count(), part,
               std::span(a_lm));
         });
  return a_lm;
}

}  // namespace siderum::engine
