// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/number.hpp>

namespace siderum {

/// f_k of a grid, rounded once, on hosts and devices.
KOKKOS_FORCEINLINE_FUNCTION double frequency_of(FrequencyGrid const& grid, std::int64_t k) {
  return Kokkos::fma(static_cast<double>(k), grid.step, grid.first);
}

/// A frequency as the unevaluated sum of two doubles, so that first + m * step keeps the digits
/// that one double would lose: at 1e7 cycles a single rounding would already move a phase by 1e-9
/// cycles.
struct SplitFrequency {
  double high;
  double low;  ///< |low| <= half a unit in the last place of high, plus rounding

  /// first + multiple * step; `multiple` exact, a half integer below 2^52.
  KOKKOS_FORCEINLINE_FUNCTION static SplitFrequency on_grid(double first, double step,
                                                            double multiple) {
    double const product = multiple * step;
    double const product_rest = Kokkos::fma(multiple, step, -product);
    // The error of the sum after Knuth (two-sum): exact whichever of the two is larger.
    double const sum = first + product;
    double const part = sum - first;
    double const sum_rest = (first - (sum - part)) + (product - part);
    return {sum, sum_rest + product_rest};
  }
};

/// frequency * time modulo 1, between -0.5 and 0.5 [cycles], in FP64: the nearest integer is taken
/// off inside one fma, so that the low bits of the product survive (error about 2^-53 cycles plus
/// the rounding of low * time). |frequency * time| < 2^51.
template <class Number>
SIDERUM_NUMBER_FUNCTION Number reduced_cycles(Number const& high, Number const& low,
                                              Number const& time) {
  Number const turns = nearest_integer(high * time);
  return multiply_add(low, time, fma(high, time, -turns));
}

}  // namespace siderum
