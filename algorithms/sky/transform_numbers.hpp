// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <span>

#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/ring_grid.hpp>

/// Which numbers harmonic transforms can take. One that is no number would spread to all results,
/// and of numbers whose squares leave the range of doubles norms would be 0 or infinite.
namespace siderum {

/// What a transform calculates with.
enum class WorkingPrecision : std::uint8_t { float64, float32 };

/// Checks maps before they are analysed: every pixel must be finite and seen, the sum of the
/// squares of a scalar map, or of both maps of a field with spin, must be 0 or between 1e-290 and
/// 1e305, and in FP32 the largest pixel 0 or between 1e-28 and 1e30. In host memory.
///
/// @param map     (rows, grid.pixels()), rows of one or several fields; elements that no ring has
///                are not looked at
/// @param weight  (grid.pixels()) or empty: pixels of weight 0 are not looked at; the scale of the
///                weights does not matter
/// Throws Error that names the pixel. Cost: one pass, by all threads.
template <class Real>
void check_map_numbers(RingGrid const& grid, Field field, std::span<Real const> map,
                       std::span<double const> weight, WorkingPrecision precision);

/// Checks coefficients in the same way. Parts that transforms ignore (core/harmonic_field.hpp, the
/// imaginary parts of a_l0) are not looked at.
///
/// @param a_lm  (rows, range.count()), rows of one or several fields
/// Throws Error that names degree and order. Cost: one pass, by all threads.
template <class Real>
void check_coefficient_numbers(HarmonicRange range, Field field,
                               std::span<std::complex<Real> const> a_lm,
                               WorkingPrecision precision);

/// The power of 4 that brings the largest weight into 1 .. 4; 1 where it is 0 or not finite. What
/// depends on the ratios of weights alone keeps its bits when they are multiplied by it.
double weight_scale(std::span<double const> weight);

}  // namespace siderum
