// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/pair_histogram.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/random.hpp>

#include "support/matchers.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

constexpr int bins = 37;  // more than are looked at together
constexpr int tile_count = 4;

/// Three tiles, of 64, 37 and 1 points near each other, in the regions 0, 1 and 1, and one of eight
/// clumps, of which any two have all of their pairs in one bin, or nearly all in two.
struct Tiles {
  Tiles() {
    CounterRandom random(3, 1);
    for (int tile = 0; tile < tile_count; ++tile) {
      for (int i = 0; i < tile_size; ++i) {
        bool const holds = i < count[tile];
        double const none = std::numeric_limits<double>::quiet_NaN();
        bool const is_clump = tile == 3;
        double const spread = is_clump ? 0.004 : 0.2;
        double const clump = is_clump ? 0.05 * (i / 8) : 0.0;
        x.push_back(holds ? 0.1 * tile + clump + random.uniform(-spread, spread) : none);
        y.push_back(holds ? random.uniform(-spread, spread) : none);
        z.push_back(holds ? 1.0 + random.uniform(-0.01, 0.01) * spread : none);
        weight.push_back(holds ? random.uniform(0.5, 2.0) : 0.0);
        near_x.push_back(static_cast<float>(x.back() - center_x[tile]));
        near_y.push_back(static_cast<float>(y.back()));
        near_z.push_back(static_cast<float>(z.back() - 1.0));
      }
    }
  }

  TilePoints<TestMemory> on_test_space() const {
    return {to_space(x),        to_space(y),        to_space(z),      to_space(weight),
            to_space(near_x),   to_space(near_y),   to_space(near_z), to_space(center_x),
            to_space(center_y), to_space(center_z), to_space(count),  to_space(region)};
  }

  std::vector<double> x, y, z, weight;
  std::vector<float> near_x, near_y, near_z;
  std::vector<double> center_x{0.0, 0.1, 0.2, 0.4}, center_y{0.0, 0.0, 0.0, 0.0},
      center_z{1.0, 1.0, 1.0, 1.0};
  std::vector<std::int32_t> count{64, 37, 1, 64};
  std::vector<std::int32_t> region{0, 1, 1, 0};
};

struct Histogram {
  std::vector<std::uint64_t> count = std::vector<std::uint64_t>(4 * bins);
  std::vector<double> weight = std::vector<double>(4 * bins);
  std::vector<double> moment = std::vector<double>(4 * bins);
};

template <class V>
class PairHistogram : public testing::Test {
 protected:
  using Real = typename V::Real;
  using Operation = typename V::Backend::template PairHistogram<TestSpace, Real>;

  PairHistogram() {
    for (int k = 0; k <= bins; ++k) {
      edges.push_back(static_cast<Real>(1e-4 * std::pow(1.25, k)));
    }
  }

  /// The squared chord as the contract has it.
  Real squared_chord(std::size_t i, std::size_t j) const {
    std::size_t const tile = j / tile_size;
    bool const exact = std::is_same_v<Real, double>;
    auto const difference = [&](std::vector<double> const& from,
                                std::vector<double> const& center) {
      return exact ? static_cast<Real>(from[i] - from[j])
                   : static_cast<Real>(from[i] - center[tile]) -
                         static_cast<Real>(from[j] - center[tile]);
    };
    Real const dx = difference(tiles.x, tiles.center_x);
    Real const dy = difference(tiles.y, tiles.center_y);
    Real const dz = difference(tiles.z, tiles.center_z);
    return std::fma(dz, dz, std::fma(dy, dy, dx * dx));
  }

  Histogram expected(std::vector<TilePair> const& list, bool same_tiles, bool weights) const {
    Histogram histogram;
    for (TilePair const& pair : list) {
      for (int i = 0; i < tiles.count[pair.a]; ++i) {
        bool const same = same_tiles && pair.a == pair.b;
        for (int j = same ? i + 1 : 0; j < tiles.count[pair.b]; ++j) {
          std::size_t const a = pair.a * tile_size + i;
          std::size_t const b = pair.b * tile_size + j;
          Real const c2 = squared_chord(a, b);
          for (int k = 0; k < bins; ++k) {
            if (edges[k] <= c2 && c2 < edges[k + 1]) {
              int const cell = (tiles.region[pair.a] * 2 + tiles.region[pair.b]) * bins + k;
              double const weight = weights ? tiles.weight[a] * tiles.weight[b] : 1.0;
              histogram.count[cell] += 1;
              histogram.weight[cell] += weight;
              histogram.moment[cell] += weight * static_cast<double>(c2);
            }
          }
        }
      }
    }
    return histogram;
  }

