// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <siderum/apps/pairs/pair_bins.hpp>
#include <siderum/apps/pairs/pair_catalogues.hpp>
#include <siderum/apps/pairs/pair_counting.hpp>
#include <siderum/io/tables/table.hpp>

/// The files of `siderum pairs` as tables. Edges are in the unit of the bins; counts are sums of
/// weights where there are weights, with the numbers of pairs in further columns.
namespace siderum::apps {

/// w, its errors and, where it is asked for, its covariance.
struct CorrelationResult {
  std::vector<double> w;      ///< (bins)
  std::vector<double> error;  ///< (bins)
  std::optional<Covariance> covariance;
};

/// theta_min, theta_max, then one column for each count, and w and w_error where there are randoms.
/// @param correlation  null without randoms
io::Table result_table(PairBins const& bins, CountedPairs const& counted,
                       CorrelationResult const* correlation);

/// count, region, theta_min, theta_max, both, first, second: one row for each count, region and
/// bin.
io::Table per_region_table(PairBins const& bins, CountedPairs const& counted);

/// region, theta_min, theta_max, the counts without that region, and w of them.
io::Table leave_one_out_table(PairBins const& bins, CountedPairs const& counted,
                              Estimator estimator, JackknifeConvention convention);

/// theta_min_1, theta_max_1, theta_min_2, theta_max_2, covariance, correlation: one row for each
/// pair of bins.
io::Table covariance_table(PairBins const& bins, Covariance const& covariance);

/// catalogue, ra, dec, region: one row for each point.
io::Table regions_table(PairCatalogues const& catalogues);

}  // namespace siderum::apps
