// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/pairs/pair_count_options.hpp>
#include <siderum/backends/choice.hpp>
#include <siderum/core/catalogue.hpp>
#include <siderum/core/pair_count_result.hpp>
#include <siderum/core/progress.hpp>
#include <siderum/core/separation_bins.hpp>

/// Pairs of points on the sky, counted by angular separation.
///
/// With unit vectors a and b, the pair belongs to the bin k in which the squared chord
///
///     c^2 = |a - b|^2 = 4 sin^2(theta / 2),      4 sin^2(edges[k] / 2) <= c^2
///
/// lies; c^2 is formed as fma(dz, dz, fma(dy, dy, dx dx)) and both sides are rounded to the
/// precision of the options. There is no approximation: tiles of neighbouring points are taken
/// whole only where every pair of them falls into one bin.
///
/// For every function below:
/// - The counts are the same integers for every space, backend, thread count and order of points
///   (FP64; in FP32 the order moves single pairs across edges). Sums of weights are accumulated in
///   fixed point: the same for every thread count and run, and between backends to 1e-13 of the
///   sum of |w_i w_j| in a bin. Totals are sums of products, not differences of squares.
/// - A region costs nothing per pair. Measured in FP64, 1e6 points to 10 degrees: weights take 1.7
///   (hosts) to 2.5 times (GPUs) the time of counts, mean separations 1.2 to 1.6 times. FP32 gains
///   for counts alone and on GPUs alone: on hosts it takes 1.0 to 1.2 times the time of FP64.
/// - Cost: O(points log points) and the pairs near an edge of a bin: 1e6 points over the sky to 10
///   degrees resolve 1 pair in 90. Memory: about 100 bytes a point, a list of tile pairs of bounded
///   size, and (3 regions x bins) counters, with RegionMatrix::yes (regions^2 x bins) up to 64 MB.
/// - Blocks: the counts are in host memory on return. An empty catalogue has no pairs.
/// - The mean separation stands for sum w_i w_j theta / sum w_i w_j: the mean of c^2, made an angle
///   by the line in c^2 that fits theta best over the bin. How right it is depends on how the pairs
///   spread in the bin: to a few parts in 1e5 if evenly in area; for the clustered mock Mr19 to
///   3.9e-4 of theta where the edges of a bin have the ratio 1.41, 1.5e-3 for 2, 1.4e-2 for 10; for
///   any pairs to width^2 / (8 theta).
/// - Throws Error where two edges are the same number in the precision of the options, where
///   regions of two catalogues differ in number, where the sizes of the weights of a catalogue add
///   up to less than 1e-140 (but not 0) or more than 1e150, above 2^31 - 1 points or 2^18 regions
///   of all sets together, and above 2^63 pairs; OutOfMemory.
/// - Catalogues that are counted more than once are better sorted once (sorted_catalogues.hpp).
/// - A leading template parameter names a backend where the default of the space is not wanted.
/// Instantiated for the default and the default host execution space.
namespace siderum {

namespace detail {

/// The one form behind all: pairs within each of `first`, or of each of `first` with each of
/// `second`.
template <class Backend, class Exec>
PairCounts count_pairs(Exec const& exec, PairKind kind,
                       std::span<Catalogue<typename Exec::memory_space> const> first,
                       std::span<Catalogue<typename Exec::memory_space> const> second,
                       SeparationBins const& bins, PairCountOptions const& options,
                       ProgressObserver* progress);

template <class Backend, class Exec>
PairCounts count_pairs_by_patches(Exec const& exec, PairKind kind,
                                  std::span<Catalogue<Kokkos::HostSpace> const> first,
                                  std::span<Catalogue<Kokkos::HostSpace> const> second,
                                  SeparationBins const& bins, PairCountOptions const& options,
                                  ProgressObserver* progress);

}  // namespace detail

/// Auto counts: each pair i < j of one catalogue.
template <class Backend = backend::Default, class Exec>
PairCounts count_pairs(Exec const& exec, Catalogue<typename Exec::memory_space> const& catalogue,
                       SeparationBins const& bins, PairCountOptions const& options = {},
                       ProgressObserver* progress = nullptr) {
  return detail::count_pairs<backend::resolve_t<Backend, Exec>>(
      exec, PairKind::auto_count, std::span(&catalogue, 1), {}, bins, options, progress);
}

/// Cross counts: each point of the first catalogue with each of the second.
template <class Backend = backend::Default, class Exec>
PairCounts count_pairs(Exec const& exec, Catalogue<typename Exec::memory_space> const& first,
                       Catalogue<typename Exec::memory_space> const& second,
                       SeparationBins const& bins, PairCountOptions const& options = {},
                       ProgressObserver* progress = nullptr) {
  return detail::count_pairs<backend::resolve_t<Backend, Exec>>(
      exec, PairKind::cross_count, std::span(&first, 1), std::span(&second, 1), bins, options,
      progress);
}

/// Sum of the auto counts of many catalogues, no pair between two of them: RR of many random sets.
template <class Backend = backend::Default, class Exec>
PairCounts count_pairs_of_sets(Exec const& exec,
                               std::span<Catalogue<typename Exec::memory_space> const> sets,
                               SeparationBins const& bins, PairCountOptions const& options = {},
                               ProgressObserver* progress = nullptr) {
  return detail::count_pairs<backend::resolve_t<Backend, Exec>>(exec, PairKind::auto_count, sets,
                                                                {}, bins, options, progress);
}

/// Sum of the cross counts of one catalogue with many: DR of many random sets.
template <class Backend = backend::Default, class Exec>
PairCounts count_pairs_with_sets(Exec const& exec,
                                 Catalogue<typename Exec::memory_space> const& first,
                                 std::span<Catalogue<typename Exec::memory_space> const> sets,
                                 SeparationBins const& bins, PairCountOptions const& options = {},
                                 ProgressObserver* progress = nullptr) {
  return detail::count_pairs<backend::resolve_t<Backend, Exec>>(
      exec, PairKind::cross_count, std::span(&first, 1), sets, bins, options, progress);
}

/// Catalogues in host memory that the memory of `exec` need not hold: auto counts of each of
/// `first`, or, of the other kind, cross counts of each of `first` with each of `second`, added up.
///
/// The points are sorted and bounded on the host, which takes some 100 bytes a point there. The
/// space gets the nodes of the tree (3 bytes a point) and patches of the sky, stretches of the
/// sorted points, two at a time: each with those that the last edge reaches. On hosts all results
/// have the bits of the functions above; on devices counts do, sums of weights to 1e-13 (above).
/// - Cost: as above, and one copy of a patch for each other one that it reaches.
/// - Throws Error where two patches of some 1/300 of the points are more than the memory allowed.
template <class Backend = backend::Default, class Exec>
PairCounts count_pairs_by_patches(Exec const& exec, PairKind kind,
                                  std::span<Catalogue<Kokkos::HostSpace> const> first,
                                  std::span<Catalogue<Kokkos::HostSpace> const> second,
                                  SeparationBins const& bins, PairCountOptions const& options = {},
                                  ProgressObserver* progress = nullptr) {
  return detail::count_pairs_by_patches<backend::resolve_t<Backend, Exec>>(
      exec, kind, first, second, bins, options, progress);
}

}  // namespace siderum
