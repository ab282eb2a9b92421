// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <siderum/algorithms/pairs/pair_count_options.hpp>
#include <siderum/algorithms/pairs/pair_estimators.hpp>
#include <siderum/apps/command_line/choices.hpp>
#include <siderum/apps/pairs/pair_bins.hpp>
#include <siderum/apps/pairs/pair_catalogues.hpp>
#include <siderum/engine/pairs.hpp>
#include <siderum/io/pairs/pair_count_file.hpp>

namespace siderum::apps {

/// The counts of one call, in the order of their columns: dd, dr, rr or d1d2, d1r2, d2r1, r1r2, or
/// the first of these alone.
struct CountedPairs {
  io::PairCountFile file;          ///< with what they are counts of
  std::vector<std::string> notes;  ///< sentences about counts that were not used
  engine::Placement placement;     ///< where they were counted

  std::vector<io::NamedCounts> const& counts() const { return file.counts; }
  bool has_randoms() const { return file.counts.size() > 1; }

  /// As estimators take them; has_randoms() holds.
  CorrelationCounts correlation_counts() const;
};

/// How pairs are counted.
struct CountPlan {
  engine::Execution execution;
  PairCountOptions options;
  bool is_to_be_saved = false;  ///< the counts are told what they are of
  ProgressChoice progress = ProgressChoice::automatic;
};

/// What there is to count at least, by the sizes of the files: on the whole sky, where the fewest
/// of the pairs are near each other. Nothing of files that do not tell.
engine::PairWork least_work(CatalogueFiles const& files);

/// Counts all pairs, with a progress bar; takes from `saved` what is of the same catalogues.
///
/// A saved count is used where the points, weights and regions of both its catalogues are the same.
/// Where the randoms differ, or nothing can be used, that is an Error which names the field; where
/// only the data differ, counts of data are made anew, which a note says.
/// @param saved  or null
CountedPairs count_catalogues(CountPlan const& plan, PairBins const& bins,
                              PairCatalogues const& catalogues, SavedCounts const* saved);

}  // namespace siderum::apps
