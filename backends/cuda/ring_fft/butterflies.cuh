// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

namespace siderum::cuda::ring_fft {

/// Complex numbers as the loads and stores of the GPU take them.
template <class Real>
using Complex = std::conditional_t<std::is_same_v<Real, float>, float2, double2>;

template <class Value>
concept ComplexValue = std::is_same_v<Value, float2> || std::is_same_v<Value, double2>;

template <ComplexValue Value>
__device__ __forceinline__ Value plus(Value a, Value b) {
  return {a.x + b.x, a.y + b.y};
}

template <ComplexValue Value>
__device__ __forceinline__ Value minus(Value a, Value b) {
  return {a.x - b.x, a.y - b.y};
}

template <ComplexValue Value>
__device__ __forceinline__ Value times(Value a, Value b) {
  return {fma(a.x, b.x, -a.y * b.y), fma(a.x, b.y, a.y * b.x)};
}

template <ComplexValue Value>
__device__ __forceinline__ Value conjugate(Value a) {
  return {a.x, -a.y};
}

/// The sign in exp(sign 2 pi i k l / n).
enum class Sign { minus, plus };

/// a times i, or -i.
template <Sign sign, ComplexValue Value>
__device__ __forceinline__ Value quarter_turn(Value a) {
  return sign == Sign::plus ? Value{-a.y, a.x} : Value{a.y, -a.x};
}

template <ComplexValue Value>
__device__ __forceinline__ void transform_2(Value& a, Value& b) {
  Value const difference = minus(a, b);
  a = plus(a, b);
  b = difference;
}

template <Sign sign, ComplexValue Value>
__device__ __forceinline__ void transform_4(Value& a, Value& b, Value& c, Value& d) {
  Value const even_sum = plus(a, c);
  Value const even_difference = minus(a, c);
  Value const odd_sum = plus(b, d);
  Value const odd_difference = quarter_turn<sign>(minus(b, d));
  a = plus(even_sum, odd_sum);
  c = minus(even_sum, odd_sum);
  b = plus(even_difference, odd_difference);
  d = minus(even_difference, odd_difference);
}

template <Sign sign, ComplexValue Value>
__device__ __forceinline__ void transform_8(Value (&x)[8]) {
  using Real = decltype(x[0].x);
  constexpr auto root = static_cast<std::remove_reference_t<Real>>(0.70710678118654752440);
  transform_4<sign>(x[0], x[2], x[4], x[6]);
  transform_4<sign>(x[1], x[3], x[5], x[7]);
  Value const turned_3 = quarter_turn<sign>(x[3]);
  Value const turned_7 = quarter_turn<sign>(x[7]);
  Value const first{root * (x[3].x + turned_3.x), root * (x[3].y + turned_3.y)};
  Value const second = quarter_turn<sign>(x[5]);
  Value const third{root * (turned_7.x - x[7].x), root * (turned_7.y - x[7].y)};
  Value const even[4] = {x[0], x[2], x[4], x[6]};
  Value const odd[4] = {x[1], first, second, third};
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    x[k] = plus(even[k], odd[k]);
    x[k + 4] = minus(even[k], odd[k]);
  }
}

}  // namespace siderum::cuda::ring_fft
