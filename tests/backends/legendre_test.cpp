// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/backends/portable/legendre/make_tables.hpp>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "support/matchers.hpp"
#include "support/tolerance.hpp"

namespace siderum::test {
namespace {

/// Both Legendre stages of a backend on rings of one pixel.
template <class V>
class Stages {
 public:
  using Real = typename V::Real;
  using Modes = portable::RingModes<Real, TestMemory>;
  using HostModes = portable::RingModes<Real, Kokkos::HostSpace>;

  Stages(std::vector<double> const& thetas, HarmonicRange range, std::int64_t maps)
      : range_(range),
        maps_(maps),
        pairs_(portable::pair_rings(grid(thetas), range)),
        tables_(portable::make_legendre_tables(TestSpace(), range)),
        rings_(portable::make_legendre_rings(TestSpace(), pairs_)),
        modes_(portable::allocate_ring_modes<Real>(TestSpace(), count(), range.mmax + 1, maps)) {}

  static RingGrid grid(std::vector<double> const& thetas) {
    std::vector<Ring> rings;
    for (double const theta : thetas) {
      rings.push_back(next_ring(rings, theta, 1, 0.0));
    }
    return make_ring_grid(rings);
  }

  std::int64_t count() const { return static_cast<std::int64_t>(pairs_.size()); }
  std::vector<portable::RingPair> const& pairs() const { return pairs_; }

  HostModes synthesis(std::vector<Complexes> const& a_lm) {
    typename V::Backend::template LegendreSynthesis<TestSpace, Real> const synthesize(
        TestSpace(), tables_, rings_, maps_, {});
    synthesize(to_space<V>(range_, a_lm), {0, count()}, modes_);
    Kokkos::fence();
    return {Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, modes_.values),
            modes_.map_stride, modes_.slot_stride, modes_.order_stride};
  }

  /// set(map, slot, m) gives the modes.
  template <class Set>
  std::vector<Complexes> analysis(Set const& set) {
    HostModes const host{Kokkos::create_mirror_view(modes_.values), modes_.map_stride,
                         modes_.slot_stride, modes_.order_stride};
    // What a stage may not read would be seen.
    Kokkos::deep_copy(host.values, Kokkos::complex<Real>(std::numeric_limits<Real>::quiet_NaN()));
    for (std::int64_t map = 0; map < maps_; ++map) {
      for (std::int64_t p = 0; p < count(); ++p) {
        auto const& pair = pairs_[static_cast<std::size_t>(p)];
        for (std::int64_t m = 0; m < pair.orders; ++m) {
          host(map, 2 * p, m) = set(map, 2 * p, m);
          if (pair.has_second) {
            host(map, 2 * p + 1, m) = set(map, 2 * p + 1, m);
          }
        }
      }
    }
    Kokkos::deep_copy(modes_.values, host.values);
    auto const a_lm = allocate_coefficients<Real>(TestSpace(), range_, maps_);
    typename V::Backend::template LegendreAnalysis<TestSpace, Real> const analyze(
        TestSpace(), tables_, rings_, maps_, {});
    analyze(modes_, {0, count()}, a_lm, portable::SumInto::nothing);
    Kokkos::fence();
    return to_host<V>(a_lm);
  }

 private:
  HarmonicRange range_;
  std::int64_t maps_;
  std::vector<portable::RingPair> pairs_;
  portable::LegendreTables<TestMemory> tables_;
  portable::LegendreRings<TestMemory> rings_;
  Modes modes_;
};

/// Rings in all forms of the recurrence, pairs and rings alone.
std::vector<double> const many_thetas{
    1e-3, 0.003, 0.01, 0.03,  0.1,  0.2,    0.4,   0.52,  0.53, 0.7,
    0.9,  1.1,   1.3,  1.5,   1.55, 1.5605, 1.561, 1.565, 1.57, std::numbers::pi / 2,
    2.0,  2.7,   3.0,  3.1405};

/// As many rings from a pole to the equator.
std::vector<double> rows_of_thetas(int rows) {
  std::vector<double> thetas;
  for (int row = 0; row < rows; ++row) {
    thetas.push_back((row + 0.5) * std::numbers::pi / (2 * rows - 2));
  }
  return thetas;
}

std::vector<std::int64_t> some_orders(HarmonicRange range) {
  std::int64_t const lmax = range.lmax;
  std::vector<std::int64_t> orders;
  for (std::int64_t const m : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{7},
                               std::int64_t{50}, lmax / 4, lmax / 2, lmax - 3, lmax}) {
    if (m >= 0 && m <= range.mmax) {
      orders.push_back(m);
    }
  }
  return orders;
}

