// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <siderum/apps/compute.hpp>
#include <siderum/core/euler_angles.hpp>
#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/ring_grid.hpp>

/// The program's door to the harmonic transforms: plain C++, as compute.hpp is. A Compute must live
/// during the calls but check_memory. Maps are (components, pixels), coefficients (components,
/// range.count()).
namespace siderum::apps {

enum class RingWeights : std::uint8_t { off, on };

/// How coefficients are found.
struct AnalysisMethod {
  /// 0: analysis once, by the weights of the rings. Without a tolerance: steps of Jacobi.
  std::int64_t iterations = 0;
  double tolerance = 0.0;  ///< above 0: least squares to this residual, in at most iterations steps
  RingWeights ring_weights = RingWeights::off;  ///< HEALPix alone
  std::span<double const> weight;  ///< (pixels) of least squares; empty: those of the rings
  /// Called with the number of each iteration, from 1, and its residual; may be empty.
  std::function<void(std::int64_t, double)> observe;
};

struct AnalysisResult {
  std::vector<std::complex<double>> a_lm;
  std::int64_t iterations = 0;  ///< that were done
  double residual = 0.0;        ///< of the last one, relative; 0 where there was none
};

/// Throws Error, with the bytes that are needed and free, where a transform of so many pixels
/// cannot fit in memory: known before the grid is made.
void check_memory(Execution const& execution, std::int64_t pixels, HarmonicRange range,
                  Field field = Field::scalar);

/// The maps of the coefficients. Throws Error as check_memory does.
std::vector<double> synthesise(Execution const& execution, RingGrid const& grid,
                               HarmonicRange range, Field field,
                               std::span<std::complex<double> const> a_lm);

/// The coefficients of maps.
AnalysisResult analyse(Execution const& execution, RingGrid const& grid, HarmonicRange range,
                       Field field, std::span<double const> map, AnalysisMethod const& method);

/// The coefficients of the turned maps, mmax = lmax; all components turn alike.
std::vector<std::complex<double>> rotate(Execution const& execution, HarmonicRange range,
                                         std::span<std::complex<double> const> a_lm,
                                         EulerAngles const& angles);

}  // namespace siderum::apps
