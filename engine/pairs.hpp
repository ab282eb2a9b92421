// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <siderum/algorithms/pairs/pair_count_options.hpp>
#include <siderum/core/catalogue_table.hpp>
#include <siderum/core/pair_count_result.hpp>
#include <siderum/core/separation_bins.hpp>
#include <siderum/engine/arrays.hpp>
#include <siderum/engine/execution.hpp>

/// Pair counts of catalogues in plain host memory. What follows from counts is in
/// algorithms/pairs/pair_estimators.hpp, which needs no device.
///
///     siderum::engine::PairCounter counter(bins);
///     auto const data = counter.add(galaxies);
///     auto const randoms = counter.add(random_points);
///     siderum::CorrelationCounts const counts{counter.count(data), counter.count(data, randoms),
///                                             {}, counter.count(randoms)};
namespace siderum::engine {

/// How much is to be counted, all counts together.
struct PairWork {
  double pairs = 0.0;      ///< of any separation
  double points = 0.0;     ///< of all catalogues
  double sky_share = 1.0;  ///< of the whole sky, on which the points stand
};

/// The share of the sky of the box in right ascension and declination about the points, at least a
/// millionth; 1 where they go all around.
double sky_share(CatalogueTable const& points);

/// Where pairs would be counted, and why. Starts the device that it names.
Placement place(PairWork const& work, SeparationBins const& bins, Execution const& execution = {});

/// For who knows how much there is at least before the points are read: where place would choose a
/// GPU by itself, that begins to wake, on a thread of its own. What goes wrong is left for place to
/// say.
void foresee(PairWork const& work, SeparationBins const& bins, Execution const& execution = {});

/// Points on the sky in arrays of the caller (arrays.hpp), in host memory for any counter, or in
/// that of the counter's GPU.
struct CatalogueArrays {
  Array<double const> ra;            ///< (points) right ascension [deg], any finite number
  Array<double const> dec;           ///< (points) declination [deg], -90 .. 90
  Array<double const> weight;        ///< (points) finite; without elements: all points weigh 1
  Array<std::int64_t const> region;  ///< (points) labels; without elements: none
};

class CatalogueCounter;

/// Catalogues that are copied to a device and sorted once, by the first count that needs them, and
/// counted there against each other: a later count only counts. The sorted points stay there, some
/// 40 bytes a point, until their counter ends or memory is short.
class PairCounter {
 public:
  /// @param options        but for the precision, which is that of `execution`
  /// @param region_labels  the labels of all catalogues, ascending; empty: no catalogue has regions
  /// @param execution      `automatic` is the CPU: who knows how many pairs there are asks place
  /// Throws Error for labels that do not ascend, before a device starts.
  explicit PairCounter(SeparationBins bins, PairCountOptions options = {},
                       std::vector<std::int64_t> region_labels = {},
                       Execution const& execution = {});
  ~PairCounter();
  PairCounter(PairCounter const&) = delete;
  PairCounter& operator=(PairCounter const&) = delete;

  /// Takes catalogues that belong together, such as a list of randoms; the answer names them in the
  /// calls below. Throws Error for a region whose label the counter does not have.
  std::size_t add(std::span<CatalogueTable const> sets);
  std::size_t add(CatalogueTable const& set) { return add(std::span(&set, 1)); }

  /// The same of arrays, which are not needed after. Blocks: unit vectors are made on the host,
  /// wherever the arrays lie, so that the counts are the same for every device; numbers are checked
  /// there.
  std::size_t add(std::span<CatalogueArrays const> sets);

  /// Pairs within each set, summed over the sets.
  PairCounts count(std::size_t group) const;

  /// Pairs of one set with each of many; of as many sets with as many, the i-th with the i-th. Both
  /// counts throw Error for a group that add has not answered, this one for other numbers of sets.
  PairCounts count(std::size_t first, std::size_t second) const;

 private:
  class Session;
  std::unique_ptr<Session> session_;
};

}  // namespace siderum::engine