/// What the contract lets a backend leave out: the terms with |P_lm| below 2^-60.
double dropped(Complexes const& a_lm, HarmonicRange const& range, std::int64_t m) {
  double sum = 0.0;
  for (std::int64_t l = m; l <= range.lmax; ++l) {
    sum += std::abs(a_lm[static_cast<std::size_t>(range.index(l, m))]);
  }
  return 0x1p-60 * sum;
}

/// Modes against sums over degrees in long double.
template <class V>
void compare_synthesis(std::vector<double> const& thetas, HarmonicRange range) {
  using Real = typename V::Real;
  std::int64_t const lmax = range.lmax;
  Stages<V> stages(thetas, range, 1);
  Complexes const a_lm = random_coefficients_of<Real>(range, 1);
  auto const modes = stages.synthesis({a_lm});
  for (std::int64_t p = 0; p < stages.count(); ++p) {
    auto const& pair = stages.pairs()[static_cast<std::size_t>(p)];
    double const tolerance =
        4.0 * (legendre_tolerance(lmax, pair.first.theta) + std::numeric_limits<Real>::epsilon());
    for (std::int64_t const m : some_orders(range)) {
      auto const expected = reference::legendre_sum(
          lmax, m, pair.first.theta, &a_lm[static_cast<std::size_t>(range.index(m, m))]);
      if (m >= pair.orders) {
        EXPECT_LE(std::abs(expected.sum), 1e-17L);
        continue;
      }
      SCOPED_TRACE(testing::Message()
                   << "lmax " << lmax << " theta " << pair.first.theta << " m " << m);
      auto const mode = modes(0, 2 * p, m);
      auto const scale = static_cast<double>(expected.norm) + 1e-17;
      double const limit = tolerance * scale + dropped(a_lm, range, m);
      EXPECT_TRUE(near_value(mode.real(), expected.sum.real(), limit));
      EXPECT_TRUE(near_value(mode.imag(), expected.sum.imag(), limit));
    }
  }
}

/// Coefficients of modes against sums over rings in long double.
template <class V>
void compare_analysis(std::vector<double> const& thetas, HarmonicRange range) {
  using Real = typename V::Real;
  std::int64_t const lmax = range.lmax;
  Stages<V> stages(thetas, range, 1);
  auto const mode = [](std::int64_t, std::int64_t slot, std::int64_t m) {
    return Kokkos::complex<Real>(static_cast<Real>(1.0 + 0.1 * static_cast<double>(slot % 48)),
                                 static_cast<Real>(m == 0 ? 0.0 : 0.3));
  };
  Complexes const summed = stages.analysis(mode)[0];
  for (std::int64_t const m : some_orders(range)) {
    std::vector<std::complex<long double>> expected(static_cast<std::size_t>(lmax - m + 1));
    std::vector<long double> function(expected.size());
    for (std::int64_t p = 0; p < stages.count(); ++p) {
      auto const& pair = stages.pairs()[static_cast<std::size_t>(p)];
      for (std::int64_t second = 0; second <= (pair.has_second ? 1 : 0); ++second) {
        auto const& ring = second == 0 ? pair.first : pair.second;
        reference::legendre_functions(lmax, m, ring.theta, function.data());
        auto const value = mode(0, 2 * p + second, m);
        for (std::size_t i = 0; i < expected.size(); ++i) {
          expected[i] += std::complex<long double>(value.real(), value.imag()) * function[i];
        }
      }
    }
    // |P_lm| reaches sqrt(l) near the poles, and the modes are 1 to 6.
    double const tolerance =
        static_cast<double>(thetas.size()) * std::sqrt(static_cast<double>(lmax) + 1.0) *
        (legendre_tolerance(lmax, 1e-3) + std::numeric_limits<Real>::epsilon());
    for (std::int64_t l = m; l <= lmax; ++l) {
      auto const at = static_cast<std::size_t>(l - m);
      auto const value = summed[static_cast<std::size_t>(range.index(l, m))];
      ASSERT_TRUE(near_value(value.real(), expected[at].real(), tolerance)) << l << " " << m;
      ASSERT_TRUE(near_value(value.imag(), expected[at].imag(), tolerance)) << l << " " << m;
    }
  }
}

template <class V>
class Legendre : public testing::Test {};
TYPED_TEST_SUITE(Legendre, Variants, VariantNames);

