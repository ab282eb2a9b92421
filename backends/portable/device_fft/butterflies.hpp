// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

/// Fourier transforms of a few numbers in registers, sign +, in order:
///
///     x_q = sum_k x_k exp(2 pi i k q / radix)
///
/// Complex is Kokkos::complex or another type with its names, such as FusedComplex.
namespace siderum::portable::device_fft {

template <class Complex>
KOKKOS_FORCEINLINE_FUNCTION Complex times_i(Complex const& a) {
  return Complex(-a.imag(), a.real());
}

template <class Complex>
KOKKOS_FORCEINLINE_FUNCTION void transform(Complex (&x)[2]) {
  Complex const difference = x[0] - x[1];
  x[0] = x[0] + x[1];
  x[1] = difference;
}

template <class Complex>
KOKKOS_FORCEINLINE_FUNCTION void transform(Complex (&x)[3]) {
  constexpr auto sine =
      static_cast<typename Complex::value_type>(0.86602540378443864676);  // of a third of a turn
  constexpr auto half = static_cast<typename Complex::value_type>(0.5);
  Complex const sum = x[1] + x[2];
  Complex const across = times_i(sine * (x[1] - x[2]));
  Complex const along = x[0] - half * sum;
  x[0] = x[0] + sum;
  x[1] = along + across;
  x[2] = along - across;
}

template <class Complex>
KOKKOS_FORCEINLINE_FUNCTION void transform_4(Complex& a, Complex& b, Complex& c, Complex& d) {
  Complex const even_sum = a + c;
  Complex const even_difference = a - c;
  Complex const odd_sum = b + d;
  Complex const odd_difference = times_i(b - d);
  a = even_sum + odd_sum;
  b = even_difference + odd_difference;
  c = even_sum - odd_sum;
  d = even_difference - odd_difference;
}

template <class Complex>
KOKKOS_FORCEINLINE_FUNCTION void transform(Complex (&x)[4]) {
  transform_4(x[0], x[1], x[2], x[3]);
}

template <class Complex>
KOKKOS_FORCEINLINE_FUNCTION void transform(Complex (&x)[5]) {
  // Of one fifth of a turn and of two.
  constexpr auto cosine_1 = static_cast<typename Complex::value_type>(0.30901699437494742410);
  constexpr auto cosine_2 = static_cast<typename Complex::value_type>(-0.80901699437494742410);
  constexpr auto sine_1 = static_cast<typename Complex::value_type>(0.95105651629515357212);
  constexpr auto sine_2 = static_cast<typename Complex::value_type>(0.58778525229247312917);
  Complex const sum_1 = x[1] + x[4];
  Complex const sum_2 = x[2] + x[3];
  Complex const difference_1 = x[1] - x[4];
  Complex const difference_2 = x[2] - x[3];
  Complex const along_1 = x[0] + cosine_1 * sum_1 + cosine_2 * sum_2;
  Complex const along_2 = x[0] + cosine_2 * sum_1 + cosine_1 * sum_2;
  Complex const across_1 = times_i(sine_1 * difference_1 + sine_2 * difference_2);
  Complex const across_2 = times_i(sine_2 * difference_1 - sine_1 * difference_2);
  x[0] = x[0] + sum_1 + sum_2;
  x[1] = along_1 + across_1;
  x[2] = along_2 + across_2;
  x[3] = along_2 - across_2;
  x[4] = along_1 - across_1;
}

template <class Complex>
KOKKOS_FORCEINLINE_FUNCTION void transform(Complex (&x)[8]) {
  constexpr auto half_root = static_cast<typename Complex::value_type>(0.70710678118654752440);
  transform_4(x[0], x[2], x[4], x[6]);
  transform_4(x[1], x[3], x[5], x[7]);
  // The odd ones turned by 0, 1, 2 and 3 eighths.
  Complex const odd[4] = {x[1], half_root * (x[3] + times_i(x[3])), times_i(x[5]),
                          half_root * (times_i(x[7]) - x[7])};
  Complex const even[4] = {x[0], x[2], x[4], x[6]};
  for (int q = 0; q < 4; ++q) {
    x[q] = even[q] + odd[q];
    x[q + 4] = even[q] - odd[q];
  }
}

/// x_q times root^q.
template <class Complex, int radix>
KOKKOS_FORCEINLINE_FUNCTION void turn(Complex (&x)[radix], Complex const& root) {
  Complex powers[radix];  // each by as few products as there are bits
  powers[1] = root;
  for (int q = 2; q < radix; ++q) {
    powers[q] = powers[q / 2] * powers[q - q / 2];
  }
  for (int q = 1; q < radix; ++q) {
    x[q] = x[q] * powers[q];
  }
}

}  // namespace siderum::portable::device_fft
