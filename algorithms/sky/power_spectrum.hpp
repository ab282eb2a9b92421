// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <span>
#include <string>
#include <vector>

#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/harmonic_range.hpp>

namespace siderum {

/// The angular power spectrum of one map, or the cross spectrum of two,
///
///     C_l = (a_l0 b_l0 + 2 sum_{m = 1}^{min(l, mmax)} Re(a_lm conj(b_lm))) / (2 l + 1)
///
/// l = 0 .. lmax, in the squared unit of the maps; the imaginary parts of a_l0 are not used. Orders
/// above mmax count as 0. In host memory; the sums of a degree run over the orders in turn.
///
/// @param a  (range.count()) coefficients of a real map, at range.index(l, m)
/// @param b  of the other map, or a again
/// Throws Error where a or b has another number of coefficients. Cost O(lmax mmax).
std::vector<double> power_spectrum(HarmonicRange range, std::span<std::complex<double> const> a,
                                   std::span<std::complex<double> const> b);

/// Of one map with itself.
inline std::vector<double> power_spectrum(HarmonicRange range,
                                          std::span<std::complex<double> const> a) {
  return power_spectrum(range, a, a);
}

/// A spectrum with its name.
struct NamedSpectrum {
  std::string name;
  std::vector<double> value;  ///< (lmax + 1)
};

/// Which spectra of two fields there are.
enum class SpectrumSet {
  own,    ///< of a field with itself: te is also et
  cross,  ///< of two fields: te is T of a with E of b, and et, be, bt follow
};

/// All spectra of a field, spectra_of(field), or the cross spectra of two fields of its kind; then
/// those of a component of the first with another one of the second come in both orders.
///
/// @param a, b  (components(field), range.count())
/// Throws Error where one has another number of coefficients.
std::vector<NamedSpectrum> power_spectra(Field field, HarmonicRange range,
                                         std::span<std::complex<double> const> a,
                                         std::span<std::complex<double> const> b, SpectrumSet set);

}  // namespace siderum
