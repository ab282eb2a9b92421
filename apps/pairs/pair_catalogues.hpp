// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <siderum/algorithms/pairs/make_sky_regions.hpp>
#include <siderum/core/catalogue_table.hpp>
#include <siderum/io/pairs/catalogue_columns.hpp>
#include <siderum/io/pairs/pair_count_file.hpp>

namespace siderum::apps {

/// The files of all catalogues, and how their columns are called.
struct CatalogueFiles {
  std::string data;
  std::string data2;  ///< empty: auto correlation
  std::vector<std::string> randoms;
  std::vector<std::string> randoms2;
  io::CatalogueColumns columns;

  bool is_cross() const { return !data2.empty(); }
};

/// Regions that are to be made.
struct RegionPlan {
  std::int64_t regions;
  RegionMethod method;
  std::uint64_t seed;
};

/// Counts that are used again, and the file that they are in.
struct SavedCounts {
  std::string path;
  io::PairCountFile file;
};

/// Catalogues that are counted together: one of data, or a list of random ones.
struct CatalogueGroup {
  std::string name;                ///< "data", "data2", "randoms", "randoms2"
  std::vector<std::string> files;  ///< (sets)
  std::vector<CatalogueTable> sets;

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
/// catalogue, without randoms from the data; where none are planned, those of `saved` are taken.
/// Throws Error for rows that cannot be used, weights in no file, randoms of total weight 0, and
/// regions that cannot be made.
/// @param saved  or null
PairCatalogues read_catalogues(CatalogueFiles const& files,
                               std::optional<RegionPlan> const& planned, SavedCounts const* saved);

}  // namespace siderum::apps
