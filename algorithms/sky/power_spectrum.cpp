// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/power_spectrum.hpp>

#include <algorithm>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/harmonic_spectra.hpp>
#include <siderum/core/worker_threads.hpp>

namespace siderum {

std::vector<double> power_spectrum(HarmonicRange range, std::span<std::complex<double> const> a,
                                   std::span<std::complex<double> const> b) {
  auto const count = static_cast<std::size_t>(range.count());
  for (std::size_t const size : {a.size(), b.size()}) {
    SIDERUM_VALIDATE(size == count, "There are " + std::to_string(size) + " coefficients (lmax " +
                                        std::to_string(range.lmax) + " and mmax " +
                                        std::to_string(range.mmax) + " make " +
                                        std::to_string(count) + "). Give as many.");
  }
  std::vector<double> spectrum(static_cast<std::size_t>(range.lmax + 1));
  // Each thread has some degrees, whose orders are summed in their order.
  constexpr std::int64_t degrees_at_a_time = 256;
  for_each_piece(range.lmax + 1, degrees_at_a_time, [&] {
    return [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t m = 0; m <= std::min(range.mmax, end - 1); ++m) {
        for (std::int64_t l = std::max(m, begin); l < end; ++l) {
          auto const place = static_cast<std::size_t>(range.index(l, m));
          double const real = a[place].real() * b[place].real();
          double const both = real + a[place].imag() * b[place].imag();
          spectrum[static_cast<std::size_t>(l)] += m == 0 ? real : 2.0 * both;
        }
      }
    };
  });
  for (std::size_t l = 0; l < spectrum.size(); ++l) {
    spectrum[l] /= static_cast<double>(2 * l + 1);
  }
  return spectrum;
}

std::vector<NamedSpectrum> power_spectra(Field field, HarmonicRange range,
                                         std::span<std::complex<double> const> a,
                                         std::span<std::complex<double> const> b, SpectrumSet set) {
  auto const count = static_cast<std::size_t>(range.count());
  auto const fields = static_cast<std::size_t>(components(field));
  for (std::size_t const size : {a.size(), b.size()}) {
    SIDERUM_VALIDATE(size == fields * count,
                     "There are " + std::to_string(size) + " coefficients (" +
                         std::to_string(fields) + " components of lmax " +
                         std::to_string(range.lmax) + " and mmax " + std::to_string(range.mmax) +
                         " make " + std::to_string(fields * count) + "). Give as many.");
  }
  auto const spectrum = [&](std::int64_t first, std::int64_t second) {
    return power_spectrum(range, a.subspan(static_cast<std::size_t>(first) * count, count),
                          b.subspan(static_cast<std::size_t>(second) * count, count));
  };
  std::vector<NamedSpectrum> spectra;
  for (SpectrumKind const& kind : spectra_of(field)) {
    spectra.push_back({std::string(kind.name), spectrum(kind.first, kind.second)});
  }
  if (set == SpectrumSet::cross) {
    for (SpectrumKind const& kind : spectra_of(field)) {
      if (kind.first != kind.second) {
        spectra.push_back(
            {std::string(kind.name.rbegin(), kind.name.rend()), spectrum(kind.second, kind.first)});
      }
    }
  }
  return spectra;
}

}  // namespace siderum
