// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <siderum/backends/device_name.hpp>
#include <siderum/backends/portable/legendre_tables.hpp>
#include <siderum/core/ring_grid.hpp>
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

/// The choices in the order of their names in the tuning cache.
inline constexpr char const* legendre_choices[] = {
    "synthesis_pairs", "synthesis_warps", "synthesis_staged", "analysis_pairs", "analysis_warps",
    "analysis_staged", "partial_sums",    "host_vectors",     "host_places"};
inline std::array<int*, 9> fields_of(portable::LegendreTuning& tuning) {
  return {&tuning.synthesis_pairs, &tuning.synthesis_warps, &tuning.synthesis_staged,
          &tuning.analysis_pairs,  &tuning.analysis_warps,  &tuning.analysis_staged,
          &tuning.partial_sums,    &tuning.host_vectors,    &tuning.host_places};
}

/// Name of a choice in the cache, such as "harmonic_transform/lmax2047/pairs1024/partial_sums".
std::string legendre_choice_name(HarmonicSize size, char const* choice);

/// What the cache has for a device and the tuned size that is nearest, or the next smaller one that
/// was measured; 0 (the default) where it has nothing.
portable::LegendreTuning tuned_legendre(TuningCache const& cache, std::string const& device,
                                        HarmonicSize size);

/// The same from the user's cache, which is read once per process.
portable::LegendreTuning tuned_legendre(std::string const& device, RingGrid const& grid,
                                        HarmonicRange range);

/// For the device behind an execution space.
template <class Exec>
portable::LegendreTuning tuned_legendre(RingGrid const& grid, HarmonicRange range) {
  return tuned_legendre(backend::device_name<Exec>(), grid, range);
}

}  // namespace siderum
