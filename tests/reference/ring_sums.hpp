// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <numbers>

#include "reference/harmonic_transform.hpp"

/// Where coefficients and pixels stand, and the factors of their sums over rings, for the oracles
/// of scalar transforms and of those with spin.
namespace siderum::reference {

using Complex = std::complex<long double>;

inline constexpr long double pi = std::numbers::pi_v<long double>;

inline std::int64_t index(std::int64_t lmax, std::int64_t l, std::int64_t m) {
  return m * (2 * lmax + 1 - m) / 2 + l;
}

inline long double longitude(Rings const& rings, std::int64_t ring, std::int64_t j) {
  return rings.phi0[ring] +
         2 * pi * static_cast<long double>(j) / static_cast<long double>(rings.nphi[ring]);
}

inline std::int64_t pixel(Rings const& rings, std::int64_t ring, std::int64_t j) {
  return rings.first[ring] + j * (rings.stride == nullptr ? 1 : rings.stride[ring]);
}

/// e^{i m phi}.
inline Complex turned(std::int64_t m, long double phi) {
  return std::polar(1.0L, static_cast<long double>(m) * phi);
}

}  // namespace siderum::reference
