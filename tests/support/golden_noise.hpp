// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include <siderum/core/harmonic_range.hpp>

/// The numbers that tests/golden/make_harmonic_transform.py makes coefficients and maps of.
namespace siderum::test {

/// (splitmix64(index) >> 11) 2^-53 - 1/2.
constexpr double golden_noise(std::uint64_t index) {
  std::uint64_t x = index * 0x9E3779B97F4A7C15u + 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  x ^= x >> 31;
  return static_cast<double>(x >> 11) * 0x1p-53 - 0.5;
}

/// The coefficient at place k is (noise(2 j) + i noise(2 j + 1)) / (l + 1) with j = k + first, real
/// for m = 0.
inline std::vector<std::complex<double>> golden_coefficients(HarmonicRange const& range,
                                                             std::uint64_t first = 0) {
  std::vector<std::complex<double>> a_lm(static_cast<std::size_t>(range.count()));
  for (std::int64_t m = 0; m <= range.mmax; ++m) {
    for (std::int64_t l = m; l <= range.lmax; ++l) {
      auto const place = static_cast<std::size_t>(range.index(l, m));
      auto const scale = static_cast<double>(l + 1);
      std::uint64_t const number = 2 * (place + first);
      a_lm[place] = {golden_noise(number) / scale, m == 0 ? 0.0 : golden_noise(number + 1) / scale};
    }
  }
  return a_lm;
}

}  // namespace siderum::test