constexpr std::int64_t largest_lmax = teams_meet_slowly ? 50 : 4096;

TYPED_TEST(Legendre, SynthesisIsTheSumOverDegrees) {
  for (std::int64_t const lmax : {0, 1, 2, 30, 597, 4096}) {
    if (lmax <= largest_lmax) {
      compare_synthesis<TypeParam>(many_thetas, make_harmonic_range(lmax));
    }
  }
  // So many that groups of rings are full next to the equator.
  compare_synthesis<TypeParam>(rows_of_thetas(210),
                               make_harmonic_range(teams_meet_slowly ? 50 : 300));
}

TYPED_TEST(Legendre, AnalysisIsTheSumOverRings) {
  // The highest for rings that begin to count when neighbours are below 2^-800 yet.
  for (std::int64_t const lmax : {0, 1, 2, 30, 597, 4096}) {
    if (lmax <= largest_lmax) {
      compare_analysis<TypeParam>(many_thetas, make_harmonic_range(lmax));
    }
  }
}

// A team of a device has steps of 128 degrees in scratch, and 256 or 512 pairs of rings at a time.
TYPED_TEST(Legendre, TakeMoreDegreesAndRingsThanATeamHasAtOnce) {
  HarmonicRange const range = make_harmonic_range(150, 2);
  compare_synthesis<TypeParam>(many_thetas, range);
  compare_analysis<TypeParam>(many_thetas, range);
  compare_synthesis<TypeParam>(rows_of_thetas(600), make_harmonic_range(30, 2));
  compare_analysis<TypeParam>(rows_of_thetas(600), make_harmonic_range(30, 2));
}

TYPED_TEST(Legendre, MapsShareTheRecurrenceAndNothingElse) {
  using Real = typename TypeParam::Real;
  HarmonicRange const range = make_harmonic_range(77, 50);
  std::vector<Complexes> a_lm;
  for (unsigned map = 0; map < 7; ++map) {
    a_lm.push_back(random_coefficients_of<Real>(range, map));
  }
  Stages<TypeParam> together(many_thetas, range, 7);
  auto const modes = together.synthesis(a_lm);
  for (std::int64_t map = 0; map < 7; ++map) {
    Stages<TypeParam> alone(many_thetas, range, 1);
    auto const expected = alone.synthesis({a_lm[static_cast<std::size_t>(map)]});
    for (std::int64_t p = 0; p < alone.count(); ++p) {
      for (std::int64_t m = 0; m <= range.mmax; ++m) {
        auto const difference = modes(map, 2 * p, m) - expected(0, 2 * p, m);
        double const tolerance =
            100.0 * (legendre_tolerance(range.lmax, 1e-3) + std::numeric_limits<Real>::epsilon());
        EXPECT_TRUE(near_value(Kokkos::abs(difference), 0.0, tolerance)) << map << " " << m;
      }
    }
  }
}

TYPED_TEST(Legendre, OrdersThatAreSkippedAreNothing) {
  // Every theta has its first skipped order, for which all P_lm are below 2^-60.
  for (std::int64_t const lmax : {200, 1500}) {
    for (auto const& pair :
         portable::pair_rings(Stages<TypeParam>::grid(many_thetas), make_harmonic_range(lmax))) {
      if (pair.orders <= lmax) {
        std::vector<long double> values(static_cast<std::size_t>(lmax - pair.orders + 1));
        reference::legendre_functions(lmax, pair.orders, pair.first.theta, values.data());
        for (long double const value : values) {
          EXPECT_LT(std::fabs(value), 0x1p-60L) << lmax << " " << pair.first.theta;
        }
      }
    }
  }
}

using HostTable = Kokkos::View<double const*, Kokkos::HostSpace>;

HostTable on_host(Kokkos::View<double const*, TestMemory> const& table) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, table);
}

/// To a rounding that another order of factors may turn over.
void expect_near(double value, double expected) {
  EXPECT_NEAR(value, expected, 0x1p-52 * std::fabs(expected));
}

