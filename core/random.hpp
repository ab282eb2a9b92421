// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace siderum {

/// Random numbers that are a function of (seed, stream, counter) and of nothing else: the same on
/// every space, for any thread count and order. Philox4x32-10 of Salmon, Moraes, Dror & Shaw 2011
/// (SC11, "Parallel random numbers: as easy as 1, 2, 3").
///
/// The functions take the counter explicitly (`at`) or count for themselves (`uniform`, `normal`).
class CounterRandom {
 public:
  /// @param seed    the same seed gives the same numbers for ever
  /// @param stream  independent sequences of one seed, for example one per object
  constexpr CounterRandom(std::uint64_t seed, std::uint64_t stream)
      : seed_(seed), stream_(stream) {}

  /// The four 32-bit words of one counter value.
  constexpr std::array<std::uint32_t, 4> at(std::uint64_t counter) const {
    std::uint32_t x0 = low(counter), x1 = high(counter), x2 = low(stream_), x3 = high(stream_);
    std::uint32_t key0 = low(seed_), key1 = high(seed_);
    for (int round = 0; round < 10; ++round) {
      std::uint64_t const first = std::uint64_t{0xD2511F53u} * x0;
      std::uint64_t const second = std::uint64_t{0xCD9E8D57u} * x2;
      x0 = high(second) ^ x1 ^ key0;
      x1 = low(second);
      x2 = high(first) ^ x3 ^ key1;
      x3 = low(first);
      key0 += 0x9E3779B9u;
      key1 += 0xBB67AE85u;
    }
    return {x0, x1, x2, x3};
  }

  /// Uniform in [0, 1), a multiple of 2^-53; a function of the counter alone.
  constexpr double uniform_at(std::uint64_t counter) const {
    std::array<std::uint32_t, 4> const word = at(counter);
    std::uint64_t const bits = (std::uint64_t{word[0]} << 32 | word[1]) >> 11;
    return static_cast<double>(bits) * 0x1p-53;
  }

  /// The next uniform number in [0, 1).
  constexpr double uniform() { return uniform_at(counter_++); }

  /// The next uniform number between lower and upper (upper itself only by rounding).
  constexpr double uniform(double lower, double upper) {
    return lower + (upper - lower) * uniform();
  }

  /// The next number of mean 0 and variance 1, by Box and Muller; host only.
  double normal() {
    double const radius = std::sqrt(-2.0 * std::log1p(-uniform()));
    constexpr double two_pi = 6.283185307179586476925286766559;
    return radius * std::cos(two_pi * uniform());
  }

 private:
  static constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  static constexpr std::uint32_t high(std::uint64_t x) {
    return static_cast<std::uint32_t>(x >> 32);
  }

  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t counter_ = 0;
};

}  // namespace siderum
