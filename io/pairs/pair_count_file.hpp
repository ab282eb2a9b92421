// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <siderum/core/catalogue_table.hpp>
#include <siderum/core/pair_count_result.hpp>
#include <siderum/core/sky_regions.hpp>
#include <siderum/io/files/output_file.hpp>

/// Pair counts in files, with what they are counts of, so that none is taken for another.
namespace siderum::io {

/// What tells one catalogue, or a list of random catalogues, from another.
struct CatalogueStamp {
  std::int64_t points = 0;  ///< of all sets
  std::int64_t sets = 1;
  double sum_weight = 0.0;            ///< sum w over all sets
  double sum_squared_weight = 0.0;    ///< sum w^2
  std::uint64_t checksum = 0;         ///< of every ra, dec and weight, in their order
  std::uint64_t region_checksum = 0;  ///< of every region label; 0: no regions

  /// Of each set with its labels, whatever the order of the sets; 0: not known.
  std::uint64_t sum_of_checksums = 0;

  bool operator==(CatalogueStamp const&) const = default;
};

/// The stamp of some sets in their order. `regions` are their labels, or empty.
CatalogueStamp stamp_of(std::span<CatalogueTable const> sets);

/// One count and its catalogues; auto counts have the same stamp twice.
struct NamedCounts {
  std::string name;  ///< "dd", "dr", "rr", "d1d2", "d1r2", "d2r1", "r1r2"
  CatalogueStamp first;
  CatalogueStamp second;
  PairCounts counts;
};

/// What a file of counts holds.
struct PairCountFile {
  std::string version;        ///< of the siderum that counted
  std::string precision;      ///< "double" or "single"
  std::string unit;           ///< of `edges` as the user gave them: "deg", "arcmin", "arcsec"
  std::vector<double> edges;  ///< (bins + 1) [unit]; the counts have them in degrees
  std::vector<std::int64_t> region_labels;  ///< (regions) the users' labels, ascending; or empty
  std::optional<SkyRegions> regions;        ///< the division of the sky where siderum made it
  std::vector<NamedCounts> counts;

  /// The count of that name, or null.
  NamedCounts const* find(std::string const& name) const;
};

/// Writes JSON. The caller commits.
void write_pair_counts(PairCountFile const& content, OutputFile& file);

/// Throws Error, naming the file, where it is no such file, is of a later format, or lacks
/// something.
PairCountFile read_pair_counts(std::string const& path);

/// Throws Error, naming the file and the first field that differs, unless the counts were made as
/// `wanted` says: the edges in degrees, the precision and the labels of the regions. Edges may
/// differ by 1e-14 of their size, as those of the same bins in another unit do.
void require_same_bins(std::string const& path, PairCountFile const& saved,
                       PairCountFile const& wanted, std::span<double const> edges_deg);

/// Whether a count is of the same sets in another order, too. It is not where each set of one
/// catalogue is counted with one of the other.
enum class FileOrder : std::uint8_t { any, same };

/// The first field in which the saved stamp differs, as "the number of points of the randoms
/// differs: saved 10, given 12"; empty: none. Sums of weights may differ by their rounding.
/// @param name  of the catalogues, "randoms"
std::string difference(std::string const& name, CatalogueStamp const& saved,
                       CatalogueStamp const& given, FileOrder order = FileOrder::any);

}  // namespace siderum::io
