// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <siderum/core/lanes.hpp>
#include <siderum/core/unrolled.hpp>

/// The first and the last step of a Fourier transform of n = lanes * rest numbers, between which
/// `lanes` transforms of `rest` numbers are one, in the lanes of registers (Cooley and Tukey 1965,
/// Math. Comput. 19, 297). With rows of the input j, l = j rest + i, and k = lanes m + q,
///
///     out_k = sum_i exp(2 pi i i m / rest) [exp(2 pi i i q / n) sum_j in_l exp(2 pi i j q /
///     lanes)]
namespace siderum::portable::host_fft {

namespace detail {

// The places with the bit `step` of a are exchanged for those without it of b.
template <int step, class Real, int lanes, int... i>
[[gnu::always_inline]] inline void exchange(Lanes<Real, lanes>& a, Lanes<Real, lanes>& b,
                                            std::integer_sequence<int, i...>) {
  using siderum::detail::elements;
  auto const low = elements<((i & step) != 0 ? lanes + i - step : i)...>(a.vector, b.vector);
  b.vector = elements<((i & step) != 0 ? lanes + i : i + step)...>(a.vector, b.vector);
  a.vector = low;
}

/// Rows become columns.
template <int lanes, int step = lanes / 2, class Real>
[[gnu::always_inline]] inline void transpose(Lanes<Real, lanes> (&rows)[lanes]) {
  if constexpr (step > 0) {
    unrolled<lanes>([&](auto i) {
      if constexpr ((i & step) == 0) {
        exchange<step>(rows[i], rows[i + step], std::make_integer_sequence<int, lanes>());
      }
    });
    transpose<lanes, step / 2>(rows);
  }
}

template <class Real, int lanes>
struct ComplexOfLanes {
  Lanes<Real, lanes> real;
  Lanes<Real, lanes> imaginary;

  friend ComplexOfLanes operator+(ComplexOfLanes a, ComplexOfLanes b) {
    return {a.real + b.real, a.imaginary + b.imaginary};
  }
  friend ComplexOfLanes operator-(ComplexOfLanes a, ComplexOfLanes b) {
    return {a.real - b.real, a.imaginary - b.imaginary};
  }
  friend ComplexOfLanes operator*(ComplexOfLanes a, ComplexOfLanes b) {
    return {a.real * b.real - a.imaginary * b.imaginary,
            a.real * b.imaginary + a.imaginary * b.real};
  }
};

/// a exp(2 pi i k / count), 0 <= 2 k < count <= 8.
template <int k, int count, class Real, int lanes>
[[gnu::always_inline]] inline ComplexOfLanes<Real, lanes> turned(ComplexOfLanes<Real, lanes> a) {
  static_assert(count <= 8);
  Lanes<Real, lanes> const diagonal(Real(0.70710678118654752440L));
  if constexpr (k == 0) {
    return a;
  } else if constexpr (4 * k == count) {
    return {-a.imaginary, a.real};
  } else if constexpr (4 * k < count) {
    return {(a.real - a.imaginary) * diagonal, (a.real + a.imaginary) * diagonal};
  } else {
    return {-((a.real + a.imaginary) * diagonal), (a.real - a.imaginary) * diagonal};
  }
}

/// The transform of count numbers, which lie `stride` apart.
template <int count, int stride, class Complex>
[[gnu::always_inline]] inline void transform(Complex const* in, Complex* out) {
  if constexpr (count == 1) {
    out[0] = in[0];
  } else {
    Complex even[count / 2];
    Complex odd[count / 2];
    transform<count / 2, 2 * stride>(in, even);
    transform<count / 2, 2 * stride>(in + stride, odd);
    unrolled<count / 2>([&](auto k) {
      Complex const other = turned<k, count>(odd[k]);
      out[k] = even[k] + other;
      out[k + count / 2] = even[k] - other;
    });
  }
}

/// From numbers whose parts are in turn.
template <class Real, int lanes, int... i>
[[gnu::always_inline]] inline ComplexOfLanes<Real, lanes> apart(Real const* from,
                                                                std::integer_sequence<int, i...>) {
  using siderum::detail::elements;
  auto const low = Lanes<Real, lanes>::load(from).vector;
  auto const high = Lanes<Real, lanes>::load(from + lanes).vector;
  return {Lanes<Real, lanes>(elements<(2 * i)...>(low, high)),
          Lanes<Real, lanes>(elements<(2 * i + 1)...>(low, high))};
}

/// The opposite.
template <class Real, int lanes, int... i>
[[gnu::always_inline]] inline void in_turn(ComplexOfLanes<Real, lanes> a, Real* to,
                                           std::integer_sequence<int, i...>) {
  using siderum::detail::elements;
  auto const real = a.real.vector;
  auto const imaginary = a.imaginary.vector;
  Lanes<Real, lanes>(elements<(i % 2 * lanes + i / 2)...>(real, imaginary)).store(to);
  Lanes<Real, lanes>(elements<(i % 2 * lanes + (lanes + i) / 2)...>(real, imaginary))
      .store(to + lanes);
}

}  // namespace detail

/// Both steps for one length, which `lanes` divides, and of which that part is at least `lanes`.
template <class Real, int lanes>
class LanePasses {
 public:
  /// @param root  k -> exp(2 pi i k / length) with members r and i, 0 <= k < length
  template <class Root>
  LanePasses(std::int64_t length, Root const& root) : rest_(length / lanes) {
    for (std::int64_t begin = 0; begin < rest_; begin += lanes) {
      for (std::int64_t q = 1; q < lanes; ++q) {
        std::int64_t const first = std::min(begin, rest_ - lanes);
        Real factors[2 * lanes];
        for (std::int64_t i = 0; i < lanes; ++i) {
          auto const factor = root((first + i) * q);
          factors[i] = factor.r;
          factors[lanes + i] = factor.i;
        }
        factors_.insert(factors_.end(), factors, factors + 2 * lanes);
      }
    }
  }