TEST(LegendreTables, AreThoseOfOneWalkThroughEachOrder) {
  for (HarmonicRange const range :
       {HarmonicRange{0, 0}, HarmonicRange{1, 1}, HarmonicRange{62, 62}, HarmonicRange{63, 20},
        HarmonicRange{597, 597}, HarmonicRange{4095, 3}}) {
    auto const tables = portable::make_legendre_tables(TestSpace(), range);
    Kokkos::fence();
    auto const offset = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, tables.offset);
    HostTable const a = on_host(tables.a);
    HostTable const b = on_host(tables.b);
    HostTable const c = on_host(tables.c);
    HostTable const low = on_host(tables.low);
    HostTable const high = on_host(tables.high);
    HostTable const alpha = on_host(tables.alpha);
    for (std::int64_t m = 0; m <= range.mmax; ++m) {
      auto const walk = portable::legendre::walk_of(m);
      walk.walk(0, tables.steps(m), walk.first(),
                [&](std::int64_t i, Twofold<double> square, Twofold<double> first,
                    Twofold<double> second) {
                  std::int64_t const at = offset(m) + i;
                  double const sign = i % 2 == 0 ? 1.0 : -1.0;
                  double const sign_of_root = i % 4 < 2 ? 1.0 : -1.0;
                  Twofold<double> const size_of_b = square * (first + second);
                  expect_near(a(at), sign * square.high);
                  expect_near(b(at), -sign * size_of_b.high);
                  expect_near(c(at), sign * (square - size_of_b).high);
                  expect_near(low(at), sign_of_root * root(square * first));
                  expect_near(high(at), sign_of_root * root(square * second));
                  expect_near(alpha(at), sign_of_root * root(square));
                });
      for (std::int64_t at = offset(m) + tables.steps(m); at < offset(m + 1); ++at) {
        EXPECT_EQ(std::fabs(a(at)) + std::fabs(b(at)) + std::fabs(c(at)), 0.0) << m;
        EXPECT_EQ(std::fabs(low(at)) + std::fabs(high(at)) + std::fabs(alpha(at)), 0.0) << m;
      }
    }
  }
}

TEST(LegendreTables, OfSomeOrdersAreThoseOfAll) {
  using Tables = portable::LegendreTables<TestMemory>;
  HarmonicRange const range{62, 62};
  auto const all = portable::make_legendre_tables(TestSpace(), range);
  for (std::vector<std::int64_t> const& orders :
       {std::vector<std::int64_t>{}, {62}, {17, 0, 5, 62, 33, 34, 35, 1, 2, 61, 40}}) {
    auto const some = portable::make_legendre_tables(TestSpace(), range, orders);
    Kokkos::fence();
    auto const offset = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, some.offset);
    auto const of_all = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, all.offset);
    for (auto const table :
         {&Tables::a, &Tables::b, &Tables::c, &Tables::low, &Tables::high, &Tables::alpha}) {
      HostTable const found = on_host(some.*table);
      HostTable const expected = on_host(all.*table);
      for (std::int64_t const m : orders) {
        for (std::int64_t i = 0; i < offset(m + 1) - offset(m); ++i) {
          ASSERT_EQ(found(offset(m) + i), expected(of_all(m) + i)) << m << " " << i;
        }
      }
    }
  }
}

TEST(AlphaWalk, GrowsOverAStretchAsStepByStep) {
  for (std::int64_t const m : {0, 1, 7, 500, 4095, 100000}) {
    auto const walk = portable::legendre::walk_of(m);
    std::vector<Twofold<double>> square;
    walk.walk(0, 1025, walk.first(),
              [&](std::int64_t, Twofold<double> alpha_squared, Twofold<double>, Twofold<double>) {
                square.push_back(alpha_squared);
              });
    for (std::size_t const begin : {0, 2, 64, 960}) {
      for (std::size_t const end : {begin + 2, begin + 32, begin + 64}) {
        Twofold<double> const there = square[begin] * walk.growth(static_cast<std::int64_t>(begin),
                                                                  static_cast<std::int64_t>(end));
        Twofold<double> const difference = there - square[end];
        // Errors of a thousand steps, each of some 2^-103.
        EXPECT_LE(std::fabs(difference.high), 0x1p-90 * square[end].high) << m << " " << begin;
      }
    }
  }
}

/// Writes alpha^2 where the stretches begin of the orders that are named.
struct StretchReader {
  portable::legendre::AlphaStretches<TestMemory> stretches;
  Kokkos::View<double**, TestMemory> found;  // (orders, stretches)

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const row = stretches.row(item);
    found(stretches.orders(row), item % stretches.count) =
        stretches.alpha_squared(row, stretches.begin(item)).high;
  }
};

