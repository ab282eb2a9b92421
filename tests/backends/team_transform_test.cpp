// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/backends/portable/ring_fft/team_transform.hpp>
#include <siderum/core/random.hpp>

// Behind its user: the type's own turn is found all the same.
#include <siderum/backends/portable/device_fft/fused_complex.hpp>

/// The passes of ring transforms on devices, by a team of one thread, in both kinds of numbers.
namespace siderum::test {
namespace {

struct OneThread {
  KOKKOS_FUNCTION static int team_rank() { return 0; }
  KOKKOS_FUNCTION static int team_size() { return 1; }
  KOKKOS_FUNCTION static void team_barrier() {}
};

/// Puts numbers where `place` says, or in order.
template <class Transform, class Complex>
struct Putter {
  Transform const& numbers;
  Complex const* given;
  bool placed;

  KOKKOS_FUNCTION void operator()(int j) const {
    numbers[placed ? numbers.place(j) : j] = given[j];
  }
};

template <class Complex>
struct Keeper {
  Complex* to;

  KOKKOS_FUNCTION void operator()(int k, Complex value) const { to[k] = value; }
};

constexpr int root_levels = 9;

/// Whether the same products give the same bits wherever the compiler finds them. It fuses those of
/// Kokkos::complex in one place and not in another.
template <class Complex>
constexpr bool rounds_in_one_way = false;
template <class Real>
constexpr bool rounds_in_one_way<portable::device_fft::FusedComplex<Real>> = true;

template <class Complex>
class TeamTransform : public testing::Test {
 public:
  using Real = typename Complex::value_type;
  using Transform = portable::ring_fft::TeamTransform<Complex, OneThread>;

  TeamTransform() {
    for (int k = 0; k < 1 << root_levels; ++k) {
      auto const root = std::polar(1.0, 2 * std::numbers::pi * k / (1 << root_levels));
      roots_.emplace_back(static_cast<Real>(root.real()), static_cast<Real>(root.imag()));
    }
  }

  Transform numbers(int levels) {
    memory_.assign(static_cast<std::size_t>(Transform::padded(1 << levels)), Complex(0));
    return Transform(thread_, memory_.data(), levels, roots_.data(), root_levels);
  }

  static std::vector<Complex> draw(int count) {
    CounterRandom random(3, static_cast<std::uint64_t>(count));
    std::vector<Complex> drawn;
    for (int k = 0; k < count; ++k) {
      auto const real = static_cast<Real>(random.normal());
      drawn.emplace_back(real, static_cast<Real>(random.normal()));
    }
    return drawn;
  }

  std::vector<Complex> roots_;

 private:
  OneThread thread_;
  std::vector<Complex> memory_;
};

using ComplexNumbers = testing::Types<Kokkos::complex<float>, Kokkos::complex<double>,
                                      portable::device_fft::FusedComplex<float>,
                                      portable::device_fft::FusedComplex<double>>;
TYPED_TEST_SUITE(TeamTransform, ComplexNumbers);

TYPED_TEST(TeamTransform, IsTheSumThatItIsDefinedBy) {
  double const epsilon = std::numeric_limits<typename TypeParam::value_type>::epsilon();
  for (int const levels : {7, 8, 9}) {
    int const n = 1 << levels;
    auto const given = this->draw(n);
    auto const numbers = this->numbers(levels);
    numbers.for_each(n, Putter<decltype(numbers), TypeParam>{numbers, given.data(), true});
    numbers.pass_of_neighbours();
    std::vector<TypeParam> found(given.size());
    numbers.backward(Keeper<TypeParam>{found.data()});
    double const limit = 8.0 * epsilon * levels * std::sqrt(2.0 * n);
    for (int k = 0; k < n; k += 7) {
      std::complex<double> sum = 0.0;
      for (int j = 0; j < n; ++j) {
        sum += std::polar(1.0, 2 * std::numbers::pi * (j * k % n) / n) *
               std::complex<double>(given[j].real(), given[j].imag());
      }
      EXPECT_LE(std::abs(sum - std::complex<double>(found[k].real(), found[k].imag())), limit);
    }
  }
}

TYPED_TEST(TeamTransform, TurnsAsItsNumbersDo) {
  auto const given = this->draw(64);
  auto const numbers = this->numbers(6);
  double const epsilon = std::numeric_limits<typename TypeParam::value_type>::epsilon();
  double const limit = rounds_in_one_way<TypeParam> ? 0.0 : 32 * epsilon;
  numbers.for_each(64, Putter<decltype(numbers), TypeParam>{numbers, given.data(), false});
  numbers.forward();
  for (int j = 0; j < 8; ++j) {
    TypeParam x[8];
    for (int k = 0; k < 8; ++k) {
      x[k] = given[j + 8 * k];
    }
    portable::device_fft::transform(x);
    portable::device_fft::turn(x, this->roots_[j << (root_levels - 6)]);
    for (int k = 0; k < 8; ++k) {
      EXPECT_NEAR(numbers[j + 8 * k].real(), x[k].real(), limit);
      EXPECT_NEAR(numbers[j + 8 * k].imag(), x[k].imag(), limit);
    }
  }
}

TEST(FusedComplex, RoundsProductsInOneWay) {
  using Complex = portable::device_fft::FusedComplex<double>;
  Complex const a(1.0 + 0x1p-30, 1.0 - 0x1p-40);
  Complex const b(1.0 - 0x1p-33, 1.0 + 0x1p-37);
  Complex const product = a * b;
  EXPECT_EQ(product.real(), std::fma(a.real(), b.real(), -(a.imag() * b.imag())));
  EXPECT_EQ(product.imag(), std::fma(a.real(), b.imag(), a.imag() * b.real()));
  Complex const other = conj(a) * conj(b);
  EXPECT_EQ(other.real(), product.real());
  EXPECT_EQ(other.imag(), -product.imag());
}

}  // namespace
}  // namespace siderum::test
