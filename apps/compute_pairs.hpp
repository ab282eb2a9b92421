// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <siderum/algorithms/pairs/pair_count_options.hpp>
#include <siderum/algorithms/pairs/pair_count_result.hpp>
#include <siderum/apps/compute.hpp>
#include <siderum/core/separation_bins.hpp>
#include <siderum/io/pairs/catalogue_table.hpp>

namespace siderum::apps {

/// The program's door to the pair counts: plain C++, as compute.hpp is. A Compute must live.
class PairCounter {
 public:
  /// @param options        but for the precision, which is that of `execution`
  /// @param region_labels  the labels of all catalogues, ascending; empty: no regions
  PairCounter(Execution const& execution, SeparationBins bins, PairCountOptions options,
              std::vector<std::int64_t> region_labels);
  ~PairCounter();
  PairCounter(PairCounter const&) = delete;
  PairCounter& operator=(PairCounter const&) = delete;

  /// Takes catalogues that belong together, such as a list of randoms; the answer names them in the
  /// calls below.
  std::size_t add(std::span<io::CatalogueTable const> sets);

  /// Pairs within each set, summed over the sets.
  PairCounts count(std::size_t group, ProgressObserver* progress) const;

  /// Pairs of one set with each of many; of as many sets with as many, the i-th with the i-th.
  PairCounts count(std::size_t first, std::size_t second, ProgressObserver* progress) const;

 private:
  class Implementation;
  template <class Backend, class Exec>
  class OnSpace;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace siderum::apps
