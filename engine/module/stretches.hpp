// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/sky/harmonic_share.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/ring_grid.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

/// Which numbers of a table each of several processes has, and how they get from the table into
/// messages and back.
namespace siderum::engine {

/// Numbers that lie in a row of a table at equal steps.
struct Stretch {
  std::int64_t first;
  std::int64_t stride;
  std::int64_t count;
};

/// Those that a process has of a row, one stretch after the other.
struct Stretches {
  std::vector<Stretch> list;
  std::vector<std::int64_t> begin{0};  ///< of each among these numbers, and their count

  void append(Stretch const& stretch);
  std::int64_t count() const { return begin.back(); }
};

/// The pixels of each process.
std::vector<Stretches> stretches_of_rings(RingGrid const& grid, HarmonicParts const& parts);

/// The coefficients of some orders and some degrees.
Stretches stretches_of(HarmonicRange range, std::span<std::int64_t const> orders,
                       DegreeRange degrees);

/// The coefficients of each process, where it has all degrees of its orders.
std::vector<Stretches> stretches_of_orders(HarmonicRange range,
                                           std::span<std::vector<std::int64_t> const> orders);

/// And where it has all orders of its degrees.
std::vector<Stretches> stretches_of_degrees(HarmonicRange range,
                                            std::span<DegreeRange const> degrees);

/// Numbers of a piece, so that those of all others take 8 MiB of a host or 64 of a device.
template <class Exec, class Value>
std::int64_t most_of_piece(std::int64_t others) {
  constexpr std::int64_t bytes = std::int64_t{is_host<Exec> ? 8 : 64} << 20;
  constexpr std::int64_t least = 1 << 14;
  return std::max(least, bytes / (std::max<std::int64_t>(others, 1) * std::int64_t{sizeof(Value)}));
}

/// Of numbers that lie side by side.
template <class Numbers>
std::span<std::byte> bytes_of_message(Numbers const& numbers) {
  return {reinterpret_cast<std::byte*>(numbers.data()),
          numbers.extent(0) * sizeof(typename Numbers::value_type)};
}

enum class TableWay { into_message, into_table };

/// Some numbers of stretches, between a row of a table and a message: a team for each stretch.
template <class Value, class Memory, TableWay way>
struct StretchMover {
  using Numbers = Kokkos::View<Value*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  Numbers row;
  Numbers message;
  Kokkos::View<Stretch const*, Memory> stretch;
  Kokkos::View<std::int64_t const*, Memory> begin;
  std::int64_t first;  ///< number of the message, among those of the stretches

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const which = member.league_rank();
    Stretch const from = stretch(which);
    std::int64_t const skipped = begin(which) < first ? first - begin(which) : 0;
    std::int64_t const end = first + static_cast<std::int64_t>(message.extent(0)) - begin(which);
    std::int64_t const last = end < from.count ? end : from.count;
    if (skipped >= last) {
      return;
    }
    std::int64_t const at = begin(which) + skipped - first;
    std::int64_t const place = from.first + skipped * from.stride;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, last - skipped), [&](std::int64_t i) {
      if constexpr (way == TableWay::into_message) {
        message(at + i) = row(place + i * from.stride);
      } else {
        row(place + i * from.stride) = message(at + i);
      }
    });
  }
};

/// Stretches in the memory of a space.
template <class Exec>
class StretchesOn {
 public:
  using Memory = typename Exec::memory_space;

  StretchesOn(Exec const& exec, Stretches const& stretches)
      : exec_(exec),
        stretch_(copy_to_work(exec, "siderum::sky::stretches", stretches.list)),
        begin_(copy_to_work(exec, "siderum::sky::stretches", stretches.begin)) {}

  /// Enqueues the way of as many numbers as the message has, from number `first` on.
  template <TableWay way, class Numbers>
  void move(Numbers const& row, Numbers const& message, std::int64_t first) const {
    using Value = typename Numbers::value_type;
    if (message.extent(0) > 0) {
      Kokkos::parallel_for(
          "siderum::sky::move_stretches[portable]",
          TeamPerIndex<Exec>(exec_, static_cast<int>(stretch_.extent(0)), team_size<Exec>),
          StretchMover<Value, Memory, way>{row, message, stretch_, begin_, first});
    }
  }

 private:
  Exec exec_;
  Kokkos::View<Stretch const*, Memory> stretch_;
  Kokkos::View<std::int64_t const*, Memory> begin_;
};

}  // namespace siderum::engine
