// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/lomb_scargle/epilogues.hpp>
#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/core/frequency_range.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/work_space.hpp>

/// The best of powers that come in pieces, in ascending order of frequency for each object.
namespace siderum::detail {

/// The best of a chunk of each row of a piece.
template <class Real, class MemorySpace>
struct ChunkBest {
  static constexpr std::int64_t chunk = 256;
  Kokkos::View<Real const**, Kokkos::LayoutRight, MemorySpace> power;  // (objects, frequencies)
  Kokkos::View<Best<Real>**, Kokkos::LayoutRight, MemorySpace> best;   // (objects, chunks)
  std::int64_t first;                                                  // the frequency of column 0

  KOKKOS_FUNCTION void operator()(std::int64_t object, std::int64_t part) const {
    Best<Real> found;
    std::int64_t const end =
        Kokkos::min((part + 1) * chunk, static_cast<std::int64_t>(power.extent(1)));
    for (std::int64_t k = part * chunk; k < end; ++k) {
      found.keep(power(object, k), first + k);
    }
    best(object, part) = found;
  }
};

/// Joins the chunks of a piece with what earlier pieces left.
template <class Exec, class Real>
struct ChunkJoiner {
  using MemorySpace = typename Exec::memory_space;
  Kokkos::View<Best<Real> const**, Kokkos::LayoutRight, MemorySpace> chunks;  // of the piece
  Kokkos::View<CurveSummary const*, MemorySpace> summary;                     // of the piece
  std::int64_t first_object;
  bool first_piece;  // of these objects
  BestPeriods<Real, Exec> best;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    std::int64_t const object = first_object + row;
    Best<Real> joined;
    if (!first_piece && best.index(object) >= 0) {
      joined = {best.power(object), best.index(object)};
    }
    for (std::size_t part = 0; part < chunks.extent(1); ++part) {
      joined.keep(chunks(row, part).power, chunks(row, part).index);
    }
    best.index(object) = joined.index;
    best.power(object) = joined.index < 0 ? Kokkos::Experimental::quiet_NaN_v<Real> : joined.power;
    best.status(object) = summary(row).status;
  }
};

/// Holds the powers of one piece after the other.
template <class Exec, class Real>
class PieceKeeper {
 public:
  using MemorySpace = typename Exec::memory_space;

  PieceKeeper(Exec const& exec, BestPeriods<Real, Exec> const& best) : exec_(exec), best_(best) {}

  /// Room for the powers of the next piece, row by row; the first piece is the largest.
  Real* room(std::int64_t objects, FrequencyRange range) {
    objects_ = objects;
    stride_ = range.last - range.first;
    if (static_cast<std::int64_t>(room_.extent(0)) < objects_ * stride_) {
      room_ = allocate_work<Kokkos::View<Real*, MemorySpace>>(
          exec_, "siderum::best_of_pieces::power", objects_ * stride_);
    }
    return room_.data();
  }
  std::int64_t stride() const { return stride_; }

  /// Enqueues the search of what was written there.
  /// @param summary  (objects of the piece)
  void keep(Kokkos::View<CurveSummary const*, MemorySpace> const& summary,
            std::int64_t first_object, FrequencyRange range) const {
    using Search = ChunkBest<Real, MemorySpace>;
    std::int64_t const parts = (stride_ + Search::chunk - 1) / Search::chunk;
    Search const search{
        {room_.data(), static_cast<std::size_t>(objects_), static_cast<std::size_t>(stride_)},
        allocate_work<Kokkos::View<Best<Real>**, Kokkos::LayoutRight, MemorySpace>>(
            exec_, "siderum::best_of_pieces::chunks", objects_, parts),
        range.first};
    Kokkos::parallel_for("siderum::best_of_pieces::search[portable]",
                         PairPolicy<Exec>(exec_, {0, 0}, {objects_, parts}), search);
    Kokkos::parallel_for(
        "siderum::best_of_pieces::join[portable]", IndexPolicy<Exec>(exec_, 0, objects_),
        ChunkJoiner<Exec, Real>{search.best, summary, first_object, range.first == 0, best_});
  }

 private:
  Exec exec_;
  BestPeriods<Real, Exec> best_;
  std::int64_t objects_ = 0;
  std::int64_t stride_ = 0;
  Kokkos::View<Real*, MemorySpace> room_;
};

}  // namespace siderum::detail
