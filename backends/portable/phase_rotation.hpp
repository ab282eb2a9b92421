// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/sin_cos.hpp>

namespace siderum::portable {

/// One step of a phase: (cos, sin) of a + b from those of a and of b.
///
/// Contract of the operation PhaseRotation, for every backend: each call adds at most 2.5 units in
/// the last place of 1 to the absolute error of its first argument; the modulus drifts as much. A
/// chain of m rotations from an exact start is within 2.5 m epsilon / 2, so loops restart from
/// SinCos.
struct PhaseRotation {
  template <class Number>
  SIDERUM_NUMBER_FUNCTION SinCosValue<Number> operator()(SinCosValue<Number> const& a,
                                                         SinCosValue<Number> const& b) const {
    return {multiply_add(a.sin, b.cos, a.cos * b.sin),
            multiply_add(a.cos, b.cos, -(a.sin * b.sin))};
  }
};

}  // namespace siderum::portable
