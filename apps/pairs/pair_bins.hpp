// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/apps/pairs/pairs_choices.hpp>
#include <siderum/core/separation_bins.hpp>

namespace siderum::apps {

/// MIN:MAX:N as it was written.
struct BinRange {
  double minimum = 0.0;
  double maximum = 0.0;
  std::int64_t count = 0;
};

/// The options that say which bins there are, as far as they were given.
struct BinOptions {
  std::optional<BinRange> logarithmic;
  std::optional<BinRange> linear;
  std::string edges_file;
  std::optional<AngleUnit> unit;
};

/// Edges twice: as they are printed, and as they are counted with.
struct PairBins {
  AngleUnit unit = AngleUnit::deg;
  std::vector<double> edges;  ///< (bins + 1) [unit]
  SeparationBins degrees;
};

double units_per_degree(AngleUnit unit);

/// From "0.01:10:20". Throws Error naming the option where the text is not that.
BinRange parse_bin_range(std::string const& option, std::string_view text);

/// True where no bins were given. Throws UsageError where they were given in two ways.
bool bins_are_missing(BinOptions const& options);

/// Bins that are not missing. Reads the file of edges: numbers, one or more a row; a first row
/// without numbers is a heading. A unit in the heading or the comments before the data is theirs.
/// Throws Error for edges that do not increase or lie outside 0 .. 180 degrees, with the row for
/// those of a file, and where its unit is another one than was asked for.
PairBins make_pair_bins(BinOptions const& options);

/// The same edges as a file of counts has them. Throws Error for a unit that is not known.
PairBins pair_bins_of(std::vector<double> const& edges, std::string const& unit);

}  // namespace siderum::apps
