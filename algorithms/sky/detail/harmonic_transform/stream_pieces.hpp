// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <siderum/algorithms/sky/detail/harmonic_transform/validate.hpp>
#include <siderum/backends/portable/ring_pairs.hpp>

/// How a transform in pieces is divided. Nothing here needs a device.
namespace siderum::detail {

/// A run of pairs of rings, whose pixels follow each other in a piece of a map.
class StreamRun {
 public:
  StreamRun(std::vector<portable::RingPair> const& pairs, portable::PairRange range);

  portable::PairRange range() const { return range_; }  ///< among the pairs of the grid
  /// The pairs with their places in the piece.
  std::vector<portable::RingPair> const& pairs() const { return pairs_; }
  std::int64_t pixels() const { return begin_.back(); }

  /// Calls visit(place in the piece, place in the map, step there, count) for the stretches of
  /// rings that elements begin .. end - 1 of the piece lie in.
  template <class Visit>
  void for_each_stretch(std::int64_t begin, std::int64_t end, Visit const& visit) const {
    auto at = std::upper_bound(begin_.begin(), begin_.end(), begin) - begin_.begin() - 1;
    for (std::int64_t place = begin; place < end; ++at) {
      auto const ring = static_cast<std::size_t>(at);
      std::int64_t const count = std::min(end, begin_[ring + 1]) - place;
      visit(place, rings_[ring].first + (place - begin_[ring]) * rings_[ring].stride,
            rings_[ring].stride, count);
      place += count;
    }
  }

 private:
  portable::PairRange range_;
  std::vector<portable::RingPair> pairs_;
  std::vector<Ring> rings_;          ///< as they lie in the map
  std::vector<std::int64_t> begin_;  ///< (rings + 1) in the piece
};

/// The sizes of pieces, from as large as those of a whole transform down to what fits.
class StreamSizes {
 public:
  /// @param bytes_of_real  of maps and coefficients
  StreamSizes(HarmonicRequest const& request, std::vector<portable::RingPair> const& pairs,
              std::size_t bytes_of_real);

  std::vector<StreamRun> runs() const;
  std::vector<portable::OrderRange> blocks() const;
  std::int64_t pairs_of_run() const { return run_; }

  /// Bytes of the device for what all backends hold: modes, one piece of the maps or two, and
  /// coefficients and tables of the largest block. Backends have more besides.
  double bytes() const { return bytes_of_run() + bytes_of_block(); }

  /// Halves what takes more, runs or blocks; false where neither can be halved.
  bool shrink();

 private:
  double bytes_of_run() const;
  double bytes_of_block() const;
  std::int64_t smallest_run() const;
  std::int64_t groups() const;

  HarmonicRequest request_;
  std::vector<portable::RingPair> const& pairs_;
  std::size_t bytes_of_real_;
  std::int64_t run_;         ///< pairs
  std::int64_t blocks_ = 1;  ///< wanted; where groups are few, or large, fewer
};

}  // namespace siderum::detail
