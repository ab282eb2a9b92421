// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <siderum/backends/portable/key_sort.hpp>
#include <siderum/backends/portable/key_sort/device_sort.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

/// Definitions of key_sort.hpp; included where they are instantiated.
namespace siderum::portable {

/// A stable radix sort on a host by digits from the lowest up: each part of the array counts its
/// digits, then moves its elements to where they belong.
template <class Exec>
class HostRadixSort {
 public:
  using Keyed = KeyedValues<typename Exec::memory_space>;
  static constexpr int digit_bits = 9;
  static constexpr std::int64_t digits = std::int64_t{1} << digit_bits;

  explicit HostRadixSort(Exec const& exec) : exec_(exec) {}

  Keyed operator()(Keyed from, Keyed to, int bits) const {
    auto const n = static_cast<std::int64_t>(from.keys.extent(0));
    std::int64_t const parts =
        std::clamp<std::int64_t>(n / 4096, 1, std::int64_t{exec_.concurrency()});
    std::vector<std::int64_t> places(static_cast<std::size_t>(parts * digits));
    for (int shift = 0; shift < bits; shift += digit_bits) {
      Pass const pass{from, to, places.data(), n, parts, shift};
      Kokkos::parallel_for("siderum::key_sort::count[portable]", IndexPolicy<Exec>(exec_, 0, parts),
                           Counter{pass});
      exec_.fence("siderum::key_sort::counted");
      if (place(places, parts, n)) {
        Kokkos::parallel_for("siderum::key_sort::move[portable]",
                             IndexPolicy<Exec>(exec_, 0, parts), Mover{pass});
        exec_.fence("siderum::key_sort::moved");
        std::swap(from, to);
      }
    }
    return from;
  }

 private:
  struct Pass {
    Keyed from;
    Keyed to;
    std::int64_t* places;  // (parts, digits)
    std::int64_t n;
    std::int64_t parts;
    int shift;

    std::int64_t begin(std::int64_t part) const { return n * part / parts; }
    std::int64_t digit(std::uint64_t key) const {
      return static_cast<std::int64_t>(key >> shift) & (digits - 1);
    }
  };

  struct Counter {
    Pass pass;
    void operator()(std::int64_t part) const {
      std::int64_t* const count = pass.places + part * digits;
      std::fill(count, count + digits, 0);
      for (std::int64_t i = pass.begin(part); i < pass.begin(part + 1); ++i) {
        ++count[pass.digit(pass.from.keys(i))];
      }
    }
  };

  struct Mover {
    Pass pass;
    void operator()(std::int64_t part) const {
      std::int64_t* const place = pass.places + part * digits;
      for (std::int64_t i = pass.begin(part); i < pass.begin(part + 1); ++i) {
        std::int64_t const at = place[pass.digit(pass.from.keys(i))]++;
        pass.to.keys(at) = pass.from.keys(i);
        pass.to.values(at) = pass.from.values(i);
      }
    }
  };

  // Turns the counts into places. @return whether anything moves
  static bool place(std::vector<std::int64_t>& places, std::int64_t parts, std::int64_t n) {
    std::int64_t at = 0;
    bool moves = true;
    for (std::int64_t digit = 0; digit < digits; ++digit) {
      std::int64_t const before = at;
      for (std::int64_t part = 0; part < parts; ++part) {
        std::int64_t const count = places[part * digits + digit];
        places[part * digits + digit] = at;
        at += count;
      }
      moves = moves && at - before < n;
    }
    return moves;
  }

  Exec exec_;
};

template <class Exec>
std::int64_t KeySort<Exec>::scratch_bytes([[maybe_unused]] std::int64_t n) const {
  if constexpr (is_host<Exec>) {
    return 0;
  } else {
    return DeviceRadixSort<Exec>::scratch_bytes(n);
  }
}

template <class Exec>
typename KeySort<Exec>::Keyed KeySort<Exec>::operator()(Exec const& exec, Keyed const& keyed,
                                                        Keyed const& spare,
                                                        [[maybe_unused]] Scratch const& scratch,
                                                        int bits) const {
  if (keyed.keys.extent(0) < 2) {
    return keyed;
  }
  if constexpr (is_host<Exec>) {
    HostRadixSort<Exec> const sort(exec);
    return sort(keyed, spare, bits);
  } else {
    auto* const places = reinterpret_cast<std::uint32_t*>(scratch.data());
    DeviceRadixSort<Exec> const sort(exec, places);
    return sort(keyed, spare, bits);
  }
}

}  // namespace siderum::portable
