// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/ring_grid.hpp>

namespace siderum::detail {

/// What a plan is asked for: see HarmonicTransformOptions.
struct HarmonicRequest {
  Field field;
  HarmonicRange range;
  std::int64_t maps;
  std::int64_t work_bytes;
};

/// Of a field's rows where `maps` is 0. Throws Error.
HarmonicRequest make_harmonic_request(Field field, HarmonicRange range, std::int64_t maps,
                                      std::int64_t work_bytes);

/// Extents of what a call is given. Throws Error.
struct HarmonicExtents {
  std::int64_t coefficient_maps;
  std::int64_t coefficients;
  std::int64_t maps;
  std::int64_t pixels;
};
/// @param pixels  that a map has
void validate_harmonic_extents(HarmonicRequest const& plan, std::string const& grid,
                               std::int64_t pixels, HarmonicRange range,
                               HarmonicExtents const& extents);

/// Bytes of the modes of a pair of rings: those of Real and, with spin, those of FP64 besides.
std::int64_t bytes_of_pair(HarmonicRequest const& request, std::size_t bytes_of_real);

/// Bytes that a plan takes where all rings are treated in one run.
double bytes_of_plan(HarmonicRequest const& request, RingGrid const& grid,
                     std::size_t bytes_of_real);

/// make(request), with what a plan needs in the sentence where memory is short.
template <class Make>
auto with_memory_of_plan(HarmonicRequest const& request, RingGrid const& grid,
                         std::size_t bytes_of_real, Make const& make) {
  try {
    return make(request);
  } catch (OutOfMemory const& failure) {
    double const megabytes = bytes_of_plan(request, grid, bytes_of_real) * 1e-6;
    throw OutOfMemory(std::string(failure.what()) + " Tables and work space of this plan take " +
                      std::to_string(static_cast<std::int64_t>(megabytes) + 1) + " MB.");
  }
}

/// Throws Error where the grid has no weights.
void validate_quadrature(RingGrid const& grid);

/// Pairs of rings that one run treats so that their modes fit, a multiple of `granule` unless it is
/// all of them.
std::int64_t pairs_of_run(std::int64_t pairs, std::int64_t bytes_of_pair, std::int64_t bytes,
                          std::int64_t granule);

}  // namespace siderum::detail
