// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/core/number.hpp>

namespace siderum::cuda {

/// Sorts width * count keys that lie in the registers of `width` lanes, `count` consecutive ones in
/// each: a bitonic network whose every merge begins with mirrored partners, so that all comparisons
/// put the lesser key first. Both numbers are powers of two.
template <int width, int count>
struct RegisterSort {
  using Key = std::uint64_t;

  __device__ __forceinline__ static void sort(Key (&keys)[count], int lane) {
    unrolled<log2(count * width)>([&](auto level) {
      constexpr int run = 2 << level;  // what is sorted after this level
      if constexpr (run <= count) {
        mirror_in_lane<run>(keys);
        halve_in_lane<run / 4>(keys);
      } else {
        mirror_across<run / count>(keys, lane);
        unrolled<log2(run / count) - 1>(
            [&](auto step) { exchange_across<((run / count / 4) >> step)>(keys, lane); });
        halve_in_lane<count / 2>(keys);
      }
    });
  }

 private:
  static constexpr int log2(int number) { return number < 2 ? 0 : 1 + log2(number / 2); }

  __device__ __forceinline__ static void order(Key& low, Key& high) {
    bool const swap = high < low;
    Key const least = swap ? high : low;
    high = swap ? low : high;
    low = least;
  }

  template <int run>
  __device__ __forceinline__ static void mirror_in_lane(Key (&keys)[count]) {
    unrolled<count / 2>([&](auto pair) {
      constexpr int first = pair / (run / 2) * run + pair % (run / 2);
      constexpr int second = first / run * run + run - 1 - first % run;
      order(keys[first], keys[second]);
    });
  }

  // Partners at `distance`, at half of that, and so on to 1.
  template <int distance>
  __device__ __forceinline__ static void halve_in_lane(Key (&keys)[count]) {
    if constexpr (distance > 0) {
      unrolled<count / 2>([&](auto pair) {
        constexpr int first = pair / distance * 2 * distance + pair % distance;
        order(keys[first], keys[first + distance]);
      });
      halve_in_lane<distance / 2>(keys);
    }
  }

  // The partner of element i of `lanes` lanes is element i from their other end.
  template <int lanes>
  __device__ __forceinline__ static void mirror_across(Key (&keys)[count], int lane) {
    bool const upper = (lane & (lanes / 2)) != 0;
    Key kept[count];
    unrolled<count>([&](auto i) {
      Key const other = __shfl_xor_sync(~0U, keys[count - 1 - i], lanes - 1);
      kept[i] = (other < keys[i]) != upper ? other : keys[i];
    });
    unrolled<count>([&](auto i) { keys[i] = kept[i]; });
  }

  template <int distance>
  __device__ __forceinline__ static void exchange_across(Key (&keys)[count], int lane) {
    bool const upper = (lane & distance) != 0;
    unrolled<count>([&](auto i) {
      Key const other = __shfl_xor_sync(~0U, keys[i], distance);
      keys[i] = (other < keys[i]) != upper ? other : keys[i];
    });
  }
};

}  // namespace siderum::cuda
