// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

namespace siderum::portable {

/// Sorts keys whose phases are spread over the turn, by a team and in memory that all of it sees: a
/// bucket per key, then each key counts the lesser ones of its bucket. Where phases crowd, merge
/// exchange (Knuth, TAOCP 3, 5.2.2, algorithm M) sorts in O(n log^2 n) whatever the keys are.
/// Teams need rank(), size(), barrier(), exclusive_sum(int) and largest(int).
template <class Team>
struct TeamSort {
  using Key = std::uint64_t;

  Team const& team;
  int points;
  Key* keys;              // (points): input and output
  Key* other;             // (points)
  std::uint32_t* counts;  // (points)

  /// Keys in one bucket beyond which counting costs more than merge exchange.
  static constexpr int crowd = 96;

  KOKKOS_FUNCTION void operator()() const {
    for (int b = team.rank(); b < points; b += team.size()) {
      counts[b] = 0;
    }
    team.barrier();
    for (int j = team.rank(); j < points; j += team.size()) {
      Kokkos::atomic_inc(&counts[bucket(keys[j])]);
    }
    team.barrier();
    if (counts_to_begins() > crowd) {
      exchange();
      return;
    }
    for (int j = team.rank(); j < points; j += team.size()) {
      other[Kokkos::atomic_fetch_add(&counts[bucket(keys[j])], 1U)] = keys[j];
    }
    team.barrier();
    // Each count is now where its bucket ends.
    for (int j = team.rank(); j < points; j += team.size()) {
      Key const key = other[j];
      auto const b = bucket(key);
      std::uint32_t const end = counts[b];
      std::uint32_t place = b > 0 ? counts[b - 1] : 0;
      for (std::uint32_t i = place; i < end; ++i) {
        place += other[i] < key ? 1 : 0;
      }
      keys[place] = key;
    }
    team.barrier();
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t bucket(Key key) const {
    return static_cast<std::uint32_t>(((key >> 32) * static_cast<Key>(points)) >> 32);
  }

  // Returns the largest count.
  KOKKOS_FUNCTION int counts_to_begins() const {
    int const share = ((points + team.size() - 1) / team.size()) | 1;
    int const first = team.rank() * share;
    int const last = first + share < points ? first + share : points;
    int sum = 0;
    int most = 0;
    for (int b = first; b < last; ++b) {
      int const count = static_cast<int>(counts[b]);
      sum += count;
      most = count > most ? count : most;
    }
    int begin = team.exclusive_sum(sum);
    for (int b = first; b < last; ++b) {
      int const count = static_cast<int>(counts[b]);
      counts[b] = static_cast<std::uint32_t>(begin);
      begin += count;
    }
    most = team.largest(most);
    team.barrier();
    return most;
  }

  KOKKOS_FUNCTION void exchange() const {
    int top = 1;
    while (top * 2 < points) {
      top *= 2;
    }
    for (int p = top; p > 0; p /= 2) {
      int distance = p;
      int phase = 0;
      for (int q = top;; q /= 2) {
        for (int i = team.rank(); i < points - distance; i += team.size()) {
          if ((i & p) == phase && keys[i + distance] < keys[i]) {
            Key const high = keys[i];
            keys[i] = keys[i + distance];
            keys[i + distance] = high;
          }
        }
        team.barrier();
        if (q == p) {
          break;
        }
        distance = q - p;
        phase = p;
      }
    }
  }
};

}  // namespace siderum::portable
