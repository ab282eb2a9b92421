// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <siderum/distributed/message.hpp>
#include <siderum/engine/pairs.hpp>

/// Pair counts that several processes do together: each has all points and counts the pairs of some
/// of their neighbourhoods; sums are integers, and so the same for any number of processes.
namespace siderum::engine {

/// Views of its columns.
CatalogueArrays arrays_of(CatalogueTable const& table);

/// A counter on rank 0 with one on each other rank. Its catalogues are in host memory.
std::unique_ptr<CatalogueCounter> make_counter_together(distributed::Communicator& all,
                                                        SeparationBins const& bins,
                                                        PairCountOptions const& options,
                                                        std::vector<std::int64_t> const& labels,
                                                        Execution const& execution);

/// What the other ranks do meanwhile.
class CountersOfRank {
 public:
  explicit CountersOfRank(distributed::Communicator& all);
  ~CountersOfRank();

  void make(distributed::MessageReader& head);
  void add(distributed::MessageReader& head);
  void count(distributed::MessageReader& head);
  void end(distributed::MessageReader& head);

 private:
  class Counters;
  std::unique_ptr<Counters> counters_;
};

}  // namespace siderum::engine
