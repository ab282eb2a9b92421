// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace siderum {

/// The degrees and orders of a set of coefficients a_lm, 0 <= m <= mmax, m <= l <= lmax, and their
/// places: triangular, order by order,
///
///     index(l, m) = m (2 lmax + 1 - m) / 2 + l
///
/// A real map has a_{l,-m} = (-1)^m conj(a_lm): orders below 0 are not stored.
struct HarmonicRange {
  std::int64_t lmax = 0;
  std::int64_t mmax = 0;

  constexpr std::int64_t index(std::int64_t l, std::int64_t m) const {
    return m * (2 * lmax + 1 - m) / 2 + l;
  }
  /// Number of coefficients.
  constexpr std::int64_t count() const {
    return (mmax + 1) * (mmax + 2) / 2 + (mmax + 1) * (lmax - mmax);
  }
  friend bool operator==(HarmonicRange const&, HarmonicRange const&) = default;
};

/// Neighbouring degrees, begin .. end - 1.
struct DegreeRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  constexpr std::int64_t count() const { return end - begin; }
};

/// The largest lmax: beyond it, neighbouring degrees can no longer be told apart on rings whose
/// angles are doubles.
inline constexpr std::int64_t largest_lmax = std::int64_t{1} << 20;

/// Throws Error unless 0 <= lmax <= largest_lmax and 0 <= mmax <= lmax.
void validate(HarmonicRange const& range);

/// @param lmax  largest degree, 0 .. 2^20
/// @param mmax  largest order, 0 .. lmax
/// Throws Error as validate(range) does.
HarmonicRange make_harmonic_range(std::int64_t lmax, std::int64_t mmax);

/// mmax = lmax.
inline HarmonicRange make_harmonic_range(std::int64_t lmax) {
  return make_harmonic_range(lmax, lmax);
}

}  // namespace siderum
