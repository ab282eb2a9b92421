// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <span>
#include <vector>

#include <siderum/apps/compute.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/ring_grid.hpp>

/// The program's door to the harmonic transforms: plain C++, as compute.hpp is. A Compute must live
/// during the calls.
namespace siderum::apps {

/// Throws Error, with the bytes that are needed and free, where a transform of so many pixels
/// cannot fit in memory: known before the grid is made.
void check_memory(Execution const& execution, std::int64_t pixels, HarmonicRange range);

/// The map of the coefficients, (pixels).
/// @param a_lm  (range.count())
/// Throws Error as check_memory does.
std::vector<double> synthesise(Execution const& execution, RingGrid const& grid,
                               HarmonicRange range, std::span<std::complex<double> const> a_lm);

/// The coefficients of a map by the weights of its grid, (range.count()).
/// @param map  (pixels)
std::vector<std::complex<double>> analyse(Execution const& execution, RingGrid const& grid,
                                          HarmonicRange range, std::span<double const> map);

}  // namespace siderum::apps
