// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include <siderum/core/lane_instructions.hpp>

namespace siderum {

/// Writes those of the values, 64-bit integers, to `to` for which `where` is not 0, in their order;
/// behind them `count` values may be overwritten in all. @return how many there are
template <int count>
inline int append_where(typename detail::VectorType<std::int64_t, count>::type const& where,
                        typename detail::VectorType<std::int64_t, count>::type const& values,
                        std::int64_t* to) {
  if constexpr (!detail::HasWideInstructions<double, count>::value) {
    std::int64_t is_there[count];
    std::int64_t value[count];
    std::memcpy(is_there, &where, sizeof(is_there));
    std::memcpy(value, &values, sizeof(value));
    // Without a branch, which no processor foresees.
    int found = 0;
    for (int i = 0; i < count; ++i) {
      to[found] = value[i];
      found += is_there[i] != 0 ? 1 : 0;
    }
    return found;
#if defined(__AVX512VL__)
  } else {
    __mmask8 const mask = _mm512_test_epi64_mask((__m512i)where, (__m512i)where);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(mask, (__m512i)values));
    return __builtin_popcount(mask);
#endif
  }
}

}  // namespace siderum
