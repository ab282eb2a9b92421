// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/ring_grid.hpp>

namespace siderum::detail {

/// What a plan is asked for: see HarmonicTransformOptions.
struct HarmonicRequest {
  HarmonicRange range;
  std::int64_t maps;
  std::int64_t work_bytes;
};

/// Throws Error.
void validate_harmonic_request(HarmonicRequest const& request);

/// Extents of what a call is given. Throws Error.
struct HarmonicExtents {
  std::int64_t coefficient_maps;
  std::int64_t coefficients;
  std::int64_t maps;
  std::int64_t pixels;
};
void validate_harmonic_extents(HarmonicRequest const& plan, RingGrid const& grid,
                               HarmonicRange range, HarmonicExtents const& extents);

/// Throws Error where the grid has no weights.
void validate_quadrature(RingGrid const& grid);

/// Pairs of rings that one run treats so that their modes fit, a multiple of `granule` unless it is
/// all of them.
std::int64_t pairs_of_run(std::int64_t pairs, std::int64_t bytes_of_pair, std::int64_t bytes,
                          std::int64_t granule);

}  // namespace siderum::detail
