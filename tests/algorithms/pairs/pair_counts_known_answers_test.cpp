// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <filesystem>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include <siderum/algorithms/pairs/make_sky_regions.hpp>
#include <siderum/algorithms/pairs/pair_estimators.hpp>
#include <siderum/algorithms/pairs/pair_sums.hpp>
#include <siderum/algorithms/pairs/random_points.hpp>

#include "algorithms/pairs/pair_counts_support.hpp"
#include "support/data.hpp"
#include "support/tolerance.hpp"

namespace siderum::test {
namespace {

using Rows = std::vector<std::vector<std::string>>;

/// Rows without their heading.
Rows read_table_rows(std::filesystem::path const& file) {
  Rows rows = read_rows(file);
  rows.erase(rows.begin());
  return rows;
}

enum class Columns { ra_dec, all };

Sky read_sky(std::filesystem::path const& file, Columns columns) {
  Sky sky;
  for (std::vector<std::string> const& row : read_table_rows(file)) {
    sky.add(std::stod(row[0]), std::stod(row[1]));
    if (columns == Columns::all) {
      sky.weight.push_back(std::stod(row[2]));
      sky.region.push_back(static_cast<std::int32_t>(std::stol(row[3])));
    }
  }
  return sky;
}

Sky golden_sky(std::string const& name) {
  return read_sky(std::filesystem::path(SIDERUM_GOLDEN) / ("pair_counts_" + name + ".csv"),
                  Columns::all);
}

constexpr std::int64_t golden_regions = 8;

template <class V>
class PairCountsKnownAnswers : public testing::Test {};
TYPED_TEST_SUITE(PairCountsKnownAnswers, Variants, VariantNames);

using DoubleVariants = std::conditional_t<
    std::is_same_v<DefaultBackend, backend::Portable>,
    testing::Types<Variant<backend::Portable, double>>,
    testing::Types<Variant<backend::Portable, double>, Variant<DefaultBackend, double>>>;
template <class V>
class PairCountsExactAnswers : public testing::Test {};
TYPED_TEST_SUITE(PairCountsExactAnswers, DoubleVariants, VariantNames);

TYPED_TEST(PairCountsExactAnswers, Mr19Mock) {
  std::filesystem::path const folder = survey_data() / "sky";
  Sky const mock = read_sky(folder / "mr19_mock_north.csv", Columns::ra_dec);
  ASSERT_EQ(mock.points(), 84'383);
  std::vector<double> edges;
  for (std::vector<std::string> const& row : read_rows(folder / "mr19_bin_edges_deg.txt")) {
    edges.push_back(std::stod(row.at(0)));
  }
  std::vector<std::int64_t> expected;
  for (std::vector<std::string> const& row : read_table_rows(folder / "mr19_mock_north_dd.csv")) {
    expected.push_back(std::stoll(row.at(2)) / 2);  // each pair twice there
  }
  ASSERT_EQ(expected.size(), 20u);
  ASSERT_EQ(expected.front(), 1'468);
  ASSERT_EQ(expected.back(), 69'948'062);

  EXPECT_EQ(count<TypeParam>(mock, make_bins(edges)).count, expected);
  EXPECT_EQ(count<TypeParam>(mock, logarithmic_bins(0.01, 10.0, 20)).count, expected);
}

/// One count of TreeCorr with its bins.
struct Golden {
  std::vector<double> edges;
  std::vector<std::int64_t> pairs;
  std::vector<double> weight;
};

std::map<std::string, Golden> read_golden() {
  std::map<std::string, Golden> golden;
  for (std::vector<std::string> const& row :
       read_table_rows(std::filesystem::path(SIDERUM_GOLDEN) / "pair_counts_treecorr.csv")) {
    Golden& entry = golden[row.at(0) + " " + row.at(1) + " " + row.at(2)];
    if (entry.edges.empty()) {
      entry.edges.push_back(std::stod(row.at(3)));
    }
    entry.edges.push_back(std::stod(row.at(4)));
    entry.pairs.push_back(static_cast<std::int64_t>(std::stod(row.at(5))));
    entry.weight.push_back(std::stod(row.at(6)));
  }
  return golden;
}

TYPED_TEST(PairCountsExactAnswers, TreeCorrInEveryBin) {
  std::map<std::string, Golden> const all = read_golden();
  ASSERT_EQ(all.size(), 16u);  // auto and cross, two each, to 10 and to 180 degrees, weights or not
  for (auto const& [name, golden] : all) {
    SCOPED_TRACE(name);
    bool const weighted = name.ends_with("yes");
    auto const sky = [weighted](std::string const& file) {
      Sky read = golden_sky(file);
      read.region.clear();
      if (!weighted) {
        read.weight.clear();
      }
      return read;
    };
    std::string const files = name.substr(0, name.find(' '));
    std::size_t const dash = files.find('-');
    SeparationBins const bins = make_bins(golden.edges);

    PairCounts const counts =
        dash == std::string::npos
            ? count<TypeParam>(sky(files), bins)
            : count<TypeParam>(sky(files.substr(0, dash)), sky(files.substr(dash + 1)), bins);

    EXPECT_EQ(counts.count, golden.pairs);
    if (weighted) {
      for (std::size_t k = 0; k < golden.weight.size(); ++k) {
        EXPECT_TRUE(near_value(counts.weight[k], golden.weight[k],
                               weighted_pairs_tolerance(golden.weight[k])))
            << k;
      }
    }
  }
}

// TreeCorr takes N^2 / 2 for the number of pairs of N points, also of those of a region.
void take_totals_of_treecorr(PairCounts& counts) {
  auto const points = static_cast<double>(counts.points_first);
  counts.total = 0.5 * points * points;
  counts.regions.sum2_first.assign(counts.regions.sum2_first.size(), 0.0);
}

TYPED_TEST(PairCountsExactAnswers, TreeCorrsJackknife) {
  auto const labelled = [](std::string const& name) {
    Sky sky = golden_sky(name);
    sky.weight.clear();
    sky.regions = golden_regions;
    return sky;
  };
  Sky const data = labelled("data");
  Sky const randoms = labelled("randoms");
  SeparationBins const bins = logarithmic_bins(0.05, 10.0, 12);
  CorrelationCounts counts{count<TypeParam>(data, bins),
                           count<TypeParam>(data, randoms, bins),
                           {},
                           count<TypeParam>(randoms, bins)};
  take_totals_of_treecorr(counts.dd);
  take_totals_of_treecorr(counts.rr);
  std::map<std::string, std::array<std::vector<double>, 2>> expected;
  for (std::vector<std::string> const& row :
       read_table_rows(std::filesystem::path(SIDERUM_GOLDEN) / "pair_counts_treecorr_xi.csv")) {
    expected[row.at(0)][0].push_back(std::stod(row.at(3)));
    expected[row.at(0)][1].push_back(std::stod(row.at(4)));
  }
  ASSERT_EQ(expected.size(), 2u);

  std::vector<double> const w = correlation_function(counts, Estimator::landy_szalay);
  double const tolerance = outside_estimate_tolerance(*std::max_element(w.begin(), w.end()));
  for (auto const& [name, convention] : {std::pair("match", JackknifeConvention::match),
                                         std::pair("either", JackknifeConvention::either)}) {
    std::vector<double> const error = standard_errors(
        jackknife_covariance(leave_one_out(counts, Estimator::landy_szalay, convention)));
    EXPECT_TRUE(all_near(w, expected.at(name)[0], tolerance)) << name;
    EXPECT_TRUE(all_near(error, expected.at(name)[1], tolerance)) << name;
  }
}

Sky random_sky(std::int64_t points, std::uint64_t seed) {
  SkyPoints const drawn = random_points(SkyBox{350.0, 20.0, 40.0, 60.0}, points, seed);
  return {drawn.ra, drawn.dec};
}

void label(Sky& sky, SkyRegions const& regions) {
  sky.regions = regions.regions;
  for (std::int64_t const region : assign_regions(regions, sky.ra, sky.dec)) {
    sky.region.push_back(static_cast<std::int32_t>(region));
  }
}

TYPED_TEST(PairCountsKnownAnswers, RandomsAreUncorrelatedWithinTheirJackknifeErrors) {
  constexpr int realisations = 8;
  SeparationBins const bins = logarithmic_bins(0.3, 8.0, 6);
  std::array<std::vector<double>, 4> sum_w, sum_variance;
  constexpr std::array estimators{Estimator::landy_szalay, Estimator::hamilton,
                                  Estimator::davis_peebles, Estimator::natural};
  for (int i = 0; i < realisations; ++i) {
    Sky data = random_sky(1'000, 100 + i);
    Sky randoms = random_sky(3'000, 200 + i);
    SkyRegions const regions = make_sky_regions(randoms.ra, randoms.dec, 20);
    label(data, regions);
    label(randoms, regions);
    CorrelationCounts const counts{count<TypeParam>(data, bins),
                                   count<TypeParam>(data, randoms, bins),
                                   {},
                                   count<TypeParam>(randoms, bins)};
    for (std::size_t e = 0; e < estimators.size(); ++e) {
      std::vector<double> const w = correlation_function(counts, estimators[e]);
      Covariance const covariance = jackknife_covariance(leave_one_out(counts, estimators[e]));
      sum_w[e].resize(w.size());
      sum_variance[e].resize(w.size());
      for (std::size_t k = 0; k < w.size(); ++k) {
        sum_w[e][k] += w[k];
        sum_variance[e][k] +=
            covariance(static_cast<std::int64_t>(k), static_cast<std::int64_t>(k));
      }
    }
  }
  for (std::size_t e = 0; e < estimators.size(); ++e) {
    for (std::size_t k = 0; k < sum_w[e].size(); ++k) {
      EXPECT_GT(sum_variance[e][k], 0.0);
      EXPECT_LT(std::abs(sum_w[e][k]), 4.0 * std::sqrt(sum_variance[e][k])) << e << " " << k;
    }
  }
}

TYPED_TEST(PairCountsKnownAnswers, ARegionTakenOutByHandIsTheConventionEither) {
  constexpr std::int64_t regions = 5;
  SeparationBins const bins = logarithmic_bins(0.1, 100.0, 9);
  Sky data = random_sky(700, 1);
  Sky randoms = random_sky(900, 2);
  SkyRegions const cut = make_sky_regions(randoms.ra, randoms.dec, regions);
  label(data, cut);
  label(randoms, cut);
  auto const without = [](Sky const& sky, std::int64_t region) {
    Sky rest;
    for (std::int64_t i = 0; i < sky.points(); ++i) {
      if (sky.region[i] != region) {
        rest.add(sky.ra[i], sky.dec[i]);
      }
    }
    return rest;
  };
  PairCounts const pairs = count<TypeParam>(data, bins);
  PairCounts const cross = count<TypeParam>(data, randoms, bins);
  for (std::int64_t r = 0; r < regions; ++r) {
    Sky const d = without(data, r);
    for (auto const& [counts, anew] :
         {std::pair(pairs, count<TypeParam>(d, bins)),
          std::pair(cross, count<TypeParam>(d, without(randoms, r), bins))}) {
      SampledPairs const sample = without_region(counts, r, JackknifeConvention::either);
      EXPECT_EQ(sample.total, anew.total);
      if (std::is_same_v<typename TypeParam::Real, double>) {
        EXPECT_TRUE(all_equal(sample.pairs, anew.count));
      }
    }
  }
}

}  // namespace
}  // namespace siderum::test
