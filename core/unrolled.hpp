// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <utility>

namespace siderum {

/// function(0), ..., function(count - 1) with constants: loops whose indices must be known, so that
/// the arrays that they index stay in registers. On devices, too (nvcc: --expt-relaxed-constexpr).
template <int count, class Function>
[[gnu::always_inline]] constexpr void unrolled(Function const& function) {
  [&function]<int... index>(std::integer_sequence<int, index...>) {
    (function(std::integral_constant<int, index>{}), ...);
  }
  (std::make_integer_sequence<int, count>{});
}

}  // namespace siderum
