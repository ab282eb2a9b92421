// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <siderum/algorithms/sky/harmonic_transform_tuning.hpp>
#include <siderum/core/stage_tuning.hpp>

namespace siderum {

/// What served a size best.
struct TunedLegendre {
  HarmonicSize size;
  StageTuning tuning;  ///< without those of which the default was as good
};

/// Tries the choices of the Legendre stages on an execution space, one after the other, by
/// transforms of made-up coefficients on the rings of HEALPix and Gauss-Legendre grids (with two
/// pixels each, so that Fourier transforms are next to nothing): some seconds. A choice must win by
/// more than the noise of such a measurement. Nothing is written: see TuningCache. Blocks.
/// @param most_lmax  the largest of tuned_lmax that is measured
/// Instantiated for the default and the default host execution space.
template <class Exec>
std::vector<TunedLegendre> tune_legendre(Exec const& exec, std::int64_t most_lmax);

}  // namespace siderum
