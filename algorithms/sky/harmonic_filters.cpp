// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/harmonic_filters.hpp>

#include <cmath>
#include <numbers>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/worker_threads.hpp>

namespace siderum {

std::vector<double> gaussian_beam(std::int64_t lmax, double fwhm, int spin) {
  validate(HarmonicRange{lmax, lmax});
  SIDERUM_VALIDATE(fwhm >= 0.0 && std::isfinite(fwhm),
                   "The beam is " + number_text(fwhm) +
                       " rad wide (widths are finite and not below 0). Give a width.");
  SIDERUM_VALIDATE(spin >= 0, "The spin is " + std::to_string(spin) +
                                  " (beams are those of spins from 0 on). Give its size.");
  double const half_variance = fwhm * fwhm / (16.0 * std::numbers::ln2);
  std::vector<double> window(static_cast<std::size_t>(lmax + 1));
  for (std::int64_t l = spin; l <= lmax; ++l) {
    auto const exponent = static_cast<double>(l * (l + 1) - std::int64_t{spin} * spin);
    window[static_cast<std::size_t>(l)] = std::exp(-exponent * half_variance);
  }
  return window;
}

void scale_degrees(HarmonicRange range, std::span<std::complex<double>> a_lm,
                   std::span<double const> factor) {
  SIDERUM_VALIDATE(std::ssize(a_lm) == range.count(),
                   "There are " + std::to_string(a_lm.size()) + " coefficients (lmax " +
                       std::to_string(range.lmax) + " and mmax " + std::to_string(range.mmax) +
                       " make " + std::to_string(range.count()) + "). Give as many.");
  SIDERUM_VALIDATE(std::ssize(factor) > range.lmax,
                   "The factors end at l = " + std::to_string(std::ssize(factor) - 1) +
                       " (lmax is " + std::to_string(range.lmax) + "). Give one for each degree.");
  constexpr std::int64_t orders_at_a_time = 64;
  for_each_index(static_cast<std::size_t>(range.mmax + 1), orders_at_a_time, [&](std::size_t m) {
    std::complex<double>* const values = a_lm.data() + range.index(0, static_cast<std::int64_t>(m));
    for (auto l = m; l <= static_cast<std::size_t>(range.lmax); ++l) {
      values[l] *= factor[l];
    }
  });
}

}  // namespace siderum
