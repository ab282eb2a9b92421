// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "support/matchers.hpp"

namespace siderum::test {
namespace {

/// A mode for every (slot, order), no two alike.
template <class Real>
Kokkos::complex<Real> mode_of(std::int64_t slot, std::int64_t m) {
  auto const angle = static_cast<double>(7 * slot + 3 * m + 1);
  return {static_cast<Real>(std::cos(angle)), static_cast<Real>(m == 0 ? 0.0 : std::sin(angle))};
}

/// RingFft of a backend on pairs and single rings of some lengths.
template <class V>
class Rings {
 public:
  using Real = typename V::Real;
  using Backend = typename V::Backend;

  Rings(std::vector<std::int64_t> const& lengths, std::int64_t mmax) : mmax_(mmax) {
    std::vector<Ring> rings;
    double theta = 0.8;
    for (std::int64_t const nphi : lengths) {
      rings.push_back(next_ring(rings, theta, nphi, 0.3));
      if (nphi % 2 == 0) {
        rings.push_back(next_ring(rings, std::numbers::pi - theta, nphi, nphi == 4 ? 0.0 : 0.3));
      }
      theta += 0.05;
    }
    rings.front().stride = -1;
    rings.front().first = rings.front().nphi - 1;
    pixels_ = rings.back().first + rings.back().nphi;
    pairs_ = portable::pair_rings(make_ring_grid(rings), make_harmonic_range(mmax));
  }

  std::vector<portable::RingPair> const& pairs() const { return pairs_; }

  Pixels synthesis(portable::RingWeights weights) const {
    auto const modes = allocate();
    auto const host = mirror(modes);
    for (std::int64_t slot = 0; slot < 2 * count(); ++slot) {
      for (std::int64_t m = 0; m <= mmax_; ++m) {
        host(0, slot, m) = mode_of<Real>(slot, m);
      }
    }
    Kokkos::deep_copy(modes.values, host.values);
    Kokkos::View<Real**, Kokkos::LayoutRight, TestMemory> const map("test::map", 1, pixels_);
    Operation const fourier(TestSpace(), pairs_, 1, count());
    fourier.synthesis(modes, {0, count()}, map, weights);
    Kokkos::fence();
    auto const result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, map);
    return Pixels(&result(0, 0), &result(0, 0) + pixels_);
  }

  auto analysis(Pixels const& pixels, portable::RingWeights weights) const {
    Kokkos::View<Real**, Kokkos::LayoutRight, TestMemory> const map("test::map", 1, pixels_);
    auto const host_map = Kokkos::create_mirror_view(map);
    for (std::int64_t i = 0; i < pixels_; ++i) {
      host_map(0, i) = static_cast<Real>(pixels[static_cast<std::size_t>(i)]);
    }
    Kokkos::deep_copy(map, host_map);
    auto const modes = allocate();
    Operation const fourier(TestSpace(), pairs_, 1, count());
    fourier.analysis(map, {0, count()}, modes, weights);
    Kokkos::fence();
    auto const host = mirror(modes);
    Kokkos::deep_copy(host.values, modes.values);
    return host;
  }

  std::int64_t pixels() const { return pixels_; }

 private:
  using Operation = typename Backend::template RingFft<TestSpace, Real>;

  std::int64_t count() const { return static_cast<std::int64_t>(pairs_.size()); }
  auto allocate() const {
    return portable::allocate_ring_modes<Real>(TestSpace(), count(), mmax_ + 1, 1);
  }
  static portable::RingModes<Real, Kokkos::HostSpace> mirror(
      portable::RingModes<Real, TestMemory> const& modes) {
    return {Kokkos::create_mirror(Kokkos::HostSpace{}, modes.values), modes.map_stride,
            modes.slot_stride, modes.order_stride};
  }

