// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <siderum/core/number.hpp>

namespace siderum {

template <class Number>
struct SinCosValue {
  Number sin;
  Number cos;
};

namespace portable {

// Minimax polynomials in u = r^2 on |r| <= 1/2 quarter of a turn (Remez, 60 digits; error of the
// exact polynomials in parentheses): sin(pi/2 r) = r (pi/2 + u S(u)), cos(pi/2 r) = 1 + u C(u).
template <class Real>
struct SinCosCoefficients;

template <>
struct SinCosCoefficients<double> {
  static constexpr double half_pi = 0x1.921fb54442d18p+0;
  static constexpr double half_pi_rest = 0x1.1a62633145c07p-54;
  static constexpr int sin_terms = 6;  // relative 3.4e-18
  static constexpr int cos_terms = 7;  // absolute 3.3e-20

  static constexpr KOKKOS_FUNCTION double sin_term(int i) {
    constexpr double terms[] = {-0x1.4abbce625be47p-1,  0x1.466bc67758d85p-4,
                                -0x1.32d2cce3332e4p-8,  0x1.5078301b628a1p-13,
                                -0x1.e300a65a2dfbap-19, 0x1.e403d07736db4p-25};
    return terms[i];
  }
  static constexpr KOKKOS_FUNCTION double cos_term(int i) {
    constexpr double terms[] = {
        -0x1.3bd3cc9be45dep+0,  0x1.03c1f081b5ab0p-2,  -0x1.55d3c7e3c95bcp-6, 0x1.e1f50683b42f6p-11,
        -0x1.a6d1ecb742022p-16, 0x1.f9cc6ad119c95p-22, -0x1.b26fe8b817c6ap-28};
    return terms[i];
  }
};

template <>
struct SinCosCoefficients<float> {
  static constexpr float half_pi = 0x1.921fb6p+0F;
  static constexpr float half_pi_rest = -0x1.777a5cp-25F;
  static constexpr int sin_terms = 3;  // relative 3.6e-9
  static constexpr int cos_terms = 4;  // absolute 5.4e-11

  static constexpr KOKKOS_FUNCTION float sin_term(int i) {
    constexpr float terms[] = {-0x1.4abbcp-1F, 0x1.466032p-4F, -0x1.2dd048p-8F};
    return terms[i];
  }
  static constexpr KOKKOS_FUNCTION float cos_term(int i) {
    constexpr float terms[] = {-0x1.3bd3ccp+0F, 0x1.03c1dep-2F, -0x1.55c664p-6F, 0x1.d9f7bcp-11F};
    return terms[i];
  }
};

/// sin(2 pi x) and cos(2 pi x) for x in cycles: one instance serves every Number.
///
/// Contract of the operation SinCos, for every backend:
/// - Real is the precision of the result; x is always FP64 (a double or Lanes of double) and is
///   reduced exactly, before it is scaled by 2 pi.
/// - Domain: finite |x| <= 1e9 (exact reduction holds to 2^50).
/// - Worst absolute error over the domain: 1.2e-16 for double, 8e-8 for float; relative to each
///   result 2 units in its last place. At multiples of 1/4 the results are exact.
/// - No state, no memory.
/// Cost: about 33 instructions, of one number 24.
template <class Real>
struct SinCos {
  template <class Number>
  SIDERUM_NUMBER_FUNCTION SinCosValue<rebind_t<Number, Real>> operator()(Number x) const {
    if constexpr (std::is_same_v<Number, double>) {
      return of_one(x);
    } else {
      return of_lanes(x);
    }
  }

 private:
  using Coefficients = SinCosCoefficients<Real>;

  // x = (quarters + r) / 4, exact: |r| <= 1/2, and quarters modulo 4 picks one of four branches:
  // 1 and 3 swap the two; 2 and 3 negate the sine, 1 and 2 the cosine.

  template <class Number>
  SIDERUM_NUMBER_FUNCTION static SinCosValue<rebind_t<Number, Real>> of_lanes(Number x) {
    using Result = rebind_t<Number, Real>;
    // (4 x is exact, so the sum is rounded once however it is made.)
    Number const quarters = nearest_integer(Number(4.0) * x);
    auto const [sine, cosine] = of_rest(convert<Real>(multiply_add(Number(4.0), x, -quarters)));
    Number const turns = nearest_integer(multiply_add(Number(0.25), quarters, Number(-0.375)));
    Result const branch = convert<Real>(multiply_add(Number(-4.0), turns, quarters));

    Result const swapped = absolute(absolute(branch - Result(2)) - Result(1));
    Result const sin_magnitude = select_less(swapped, Result(0.5), cosine, sine);
    Result const cos_magnitude = select_less(swapped, Result(0.5), sine, cosine);
    return {select_less(Result(1.5), branch, -sin_magnitude, sin_magnitude),
            select_less(absolute(branch - Result(1.5)), Result(1), -cos_magnitude, cos_magnitude)};
  }

  // The same bits for one number. A large summand rounds 4 x to an integer, whose lowest bits say
  // which branch it is: integer units do that, which devices have beside those of FP64.
  KOKKOS_FORCEINLINE_FUNCTION static SinCosValue<Real> of_one(double x) {
    constexpr double large = 0x1.8p+52;  // |4 x| < 2^51
    double const shifted = multiply_add(4.0, x, large);
    auto const [sine, cosine] = of_rest(convert<Real>(multiply_add(4.0, x, -(shifted - large))));
    auto const quadrant = static_cast<std::uint32_t>(Kokkos::bit_cast<std::uint64_t>(shifted));

    bool const is_swapped = (quadrant & 1) != 0;
    return {negated(is_swapped ? cosine : sine, quadrant),
            negated(is_swapped ? sine : cosine, quadrant + 1)};
  }

  /// Sine and cosine of r quarters of a turn, |r| <= 1/2.
  template <class Result>
  SIDERUM_NUMBER_FUNCTION static SinCosValue<Result> of_rest(Result r) {
    Result const u = r * r;
    Result odd = Result(Coefficients::sin_term(Coefficients::sin_terms - 1));
    for (int i = Coefficients::sin_terms - 2; i >= 0; --i) {
      odd = multiply_add(odd, u, Result(Coefficients::sin_term(i)));
    }
    Result even = Result(Coefficients::cos_term(Coefficients::cos_terms - 1));
    for (int i = Coefficients::cos_terms - 2; i >= 0; --i) {
      even = multiply_add(even, u, Result(Coefficients::cos_term(i)));
    }
    // pi/2 in two pieces: its rounding error is the largest there is otherwise. (fma: a
    // multiply_add could be contracted with the other product, and the large one would be rounded.)
    Result const rest = multiply_add(odd, u, Result(Coefficients::half_pi_rest));
    return {fma(r, Result(Coefficients::half_pi), r * rest), fma(even, u, Result(1))};
  }

  /// -value where the second bit of the quadrant says so.
  KOKKOS_FORCEINLINE_FUNCTION static Real negated(Real value, std::uint32_t quadrant) {
    using Bits = std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>;
    Bits const sign = static_cast<Bits>(quadrant >> 1 & 1) << (8 * sizeof(Real) - 1);
    return Kokkos::bit_cast<Real>(Kokkos::bit_cast<Bits>(value) ^ sign);
  }
};

}  // namespace portable
}  // namespace siderum
