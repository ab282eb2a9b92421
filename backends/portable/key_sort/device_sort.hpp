// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <siderum/backends/portable/key_sort.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::portable {

/// A stable radix sort on a device by digits from the lowest up: a thread counts the digits of a
/// part of the array and, when the parts before have been counted too, moves its elements to where
/// they belong. One team places the parts, of which there are no more than keep a device busy.
/// (The sort of Kokkos is stable on no device, and goes to the host on some.)
template <class Exec>
class DeviceRadixSort {
 public:
  using Keyed = KeyedValues<typename Exec::memory_space>;

  static std::int64_t scratch_bytes(std::int64_t n) {
    return digits * parts_of(n) * static_cast<std::int64_t>(sizeof(std::uint32_t));
  }

  /// @param places  room of scratch_bytes
  DeviceRadixSort(Exec const& exec, std::uint32_t* places) : exec_(exec), places_(places) {}

  Keyed operator()(Keyed from, Keyed to, int bits) const {
    auto const n = static_cast<std::int64_t>(from.keys.extent(0));
    std::int64_t const size = size_of_part(n);
    std::int64_t const parts = parts_of(n);
    TeamPerIndex<Exec> const one_team(exec_, 1, DeviceShape<Exec>::large_team);
    for (int shift = 0; shift < bits; shift += digit_bits) {
      Pass const pass{from, to, places_, n, size, parts, shift};
      IndexPolicy<Exec> const each_part(exec_, 0, parts);
      Kokkos::parallel_for("siderum::key_sort::count[portable]", each_part, Counter{pass});
      Kokkos::parallel_for("siderum::key_sort::place[portable]", one_team,
                           Placer{places_, digits * parts});
      Kokkos::parallel_for("siderum::key_sort::move[portable]", each_part, Mover{pass});
      std::swap(from, to);
    }
    return from;
  }

  // What follows is for the class alone; nvcc names functors outside of it.
  static constexpr int digit_bits = 4;
  static constexpr std::int64_t digits = std::int64_t{1} << digit_bits;
  static constexpr std::int64_t least_size = 64;
  static constexpr std::int64_t most_parts = 8192;

  static std::int64_t size_of_part(std::int64_t n) {
    return std::max(least_size, (n + most_parts - 1) / most_parts);
  }
  static std::int64_t parts_of(std::int64_t n) {
    return (n + size_of_part(n) - 1) / size_of_part(n);
  }

  struct Pass {
    Keyed from;
    Keyed to;
    std::uint32_t* places;  // (digits, parts)
    std::int64_t n;
    std::int64_t size;  // of a part
    std::int64_t parts;
    int shift;

    KOKKOS_FUNCTION std::int64_t end(std::int64_t part) const {
      return (part + 1) * size < n ? (part + 1) * size : n;
    }
    KOKKOS_FUNCTION std::uint32_t& place(std::int64_t element, std::int64_t part) const {
      auto const digit = static_cast<std::int64_t>(from.keys(element) >> shift) & (digits - 1);
      return places[digit * parts + part];
    }
  };

  struct Counter {
    Pass pass;
    KOKKOS_FUNCTION void operator()(std::int64_t part) const {
      for (std::int64_t digit = 0; digit < digits; ++digit) {
        pass.places[digit * pass.parts + part] = 0;
      }
      for (std::int64_t i = part * pass.size; i < pass.end(part); ++i) {
        ++pass.place(i, part);
      }
    }
  };

  /// Counts to places: those of a digit behind all of lower ones. Each thread has neighbours.
  struct Placer {
    using Member = typename TeamPerIndex<Exec>::member_type;
    std::uint32_t* places;
    std::int64_t count;

    KOKKOS_FUNCTION void operator()(Member const& member) const {
      std::int64_t const share = (count + member.team_size() - 1) / member.team_size();
      std::int64_t const begin = share * member.team_rank();
      std::int64_t const end = begin + share < count ? begin + share : count;
      std::uint32_t own = 0;
      for (std::int64_t i = begin; i < end; ++i) {
        own += places[i];
      }
      std::uint32_t before = member.team_scan(own);
      for (std::int64_t i = begin; i < end; ++i) {
        std::uint32_t const counted = places[i];
        places[i] = before;
        before += counted;
      }
    }
  };

  struct Mover {
    Pass pass;
    KOKKOS_FUNCTION void operator()(std::int64_t part) const {
      for (std::int64_t i = part * pass.size; i < pass.end(part); ++i) {
        std::uint32_t const at = pass.place(i, part)++;
        pass.to.keys(at) = pass.from.keys(i);
        pass.to.values(at) = pass.from.values(i);
      }
    }
  };

 private:
  Exec exec_;
  std::uint32_t* places_;
};

}  // namespace siderum::portable
