// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <siderum/algorithms/periods/super_smoother_options.hpp>

namespace siderum {

/// The Super Smoother of one curve, on the host in FP64: the fit at each of its points.
///
/// options.variant, ends, alpha, bass_rule, spans, span and equal_phases act as in the search;
/// score and errors do not matter. Weights act as given: the slope guard compares
/// (1e-3 interquartile range of x)^2 with sums that contain them (Friedman 1984), so multiplying
/// all of them may change the fit.
///
/// @param x       (n) in any order, finite; with periodic ends within [0, 1], period 1
/// @param y       (n) finite
/// @param weight  (n) > 0; or empty: all 1
/// @return        (n) the fit at x(i), in the order of the input
/// Points of equal x keep the order of the input among themselves. n >= 5.
/// Cost: O(n log n) time, O(n) memory. Error: about 1e-12 of the spread of y for n up to 1e4.
/// Throws Error for sizes that differ, n < 5, values out of range, and as validate(options) does.
/// Source: Friedman 1984, LCS TR 5, Stanford; Gowanlock et al. 2022, Astronomy and Computing 38.
std::vector<double> smooth_curve(std::span<double const> x, std::span<double const> y,
                                 std::span<double const> weight,
                                 SuperSmootherOptions const& options = {});

}  // namespace siderum
