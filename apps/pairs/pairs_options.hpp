// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <siderum/apps/command_line/choices.hpp>
#include <siderum/apps/pairs/pair_bins.hpp>
#include <siderum/apps/pairs/pair_catalogues.hpp>
#include <siderum/apps/pairs/pairs_choices.hpp>
#include <siderum/io/pairs/catalogue_columns.hpp>

namespace siderum::apps {

/// The command line of `siderum pairs`.
struct PairsOptions {
  CatalogueFiles catalogues;

  BinOptions bins;
  MeanSeparation mean_separation = MeanSeparation::no;

  std::optional<std::int64_t> regions;
  std::optional<RegionMethod> region_method;
  std::optional<JackknifeConvention> jackknife;
  std::optional<Estimator> estimator;
  std::optional<ErrorMethod> errors;
  std::optional<std::int64_t> resamples;
  std::optional<std::uint64_t> seed;

  std::string output;      ///< empty: standard output
  std::string per_region;  ///< of this and the following: empty, not written
  std::string leave_one_out;
  std::string covariance;
  std::string save_regions;
  std::string save_counts;
  std::string use_counts;  ///< empty: everything is counted
  std::string plot;

  engine::Execution execution;
  ProgressChoice progress = ProgressChoice::automatic;
  Verbose verbose = Verbose::no;

  bool has_randoms() const { return !catalogues.randoms.empty(); }
  bool asks_for_regions() const {
    return regions.has_value() || !catalogues.columns.region.empty();
  }
};

/// "--columns RA,DEC" into the columns. Throws Error for other texts.
void parse_columns(std::string const& text, io::CatalogueColumns& columns);

/// Throws UsageError for options that contradict each other or would have no effect, and Error for
/// files that are named twice or have an ending that is not known.
void check_options(PairsOptions const& options);

/// Throws UsageError where regions are asked about and there are none, neither asked for nor, where
/// counts are used again, saved.
/// @param saved_regions  of the counts that are used again
void check_saved_regions(PairsOptions const& options, std::int64_t saved_regions);

/// What to say where regions are asked for and nothing is made from them; empty for others.
std::string idle_regions(PairsOptions const& options);

/// Throws Error for a bootstrap of pairs of which the counts between all regions are too many.
void check_bootstrap(PairsOptions const& options, std::int64_t regions, std::int64_t bins);

/// The methods that are used where the options leave them open.
ErrorMethod error_method(PairsOptions const& options, std::int64_t regions);

}  // namespace siderum::apps
