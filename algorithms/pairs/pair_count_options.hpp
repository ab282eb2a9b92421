// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace siderum {

/// The precision in which squared chords are formed and compared with the edges.
enum class PairPrecision : std::uint8_t {
  fp64,  ///< exact: the rounded squared chord of FP64 unit vectors decides
  /// Coordinates relative to a tile: a pair may count in the next bin where its chord is nearer to
  /// that of an edge than 2^-20 of the longest chord of the two tiles, which is at most that of the
  /// catalogues. Of separations without steps that is within max(1e-3 N, 3) per bin down to 1
  /// arcsec; of clumps and lattices, where many pairs have one separation, it may be all of these.
  fp32,
};

/// Whether the mean separation of the pairs of each bin is computed too.
enum class MeanSeparation : std::uint8_t { no, yes };

/// Whether the pairs between any two regions are kept too. The jackknife and the marked bootstrap
/// need only those of each region; the bootstrap of pairs needs all.
enum class RegionMatrix : std::uint8_t { no, yes };

/// The part that one process counts of pairs that several count together, each with all points.
struct PairShare {
  int part = 0;  ///< 0 .. parts - 1
  int parts = 1;
  /// Replaces each of so many numbers, in the memory of the space, by its sum over the parts,
  /// modulo 2^64. Every part calls it alike, when nothing writes there any more.
  std::function<void(std::uint64_t*, std::int64_t)> add_up;
  /// Throws where another part has failed; called now and then while this one counts.
  std::function<void()> check = [] {};
  /// Whether all parts say yes. Every part calls it alike.
  std::function<bool(bool)> all_say = [](bool yes) { return yes; };
};

/// Options of the pair counts.
struct PairCountOptions {
  PairPrecision precision = PairPrecision::fp64;
  MeanSeparation mean_separation = MeanSeparation::no;

  /// Of catalogues that both have regions; left out where it would take more than 64 MB
  /// (largest_region_matrix).
  RegionMatrix region_matrix = RegionMatrix::no;

  /// Share of the free memory that the list of tile pairs may take, in (0, 1].
  double memory_fraction = 0.5;

  /// Bytes that the points of two patches may take (count_pairs_by_patches). 0: half of the share
  /// of the free memory above.
  std::int64_t patch_bytes = 0;

  PairShare const* share = nullptr;  ///< not owned; null: all pairs are counted here
};

}  // namespace siderum