  std::int64_t bytes() const { return static_cast<std::int64_t>(factors_.size() * sizeof(Real)); }

  /// What stands in the brackets: of each i `lanes` real parts, then as many imaginary ones.
  void split(Real const* in, Real* out) const {
    using Complex = detail::ComplexOfLanes<Real, lanes>;
    Real const* factors = factors_.data();
    for (std::int64_t begin = 0; begin < rest_; begin += lanes) {
      // The last registers lie over those before them.
      std::int64_t const first = std::min(begin, rest_ - lanes);
      Complex rows[lanes];
      unrolled<lanes>([&](auto j) {
        rows[j] = detail::apart<Real, lanes>(in + 2 * (j * rest_ + first), Sequence());
      });
      Complex sums[lanes];
      detail::transform<lanes, 1>(rows, sums);
      Lanes<Real, lanes> real[lanes];
      Lanes<Real, lanes> imaginary[lanes];
      unrolled<lanes>([&](auto q) {
        Complex value = sums[q];
        if constexpr (q > 0) {
          value = value * Complex{Lanes<Real, lanes>::load(factors),
                                  Lanes<Real, lanes>::load(factors + lanes)};
          factors += 2 * lanes;
        }
        real[q] = value.real;
        imaginary[q] = value.imaginary;
      });
      detail::transpose(real);
      detail::transpose(imaginary);
      Real* const to = out + 2 * lanes * first;
      unrolled<lanes>([&](auto i) {
        real[i].store(to + 2 * lanes * i);
        imaginary[i].store(to + 2 * lanes * i + lanes);
      });
    }
  }

  /// Numbers in order from those of all m; both may be the same array.
  void join(Real const* in, Real* out) const {
    for (std::int64_t m = 0; m < 2 * lanes * rest_; m += 2 * lanes) {
      detail::in_turn<Real, lanes>(
          {Lanes<Real, lanes>::load(in + m), Lanes<Real, lanes>::load(in + m + lanes)}, out + m,
          Sequence());
    }
  }

 private:
  using Sequence = std::make_integer_sequence<int, lanes>;

  std::int64_t rest_;
  std::vector<Real> factors_;  // of every register of i and q >= 1: real parts, imaginary parts
};

}  // namespace siderum::portable::host_fft
