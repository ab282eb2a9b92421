// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/ring_grid.hpp>
#include <siderum/core/stage_tuning.hpp>
#include <siderum/core/tuning_cache.hpp>

/// What `siderum tune` measured for harmonic transforms, for HarmonicTransformOptions::tuning:
///
///     options.tuning = tuned_legendre<Exec>(grid, range);
namespace siderum {

/// What the best choices depend on.
struct HarmonicSize {
  std::int64_t lmax;
  std::int64_t pairs;  ///< of rings
};

/// Those that are measured: HEALPix with nside = (lmax + 1) / 2, and Gauss-Legendre.
inline constexpr std::int64_t tuned_lmax[] = {511, 1023, 2047, 4095};
HarmonicSize nearest_tuned_size(std::int64_t lmax, std::int64_t pairs);

/// What both Legendre stages of the default backend of an execution space may choose.
/// Instantiated for the default and the default host execution space.
template <class Exec>
StageChoices legendre_choices();

/// Name of a choice in the cache, such as "harmonic_transform/lmax2047/pairs1024/partial_sums".
std::string legendre_choice_name(HarmonicSize size, std::string const& choice);

/// What the cache has for a device and the tuned size that is nearest, or the next smaller one that
/// was measured; empty where it has nothing.
StageTuning tuned_legendre(TuningCache const& cache, std::string const& device, HarmonicSize size,
                           StageChoices const& choices);

/// The same from the user's cache, which is read once per process.
StageTuning tuned_legendre(std::string const& device, RingGrid const& grid, HarmonicRange range,
                           StageChoices const& choices);

/// For the device behind an execution space.
/// Instantiated for the default and the default host execution space.
template <class Exec>
StageTuning tuned_legendre(RingGrid const& grid, HarmonicRange range);

}  // namespace siderum
