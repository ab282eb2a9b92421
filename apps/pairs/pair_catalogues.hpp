// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <siderum/algorithms/pairs/sky_regions.hpp>
#include <siderum/apps/pairs/pairs_options.hpp>
#include <siderum/io/pairs/catalogue_table.hpp>
#include <siderum/io/pairs/pair_count_file.hpp>

namespace siderum::apps {

/// Catalogues that are counted together: one of data, or a list of random ones.
struct CatalogueGroup {
  std::string name;                ///< "data", "data2", "randoms", "randoms2"
  std::vector<std::string> files;  ///< (sets)
  std::vector<io::CatalogueTable> sets;

  bool is_there() const { return !sets.empty(); }
};

/// Everything that is read, with its regions.
struct PairCatalogues {
  CatalogueGroup data, data2, randoms, randoms2;
  std::vector<std::int64_t> region_labels;  ///< ascending; empty: no regions
  std::optional<SkyRegions> regions;        ///< where the program made or loaded them
  bool has_weights = false;
  std::vector<std::string> notes;  ///< sentences for standard error

  std::int64_t region_count() const { return std::ssize(region_labels); }
};

/// Reads and checks all catalogues and labels their points. Regions are made from the first random
/// catalogue, without randoms from the data; where none are asked for, those of `saved` are taken.
/// Throws Error for rows that cannot be used, weights in no file, randoms of total weight 0, and
/// regions that cannot be made.
/// @param saved  counts to be used again, or null
PairCatalogues read_catalogues(PairsOptions const& options, io::PairCountFile const* saved);

}  // namespace siderum::apps
