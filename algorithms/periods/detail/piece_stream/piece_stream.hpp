// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <siderum/algorithms/periods/detail/piece_stream/pieces.hpp>
#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/stream_options.hpp>

namespace siderum::detail {

/// One of the places where a piece can be under way.
template <class Exec, class Real>
struct StreamSlot {
  using OnDevice = Kokkos::View<Real*, typename Exec::memory_space>;
  using Staging = Kokkos::View<Real*, Kokkos::SharedHostPinnedSpace>;

  Exec exec;
  OnDevice device;
  Staging staging;
  PowerPiece piece{};
  bool busy = false;
};

/// Copies the rows of a finished piece to where they belong, with all threads of the host: each
/// chunk is a work item of its own, since a piece may have fewer rows than the host has threads.
template <class Real>
struct RowCopier {
  static constexpr std::int64_t chunk = std::int64_t{1} << 15;  // values
  Kokkos::View<Real const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> from;
  Kokkos::View<Real**, Kokkos::LayoutRight, Kokkos::HostSpace> to;
  PowerPiece piece;

  std::int64_t chunks_of_row() const { return (piece.frequencies() + chunk - 1) / chunk; }
  std::int64_t chunks() const { return piece.objects * chunks_of_row(); }

  void operator()(std::int64_t index) const {
    std::int64_t const row = index / chunks_of_row();
    std::int64_t const begin = index % chunks_of_row() * chunk;
    std::int64_t const end = std::min(begin + chunk, piece.frequencies());
    std::copy(&from(row * piece.frequencies() + begin), &from(row * piece.frequencies()) + end,
              &to(piece.first_object + row, piece.range.first + begin));
  }
};

/// What every periodogram in host memory has in common: how the objects are grouped and their rows
/// cut into pieces that fit the memory, and how pieces that a device computes come to the host. One
/// call at a time.
template <class Exec, class Real>
class PieceStream {
 public:
  using HostCurves = LightCurves<Real, Kokkos::HostSpace>;
  using HostPower = Kokkos::View<Real**, Kokkos::LayoutRight, Kokkos::HostSpace>;
  using Pieces = std::vector<PowerPiece>;

  static constexpr bool on_host = is_host<Exec>;
  static constexpr std::size_t instances = 3;

  /// Between two reports of progress, where the results ask for no pieces: a second or so.
  double work_of_piece() const {
    return on_host ? 0x1p33 * static_cast<double>(exec_.concurrency()) : 0x1p40;
  }

  /// Throws Error for options outside their range.
  PieceStream(Exec const& exec, StreamOptions const& options) : exec_(exec), options_(options) {
    SIDERUM_VALIDATE(options.memory_fraction > 0.0 && options.memory_fraction <= 1.0,
                     "The memory fraction is " + number_text(options.memory_fraction) +
                         " (it is a share of the free memory). Give a number above 0, at most 1.");
    SIDERUM_VALIDATE(options.piece_bytes >= smallest_piece,
                     "A piece of " + std::to_string(options.piece_bytes) +
                         " bytes is too small (its launch would cost more than its work). Give " +
                         std::to_string(smallest_piece) + " or more.");
  }

  Exec const& exec() const { return exec_; }

  /// Bytes that may be taken, less after the device was found full.
  double memory() const {
    return options_.memory_fraction * left_ * static_cast<double>(free_memory());
  }

  /// Bytes that the work of one instance may take besides: the points of a group take half of the
  /// memory, the places of pieces a quarter.
  std::int64_t scratch_bytes() const {
    return static_cast<std::int64_t>(memory() / (4.0 * instances));
  }

  /// What is left of the memory and of everything else that is bounded, 0 .. 1.
  double left() const { return left_; }

  /// Calls handle(group, first object, work before it) for groups of objects whose points fit the
  /// device; where the device runs out of memory all the same, with half of
  /// the memory.
  template <class Handle>
  void in_groups(HostCurves const& curves, SearchWork const& work, double bytes_of_point,
                 Handle const& handle) {
    left_ = 1.0;
    total_work_ = std::max(work.of(0, curves.objects()), 1.0);
    reported_ = 0;
    for (std::int64_t first = 0; first < curves.objects();) {
      std::int64_t const last = end_of_group(curves, work, first, memory(), bytes_of_point,
                                             on_host ? work_of_piece() : 1e300);
      try {
        handle(slice(curves, first, last), first, work.of(0, first));
        first = last;
      } catch (OutOfMemory const&) {
        drop_slots();
        left_ /= 2.0;
        if (options_.memory_fraction * left_ <= 1e-4) {
          throw;  // not even a small piece of the work fits
        }
      }
    }
  }

  void report(double done) {
    if (options_.progress != nullptr) {
      constexpr std::int64_t parts = 10'000;
      double const share = std::min(done / total_work_, 1.0);
      // After a retry in smaller pieces the same work is done again: progress waits for it.
      reported_ = std::max(reported_, std::llround(share * parts));
      options_.progress->advance(reported_, parts);
    }
  }

