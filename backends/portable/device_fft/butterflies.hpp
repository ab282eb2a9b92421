// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

/// Fourier transforms of a few numbers in registers, sign +, in order:
///
///     x_q = sum_k x_k exp(2 pi i k q / radix)
namespace siderum::portable::device_fft {

template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<Real> times_i(Kokkos::complex<Real> const& a) {
  return Kokkos::complex<Real>(-a.imag(), a.real());
}

template <class Real>
KOKKOS_FORCEINLINE_FUNCTION void transform(Kokkos::complex<Real> (&x)[2]) {
  Kokkos::complex<Real> const difference = x[0] - x[1];
  x[0] = x[0] + x[1];
  x[1] = difference;
}

template <class Real>
KOKKOS_FORCEINLINE_FUNCTION void transform(Kokkos::complex<Real> (&x)[3]) {
  constexpr auto sine = static_cast<Real>(0.86602540378443864676);  // of a third of a turn
  Kokkos::complex<Real> const sum = x[1] + x[2];
  Kokkos::complex<Real> const across = times_i(sine * (x[1] - x[2]));
  Kokkos::complex<Real> const along = x[0] - Real(0.5) * sum;
  x[0] = x[0] + sum;
  x[1] = along + across;
  x[2] = along - across;
}

template <class Real>
KOKKOS_FORCEINLINE_FUNCTION void transform_4(Kokkos::complex<Real>& a, Kokkos::complex<Real>& b,
                                             Kokkos::complex<Real>& c, Kokkos::complex<Real>& d) {
  Kokkos::complex<Real> const even_sum = a + c;
  Kokkos::complex<Real> const even_difference = a - c;
  Kokkos::complex<Real> const odd_sum = b + d;
  Kokkos::complex<Real> const odd_difference = times_i(b - d);
  a = even_sum + odd_sum;
  b = even_difference + odd_difference;
  c = even_sum - odd_sum;
  d = even_difference - odd_difference;
}

template <class Real>
KOKKOS_FORCEINLINE_FUNCTION void transform(Kokkos::complex<Real> (&x)[4]) {
  transform_4(x[0], x[1], x[2], x[3]);
}

template <class Real>
KOKKOS_FORCEINLINE_FUNCTION void transform(Kokkos::complex<Real> (&x)[5]) {
  // Of one fifth of a turn and of two.
  constexpr auto cosine_1 = static_cast<Real>(0.30901699437494742410);
  constexpr auto cosine_2 = static_cast<Real>(-0.80901699437494742410);
  constexpr auto sine_1 = static_cast<Real>(0.95105651629515357212);
  constexpr auto sine_2 = static_cast<Real>(0.58778525229247312917);
  Kokkos::complex<Real> const sum_1 = x[1] + x[4];
  Kokkos::complex<Real> const sum_2 = x[2] + x[3];
  Kokkos::complex<Real> const difference_1 = x[1] - x[4];
  Kokkos::complex<Real> const difference_2 = x[2] - x[3];
  Kokkos::complex<Real> const along_1 = x[0] + cosine_1 * sum_1 + cosine_2 * sum_2;
  Kokkos::complex<Real> const along_2 = x[0] + cosine_2 * sum_1 + cosine_1 * sum_2;
  Kokkos::complex<Real> const across_1 = times_i(sine_1 * difference_1 + sine_2 * difference_2);
  Kokkos::complex<Real> const across_2 = times_i(sine_2 * difference_1 - sine_1 * difference_2);
  x[0] = x[0] + sum_1 + sum_2;
  x[1] = along_1 + across_1;
  x[2] = along_2 + across_2;
  x[3] = along_2 - across_2;
  x[4] = along_1 - across_1;
}

template <class Real>
KOKKOS_FORCEINLINE_FUNCTION void transform(Kokkos::complex<Real> (&x)[8]) {
  using Complex = Kokkos::complex<Real>;
  constexpr auto half_root = static_cast<Real>(0.70710678118654752440);
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
template <class Real, int radix>
KOKKOS_FORCEINLINE_FUNCTION void turn(Kokkos::complex<Real> (&x)[radix],
                                      Kokkos::complex<Real> const& root) {
  Kokkos::complex<Real> powers[radix];  // each by as few products as there are bits
  powers[1] = root;
  for (int q = 2; q < radix; ++q) {
    powers[q] = powers[q / 2] * powers[q - q / 2];
  }
  for (int q = 1; q < radix; ++q) {
    x[q] = x[q] * powers[q];
  }
}

}  // namespace siderum::portable::device_fft