  FixedPointSums<TestMemory> sums(std::size_t cells) const {
    return {make_view<std::int64_t>(cells), make_view<std::uint64_t>(cells), 0x1p40};
  }

  static std::vector<double> real(FixedPointSums<TestMemory> const& sums) {
    auto const high = to_host(sums.high);
    auto const low = to_host(sums.low);
    std::vector<double> values(4 * bins, 0.0);
    for (std::size_t i = 0; i < high.size(); ++i) {
      values[i % values.size()] +=
          (static_cast<double>(high[i]) + static_cast<double>(low[i]) * 0x1p-32) * 0x1p-40;
    }
    return values;
  }

  Histogram counted(std::vector<TilePair> const& list, bool same_tiles, PairSums kind) const {
    constexpr std::size_t cells = 4 * bins * 2;
    PairTallies<TestMemory> tallies;
    tallies.shape = {bins, 2, 2, true};
    tallies.replicas = 2;
    tallies.count = make_view<std::uint64_t>(cells);
    tallies.weight = sums(has_weights(kind) ? cells : 0);
    tallies.moment = sums(has_moments(kind) ? cells : 0);
    TestSpace const exec;
    Operation const count(exec, tiles.on_test_space(), tiles.on_test_space(),
                          same_tiles ? Operation::Sides::same : Operation::Sides::different,
                          to_space(edges), tallies, kind);
    count(to_space(list), static_cast<std::int64_t>(list.size()), "test::pair_histogram");
    exec.fence();
    Histogram histogram{std::vector<std::uint64_t>(4 * bins), real(tallies.weight),
                        real(tallies.moment)};
    auto const counts = to_host(tallies.count);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      histogram.count[i % histogram.count.size()] += counts[i];
    }
    return histogram;
  }

  void expect_agreement(std::vector<TilePair> const& list, bool same_tiles) const {
    for (PairSums const kind :
         {PairSums::count, PairSums::moment, PairSums::weight, PairSums::weighted_moment}) {
      Histogram const want = expected(list, same_tiles, has_weights(kind));
      Histogram const have = counted(list, same_tiles, kind);
      EXPECT_EQ(have.count, want.count);
      if (has_weights(kind)) {
        EXPECT_TRUE(all_near(have.weight, want.weight, 1e-11));
      }
      if (has_moments(kind)) {
        // Each moment may be rounded to 2^-23 of an edge near by, the highest at most.
        EXPECT_TRUE(all_near(have.moment, want.moment, 1e-5 * edges.back()));
      }
    }
  }

  Tiles tiles;
  std::vector<Real> edges;
};

/// Portable, with another number of lanes than the space has.
struct HalfTheLanes : backend::Portable {
  static constexpr std::string_view name = "half_the_lanes";
  template <class Exec, class Real>
  using PairHistogram = portable::PairHistogram<Exec, Real, DeviceShape<Exec>::lanes / 2>;
};

template <class Types>
struct WithHalfTheLanes;
template <class... Types>
struct WithHalfTheLanes<testing::Types<Types...>> {
  using type =
      testing::Types<Types..., Variant<HalfTheLanes, float>, Variant<HalfTheLanes, double>>;
};
using LaneVariants = std::conditional_t<is_host<TestSpace>, std::type_identity<Variants>,
                                        WithHalfTheLanes<Variants>>::type;

TYPED_TEST_SUITE(PairHistogram, LaneVariants, VariantNames);

TYPED_TEST(PairHistogram, TilesOfOneSideAndOfTwo) {
  std::vector<TilePair> list;
  for (std::int32_t a = 0; a < tile_count; ++a) {
    for (std::int32_t b = a; b < tile_count; ++b) {
      list.push_back({a, b, -1, bins});
    }
  }
  this->expect_agreement(list, true);
  this->expect_agreement(list, false);
}

TYPED_TEST(PairHistogram, EntriesThatPromiseFewBins) {
  // The promise is that of the pairs which are there.
  for (std::int32_t b = 1; b < tile_count; ++b) {
    int below = bins;
    int highest = -1;
    for (int i = 0; i < this->tiles.count[0]; ++i) {
      for (int j = 0; j < this->tiles.count[b]; ++j) {
        auto const c2 = this->squared_chord(i, b * tile_size + j);
        int bin = -1;
        while (bin < bins && this->edges[bin + 1] <= c2) {
          ++bin;
        }
        below = std::min(below, bin);
        highest = std::max(highest, bin);
      }
    }
    std::vector<TilePair> const list{{0, b, below, highest}};
    this->expect_agreement(list, true);
  }
}

TYPED_TEST(PairHistogram, AnEmptyList) {
  this->expect_agreement({}, true);
}

}  // namespace
}  // namespace siderum::test