TEST(AlphaStretches, BeginWithWhatTheWalkHasThereHoweverManyOrdersGoAtOnce) {
  using Stretches = portable::legendre::AlphaStretches<TestMemory>;
  HarmonicRange const range{997, 300};
  std::vector<std::int64_t> const order{0, 3, 4, 150, 299};
  auto const orders = to_space(order);
  for (std::int64_t const most_bytes :
       {std::int64_t{1}, std::int64_t{600}, std::int64_t{1} << 20}) {
    std::int64_t const most = portable::legendre::alpha_stretches_of_order(range);
    Kokkos::View<double**, TestMemory> const found("siderum::test::found", range.mmax + 1, most);
    std::int64_t length = 0;
    std::int64_t calls = 0;
    std::int64_t rows = 0;
    portable::legendre::for_each_alpha_stretches(
        TestSpace(), range, orders,
        [&](Stretches const& stretches) {
          Kokkos::parallel_for("siderum::test::stretches[portable]",
                               IndexPolicy<TestSpace>(TestSpace(), 0, stretches.items()),
                               StretchReader{stretches, found});
          length = stretches.length;
          rows += stretches.rows();
          ++calls;
        },
        most_bytes);
    Kokkos::fence();
    EXPECT_EQ(rows, 5);
    if (!is_host<TestSpace>) {  // 16 stretches of an order take 256 bytes
      EXPECT_EQ(calls, most_bytes == 1 ? 5 : (most_bytes == 600 ? 3 : 1));
    }
    auto const here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, found);
    for (std::int64_t const m : order) {
      auto const walk = portable::legendre::walk_of(m);
      walk.walk(0, (range.lmax - m) / 2 + 1, walk.first(),
                [&](std::int64_t i, Twofold<double> square, auto, auto) {
                  if (i % length == 0) {
                    expect_near(here(m, i / length), square.high);
                  }
                });
    }
  }
}

TEST(AlphaStretches, TakeNoMoreWorkSpaceThanIsSaid) {
  using portable::legendre::bytes_of_alpha_stretches;
  // All orders of the largest transforms: a gigabyte, were they made at once.
  EXPECT_EQ(bytes_of_alpha_stretches(make_harmonic_range(65535), 65536), std::int64_t{32} << 20);
  EXPECT_EQ(bytes_of_alpha_stretches(make_harmonic_range(65535), 8), 8 * 1024 * 16);
  EXPECT_EQ(bytes_of_alpha_stretches(make_harmonic_range(62), 63), 63 * 16);
}

/// What a pair is made of, for comparison.
std::vector<std::int64_t> elements_of(std::vector<portable::RingPair> const& pairs) {
  std::vector<std::int64_t> elements;
  for (portable::RingPair const& pair : pairs) {
    elements.push_back(pair.first.first);
    elements.push_back(pair.has_second ? pair.second.first : -1);
  }
  return elements;
}

TEST(RingPairs, AreTheSameInWhateverOrderRingsAreGiven) {
  HarmonicRange const range = make_harmonic_range(20);
  for (RingGrid const& grid : {healpix_grid(7), gauss_legendre_grid(21, 43)}) {
    auto const pairs = portable::pair_rings(grid, range);
    std::int64_t const rings = std::ssize(grid.rings());
    EXPECT_EQ(std::ssize(pairs), (rings + 1) / 2);
    std::vector<Ring> turned(grid.rings().rbegin(), grid.rings().rend());
    std::vector<Ring> moved(grid.rings().begin() + 3, grid.rings().end());
    moved.insert(moved.end(), grid.rings().begin(), grid.rings().begin() + 3);
    for (std::vector<Ring> const& other : {turned, moved}) {
      RingGrid const same(GridKind::user, "rings", other, grid.pixels(), -1);
      EXPECT_EQ(elements_of(portable::pair_rings(same, range)), elements_of(pairs));
    }
  }
}

TEST(RingPairs, AreNoneWhereTheMirroredRingIsAnother) {
  // The third ring is mirrored in the list and on the sphere, but has other pixels.
  std::vector<Ring> rings(4);
  double const theta[] = {0.5, 1.0, std::numbers::pi - 1.0, std::numbers::pi - 0.4};
  std::int64_t const nphi[] = {4, 8, 6, 4};
  std::int64_t next = 0;
  for (std::size_t i = 0; i < rings.size(); ++i) {
    rings[i].theta = theta[i];
    rings[i].nphi = nphi[i];
    rings[i].first = next;
    next += nphi[i];
  }
  auto const pairs = portable::pair_rings(make_ring_grid(rings), make_harmonic_range(5));
  EXPECT_EQ(std::ssize(pairs), 4);
  for (portable::RingPair const& pair : pairs) {
    EXPECT_FALSE(pair.has_second);
  }
}

}  // namespace
}  // namespace siderum::test
