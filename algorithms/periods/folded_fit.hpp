// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <siderum/algorithms/periods/super_smoother_options.hpp>
#include <siderum/core/folded_curve.hpp>

/// What stands behind the power of a finder at one frequency, for pictures and for residuals.
namespace siderum {

/// The smooth curve of the Super Smoother search at one frequency, on the host in FP64: the fit to
/// one light curve with weights error^-2 of mean 1.
///
/// @param time, value  (n) finite, in any order
/// @param error        (n) > 0; or empty: all points weigh the same. options.errors may ignore it
/// @param frequency    [1 / time unit], > 0
/// Cost: O(n log n). Throws Error for sizes that differ, n < 5, values out of range, a frequency
/// that is not finite and above zero, and as validate(options) does.
FoldedCurve smooth_folded(std::span<double const> time, std::span<double const> value,
                          std::span<double const> error, double frequency,
                          SuperSmootherOptions const& options = {});

/// The mean value of each point's bin of phase, bin b of `bins` holding b / bins <= phase <
/// (b + 1) / bins: what phase dispersion minimisation measures the scatter about.
///
/// @param time, value  (n) finite, in any order; n >= 1
/// @param bins         >= 1
/// Cost: O(n log n). Throws Error as smooth_folded does.
FoldedCurve phase_bin_means(std::span<double const> time, std::span<double const> value,
                            double frequency, int bins = 10);

}  // namespace siderum
