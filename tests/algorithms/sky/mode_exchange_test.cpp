// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Modes on their way between processes: each arrives where it belongs, both ways.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/sky/detail/harmonic_transform/mode_exchange.hpp>
#include <siderum/algorithms/sky/detail/harmonic_transform/shared_runs.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/ring_grid.hpp>

#include "algorithms/sky/several_ranks.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

using detail::ModesWay;

template <class Real>
class ModeExchanges : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(ModeExchanges, Reals);

/// What is exchanged, in runs of so many pairs of rings at most.
struct Case {
  RingGrid grid;
  HarmonicRange range;
  std::int64_t pairs_of_run;
  std::int64_t maps;
};

/// Where a mode lies, among those of all runs.
struct Place {
  std::int64_t map;
  std::int64_t pair;
  std::int64_t ring;  ///< 0 or 1
  std::int64_t m;
};

template <class Real>
Kokkos::complex<Real> mode_at(Place const& at) {
  return {static_cast<Real>(8 * at.pair + 4 * at.ring + at.map), static_cast<Real>(at.m)};
}

/// One process of some, and one run.
template <class Real>
class Side {
 public:
  using Exchange = detail::ModeExchange<TestSpace, Real>;
  using Modes = portable::RingModes<Real, TestMemory>;

  Side(Case const& of, HarmonicShare const& share, std::size_t run)
      : case_(of),
        share_(share),
        pairs_(portable::pair_rings(of.grid, of.range)),
        runs_(pairs_, of.pairs_of_run, &share, 2.5),
        orders_(detail::parts_of(of.grid, of.range.mmax, pairs_, runs_, share.ranks).orders),
        run_(run),
        has_order_(static_cast<std::size_t>(of.range.mmax) + 1, false) {
    for (std::int64_t const m : orders_[static_cast<std::size_t>(share.rank)]) {
      has_order_[static_cast<std::size_t>(m)] = true;
    }
  }

  /// How many modes came to where they belong, all of them; fails where one did not.
  std::int64_t count_arrivals(ModesWay way) const {
    Exchange const exchange(TestSpace(), share_, orders_, pairs_, runs_, case_.maps, 1);
    auto const groups =
        is_host<TestSpace> ? detail::groups_by_process(orders_) : std::vector<std::int64_t>();
    auto const modes = portable::allocate_ring_modes<Real>(
        TestSpace(), case_.pairs_of_run, case_.range.mmax + 1, case_.maps, groups);
    auto const host = Kokkos::create_mirror_view(modes.values);
    Kokkos::deep_copy(host, Kokkos::complex<Real>(-1, -1));
    for_each_mode([&](Place const& at) {
      if (has(at, way == ModesWay::to_rings)) {
        host(place(modes, at)) = mode_at<Real>(at);
      }
    });
    Kokkos::deep_copy(modes.values, host);
    typename Exchange::Passage const passage{way, run_, case_.maps, 0};
    exchange.pack(modes, passage);
    Kokkos::fence();
    exchange.pass_on(modes, passage);
    exchange.unpack(modes, passage);
    Kokkos::fence();
    Kokkos::deep_copy(host, modes.values);
    std::int64_t arrived = 0;
    for_each_mode([&](Place const& at) {
      if (has(at, way == ModesWay::to_orders)) {
        EXPECT_EQ(host(place(modes, at)), mode_at<Real>(at)) << at.pair << " " << at.m;
        ++arrived;
      }
    });
    return arrived;
  }

  std::size_t runs() const { return runs_.runs().size(); }

 private:
  /// Of the run, those that reach their rings.
  template <class Use>
  void for_each_mode(Use const& use) const {
    portable::PairRange const pairs = runs_.runs()[run_].pairs;
    for (std::int64_t map = 0; map < case_.maps; ++map) {
      for (std::int64_t pair = pairs.begin; pair < pairs.end; ++pair) {
        portable::RingPair const& rings = pairs_[static_cast<std::size_t>(pair)];
        for (std::int64_t ring = 0; ring < (rings.has_second ? 2 : 1); ++ring) {
          for (std::int64_t m = 0; m < rings.orders && m <= case_.range.mmax; ++m) {
            use(Place{map, pair, ring, m});
          }
        }
      }
    }
  }

  /// Whether this process has it as one of those that have orders, or rings.
  bool has(Place const& at, bool by_orders) const {
    portable::PairRange const own = runs_.runs()[run_].of_rank(share_.rank);
    return by_orders ? static_cast<bool>(has_order_[static_cast<std::size_t>(at.m)])
                     : at.pair >= own.begin && at.pair < own.end;
  }

  std::int64_t place(Modes const& modes, Place const& at) const {
    std::int64_t const first = runs_.runs()[run_].pairs.begin;
    return modes.place(at.map, 2 * (at.pair - first) + at.ring, at.m);
  }

  Case const& case_;
  HarmonicShare const& share_;
  std::vector<portable::RingPair> pairs_;
  detail::SharedRuns runs_;
  std::vector<std::vector<std::int64_t>> orders_;
  std::size_t run_;
  std::vector<bool> has_order_;
};

template <class Real>
void expect_arrivals(Case const& of, int ranks, Reach reach) {
  std::size_t runs = 1;
  for (std::size_t run = 0; run < runs; ++run) {
    for (ModesWay const way : {ModesWay::to_rings, ModesWay::to_orders}) {
      SeveralRanks play(ranks, reach);
      std::int64_t arrived = 0;
      for (std::int64_t const of_rank : play([&](HarmonicShare const& share) {
             Side<Real> const side(of, share, run);
             runs = side.runs();
             return side.count_arrivals(way);
           })) {
        arrived += of_rank;
      }
      EXPECT_GT(arrived, 0);
    }
  }
}

template <class Real>
void expect_arrivals(Case const& of, int ranks) {
  SCOPED_TRACE(of.grid.name());
  for (Reach const reach : reaches()) {
    expect_arrivals<Real>(of, ranks, reach);
  }
}

// Near the poles fewer orders reach a ring.
TYPED_TEST(ModeExchanges, BringEachModeWhereItBelongs) {
  for (int const ranks : {2, 3}) {
    expect_arrivals<TypeParam>({gauss_legendre_grid(600, 7), make_harmonic_range(300), 256, 2},
                               ranks);
    expect_arrivals<TypeParam>({healpix_grid(64), make_harmonic_range(190), 100, 1}, ranks);
    expect_arrivals<TypeParam>({healpix_grid(64), make_harmonic_range(190, 90), 1000, 1}, ranks);
  }
  expect_arrivals<TypeParam>({gauss_legendre_grid(3, 9), make_harmonic_range(40), 256, 1}, 5);
}

}  // namespace
}  // namespace siderum::test