  /// The pieces of a group, whose first object is `first`.
  Pieces pieces_of(HostCurves const& group, SearchWork const& work, FrequencyGrid const& grid,
                   std::int64_t first) const {
    return divide_into_pieces(work, first, group.objects(), grid.count,
                              piece_bytes() / std::int64_t{sizeof(Real)},
                              on_host ? exec_.concurrency() : 1);
  }

  /// Makes room for the largest of some pieces in each of the places.
  void make_slots(Pieces const& pieces) {
    std::int64_t values = 0;
    for (PowerPiece const& piece : pieces) {
      values = std::max(values, piece.values());
    }
    if (slots_.empty()) {
      for (Exec const& instance : Kokkos::Experimental::partition_space(exec_, 1, 1, 1)) {
        slots_.push_back({instance, {}, {}});
      }
    }
    for (Slot& slot : slots_) {
      slot.busy = false;
      if (static_cast<std::int64_t>(slot.device.extent(0)) < values) {
        slot.device = {};
        slot.staging = {};
        // (nvcc 12 takes no decltype of these members.)
        slot.device =
            allocate<typename Slot::OnDevice>(slot.exec, "siderum::stream::piece", values);
        if (options_.staging == Staging::pinned) {
          slot.staging =
              allocate_on_host<typename Slot::Staging>("siderum::stream::staging", values);
        }
      }
    }
  }

  /// The instance that takes the piece of that number.
  Exec const& instance(std::size_t piece) const { return slots_[piece % slots_.size()].exec; }

  /// Calls enqueue(number, instance, device memory) for each piece in turn, and brings what that
  /// makes the device compute to its rows while the next pieces compute. Nothing is under way when
  /// it ends, be it by an exception.
  /// @param done  work before the group
  template <class Enqueue>
  void run(Pieces const& pieces, HostPower const& power, double done, Enqueue const& enqueue) {
    try {
      enqueue_and_finish(pieces, power, done, enqueue);
    } catch (...) {
      drop_slots();
      throw;
    }
  }

 private:
  using Slot = StreamSlot<Exec, Real>;
  static constexpr std::int64_t smallest_piece = stretch_unit * sizeof(Real);

  template <class Enqueue>
  void enqueue_and_finish(Pieces const& pieces, HostPower const& power, double done,
                          Enqueue const& enqueue) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      Slot& slot = slots_[i % slots_.size()];
      finish(slot, power, done);
      enqueue(i, slot.exec, slot.device.data());
      if (options_.staging == Staging::pinned) {
        auto const values = std::make_pair(std::int64_t{0}, pieces[i].values());
        Kokkos::deep_copy(slot.exec, Kokkos::subview(slot.staging, values),
                          Kokkos::subview(slot.device, values));
      }
      slot.piece = pieces[i];
      slot.busy = true;
    }
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      finish(slots_[(pieces.size() + i) % slots_.size()], power, done);
    }
  }

  static std::int64_t free_memory() {
    using Facts = typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>;
    std::int64_t const free = Facts()().free_memory;
    return free > 0 ? free : std::int64_t{1} << 30;
  }

  // The places share a quarter of the memory that may be taken.
  std::int64_t piece_bytes() const {
    double const asked = left_ * static_cast<double>(options_.piece_bytes);
    double const most = memory() / (4.0 * instances);
    return std::max(static_cast<std::int64_t>(std::min(asked, most)), smallest_piece);
  }

  // Waits for the piece of a slot and brings it to its rows.
  void finish(Slot& slot, HostPower const& power, double done) {
    if (!slot.busy) {
      return;
    }
    slot.busy = false;
    if (options_.staging == Staging::pinned) {
      slot.exec.fence("siderum::stream::piece");
      Kokkos::DefaultHostExecutionSpace const host;
      RowCopier<Real> const copy{{slot.staging.data(), slot.staging.extent(0)}, power, slot.piece};
      Kokkos::parallel_for("siderum::stream::copy_rows[portable]",
                           IndexPolicy<Kokkos::DefaultHostExecutionSpace>(host, 0, copy.chunks()),
                           copy);
      host.fence("siderum::stream::copy_rows");
    } else {
      for (std::int64_t row = 0; row < slot.piece.objects; ++row) {
        auto const columns = std::make_pair(slot.piece.range.first, slot.piece.range.last);
        auto const values =
            std::make_pair(row * slot.piece.frequencies(), (row + 1) * slot.piece.frequencies());
        Kokkos::deep_copy(slot.exec, Kokkos::subview(power, slot.piece.first_object + row, columns),
                          Kokkos::subview(slot.device, values));
      }
      slot.exec.fence("siderum::stream::piece");
    }
    report(done + slot.piece.work_done);
  }

  void drop_slots() {
    for (Slot& slot : slots_) {
      slot.exec.fence("siderum::stream::give_up_piece");
    }
    slots_.clear();
  }

  Exec exec_;
  StreamOptions options_;
  double left_ = 1.0;  // of what was allowed, after the device was found full
  double total_work_ = 1.0;
  long long reported_ = 0;
  std::vector<Slot> slots_;
};

}  // namespace siderum::detail