  std::int64_t mmax_;
  std::int64_t pixels_ = 0;
  std::vector<portable::RingPair> pairs_;
};

long double longitude(Ring const& ring, std::int64_t j) {
  return ring.phi0 + 2 * std::numbers::pi_v<long double> * j / ring.nphi;
}

/// 8 epsilon log2(4 nphi) of the root mean square of nphi or 2 mmax + 1 terms of order 1; the
/// largest of some thousand values is four times that.
template <class Real>
double tolerance_of(double terms) {
  return 32.0 * std::numeric_limits<Real>::epsilon() * std::log2(4.0 * terms) * std::sqrt(terms);
}

template <class V>
class RingFft : public testing::Test {};
TYPED_TEST_SUITE(RingFft, Variants, VariantNames);

// Powers of two, small and large factors, lengths that fold modes once and often, one pixel. Of the
// last three, parts of 2 or 4 each are transformed on devices, and a prime exceeds their scratch.
std::vector<std::int64_t> const some_lengths{1,   2,    3,           4,    12,   67,  64,
                                             404, 1018, 2 * 509 + 1, 4096, 2724, 2053};
constexpr std::int64_t some_mmax = 300;

TYPED_TEST(RingFft, SynthesisIsTheSumOverOrders) {
  using Real = typename TypeParam::Real;
  Rings<TypeParam> const rings(some_lengths, some_mmax);
  Pixels const map = rings.synthesis(portable::RingWeights::one);
  double const tolerance = tolerance_of<Real>(2 * some_mmax + 1);
  for (std::size_t p = 0; p < rings.pairs().size(); ++p) {
    auto const& pair = rings.pairs()[p];
    for (std::int64_t second = 0; second <= (pair.has_second ? 1 : 0); ++second) {
      Ring const& ring = second == 0 ? pair.first : pair.second;
      std::int64_t const slot = 2 * static_cast<std::int64_t>(p) + second;
      for (std::int64_t j = 0; j < ring.nphi; j += 1 + ring.nphi / 50) {
        long double expected = 0;
        for (std::int64_t m = 0; m < pair.orders; ++m) {
          auto const mode = mode_of<Real>(slot, m);
          long double const angle = m * longitude(ring, j);
          expected +=
              (m == 0 ? 1 : 2) * (mode.real() * std::cos(angle) - mode.imag() * std::sin(angle));
        }
        ASSERT_TRUE(near_value(map[static_cast<std::size_t>(ring.first + j * ring.stride)],
                               expected, tolerance))
            << ring.nphi << " " << j;
      }
    }
  }
}

TYPED_TEST(RingFft, AnalysisIsTheSumOverPixels) {
  using Real = typename TypeParam::Real;
  Rings<TypeParam> const rings(some_lengths, some_mmax);
  Pixels map;
  for (std::int64_t i = 0; i < rings.pixels(); ++i) {
    map.push_back(static_cast<Real>(std::sin(static_cast<double>(i * i % 1000))));
  }
  auto const modes = rings.analysis(map, portable::RingWeights::quadrature);
  for (std::size_t p = 0; p < rings.pairs().size(); ++p) {
    auto const& pair = rings.pairs()[p];
    for (std::int64_t second = 0; second <= (pair.has_second ? 1 : 0); ++second) {
      Ring const& ring = second == 0 ? pair.first : pair.second;
      for (std::int64_t m = 0; m < pair.orders; m += 7) {
        long double real = 0;
        long double imag = 0;
        for (std::int64_t j = 0; j < ring.nphi; ++j) {
          long double const value = map[static_cast<std::size_t>(ring.first + j * ring.stride)];
          real += value * std::cos(m * longitude(ring, j));
          imag -= value * std::sin(m * longitude(ring, j));
        }
        auto const mode = modes(0, 2 * static_cast<std::int64_t>(p) + second, m);
        double const tolerance =
            ring.weight * tolerance_of<Real>(static_cast<double>(ring.nphi) + 1);
        ASSERT_TRUE(near_value(mode.real(), ring.weight * real, tolerance))
            << ring.nphi << " " << m;
        ASSERT_TRUE(near_value(mode.imag(), ring.weight * imag, tolerance))
            << ring.nphi << " " << m;
      }
    }
  }
}

TYPED_TEST(RingFft, WeightsMultiplyPixels) {
  using Real = typename TypeParam::Real;
  Rings<TypeParam> const rings({8, 13}, 9);
  Pixels const plain = rings.synthesis(portable::RingWeights::one);
  Pixels const weighted = rings.synthesis(portable::RingWeights::quadrature);
  for (auto const& pair : rings.pairs()) {
    for (std::int64_t j = 0; j < pair.first.nphi; ++j) {
      auto const at = static_cast<std::size_t>(pair.first.first + j * pair.first.stride);
      EXPECT_TRUE(near_value(weighted[at], pair.first.weight * plain[at],
                             4.0 * std::numeric_limits<Real>::epsilon()));
    }
  }
}

}  // namespace
}  // namespace siderum::test
