// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <siderum/algorithms/lomb_scargle/steps.hpp>
#include <siderum/algorithms/lomb_scargle/stream_pieces.hpp>
#include <siderum/algorithms/lomb_scargle_stream.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/policies.hpp>

namespace siderum {

namespace detail {

/// One of the places where a piece can be under way.
template <class Exec, class Real>
struct StreamSlot {
  Exec exec;
  Kokkos::View<Real*, typename Exec::memory_space> device;
  Kokkos::View<Real*, Kokkos::SharedHostPinnedSpace> staging;
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

}  // namespace detail

template <class Exec, class Real, class Backend>
class LombScargleStream<Exec, Real, Backend>::Work {
 public:
  Work(Exec const& exec, StreamOptions const& options) : exec_(exec), options_(options) {
    SIDERUM_VALIDATE(options.memory_fraction > 0.0 && options.memory_fraction <= 1.0,
                     "The memory fraction is " + number_text(options.memory_fraction) +
                         " (it is a share of the free memory). Give a number above 0, at most 1.");
    SIDERUM_VALIDATE(options.piece_bytes >= smallest_piece,
                     "A piece of " + std::to_string(options.piece_bytes) +
                         " bytes is too small (its launch would cost more than its work). Give " +
                         std::to_string(smallest_piece) + " or more.");
  }

  void power(HostCurves const& curves, FrequencyGrid const& grid, HostPower const& power,
             HostStatus const& status, LombScargleOptions const& asked) {
    validate(grid);
    LombScargleOptions const options = with_method(curves, grid, asked);
    detail::validate_extent(power.extent(0), curves.objects(), "objects");
    detail::validate_extent(power.extent(1), grid.count, "frequencies");
    detail::validate_extent(status.extent(0), curves.objects(), "status of the objects");
    in_groups(curves, grid, [&](HostCurves const& group, std::int64_t first, double done) {
      power_of_group(group, grid, first, power, status, with_memory(options), done);
    });
  }

  void best(HostCurves const& curves, FrequencyGrid const& grid, HostBest const& best,
            LombScargleOptions const& asked) {
    validate(grid);
    LombScargleOptions const options = with_method(curves, grid, asked);
    detail::validate_extent(best.index.extent(0), curves.objects(), "best indices");
    detail::validate_extent(best.power.extent(0), curves.objects(), "best powers");
    detail::validate_extent(best.status.extent(0), curves.objects(), "status of the objects");
    in_groups(curves, grid, [&](HostCurves const& group, std::int64_t first, double done) {
      best_of_group(group, grid, first, best, with_memory(options), done);
    });
  }

 private:
  using MemorySpace = typename Exec::memory_space;
  using Slot = detail::StreamSlot<Exec, Real>;
  using Sums = detail::PowerSums<Backend, Exec, Real>;
  static constexpr bool on_host = portable::is_host_space<Exec>;
  static constexpr std::size_t instances = 3;
  static constexpr std::size_t pieces_between_plans = 21 * instances;
  static constexpr std::int64_t smallest_piece = stretch_unit * sizeof(Real);

  // Points times frequencies between two reports of progress, where the results ask for no pieces.
  static constexpr double work_of_piece = on_host ? 0x1p33 : 0x1p40;

  // The method is chosen once for the whole batch, so that it does not depend on the pieces.
  static LombScargleOptions with_method(HostCurves const& curves, FrequencyGrid const& grid,
                                        LombScargleOptions options) {
    options.method =
        detail::resolve_method<Backend, Exec, Real>(curves.host_offsets, grid, options);
    return options;
  }

  LombScargleOptions with_memory(LombScargleOptions const& options) const {
    bool const has_work = !on_host && options.method != Method::direct;
    return has_work ? detail::with_memory(options, memory()) : options;
  }

  // What may be taken, less after the device was found full.
  double memory() const {
    return options_.memory_fraction * left_ * static_cast<double>(free_memory());
  }
  std::int64_t piece_bytes() const {
    return std::max(static_cast<std::int64_t>(left_ * static_cast<double>(options_.piece_bytes)),
                    smallest_piece);
  }
  // Pieces whose work space is there at once.
  std::size_t planned() const {
    return std::max(static_cast<std::size_t>(left_ * pieces_between_plans), instances);
  }

  // Calls handle(group, first object, share of the work done) for groups of objects whose points
  // fit the device; where the device runs out of memory all the same, with half of the memory.
  template <class Handle>
  void in_groups(HostCurves const& curves, FrequencyGrid const& grid, Handle const& handle) {
    double const total = detail::work_of(curves, 0, curves.objects(), grid.count);
    left_ = 1.0;
    total_work_ = std::max(total, 1.0);
    reported_ = 0;
    for (std::int64_t first = 0; first < curves.objects();) {
      std::int64_t const last = detail::end_of_group(
          curves, first, memory(), detail::point_bytes<Real>, on_host ? work_of_piece : 1e300,
          static_cast<double>(grid.count));
      try {
        handle(slice(curves, first, last), first, detail::work_of(curves, 0, first, grid.count));
        first = last;
      } catch (OutOfMemory const&) {
        drop_slots();
        left_ /= 2.0;
        SIDERUM_VALIDATE(options_.memory_fraction * left_ > 1e-4,
                         "The device has no memory left for even a small piece of the work (other"
                         " programs may hold it). Free some, or compute on the host.");
      }
    }
  }

  static std::int64_t free_memory() {
    using Facts = typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>;
    std::int64_t const free = Facts()().free_memory;
    return free > 0 ? free : std::int64_t{1} << 30;
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

  // --- whole periodograms

  void power_of_group(HostCurves const& group, FrequencyGrid const& grid, std::int64_t first,
                      HostPower const& power, HostStatus const& status,
                      LombScargleOptions const& options, double done) {
    auto const curves = mirror_to(exec_, group);
    auto const prepared = prepare(exec_, curves, options);
    copy_status(prepared.summary, status, first);
    auto const pieces = detail::divide_into_pieces(
        group, grid.count, piece_bytes() / std::int64_t{sizeof(Real)}, stretch_unit, first);
    if constexpr (on_host) {
      for (detail::PowerPiece const& piece : pieces) {
        auto const part = part_of(prepared, piece, first);
        Sums const work = detail::plan_power<Backend>(exec_, part, grid, piece.range, options);
        detail::enqueue_power<Backend, Exec, Real>(
            work, part, options, &power(piece.first_object, piece.range.first),
            static_cast<std::int64_t>(power.stride(0)), piece.range.first);
        exec_.fence("siderum::lomb_scargle::piece");
        report(done + piece.work_done);
      }
    } else {
      stream(prepared, pieces, grid, first, power, options, done);
    }
  }

  // The prepared curves of one piece; `first` is the first object of the group.
  static PreparedCurves<Real, MemorySpace> part_of(
      PreparedCurves<Real, MemorySpace> const& prepared, detail::PowerPiece const& piece,
      std::int64_t first) {
    std::int64_t const begin = piece.first_object - first;
    auto const objects = std::make_pair(begin, begin + piece.objects);
    auto const ends = std::make_pair(begin, begin + piece.objects + 1);
    PreparedCurves<Real, MemorySpace> part = prepared;
    part.series.offsets = Kokkos::subview(prepared.series.offsets, ends);
    part.series.host_offsets = Kokkos::subview(prepared.series.host_offsets, ends);
    part.summary = Kokkos::subview(prepared.summary, objects);
    part.scale = Kokkos::subview(prepared.scale, objects);
    return part;
  }

  void stream(PreparedCurves<Real, MemorySpace> const& prepared,
              std::vector<detail::PowerPiece> const& pieces, FrequencyGrid const& grid,
              std::int64_t first, HostPower const& power, LombScargleOptions const& options,
              double done) {
    make_slots(pieces);
    exec_.fence("siderum::lomb_scargle::prepared");
    for (std::size_t begin = 0; begin < pieces.size(); begin += planned()) {
      std::size_t const end = std::min(begin + planned(), pieces.size());
      run_pieces(prepared,
                 {pieces.begin() + static_cast<std::ptrdiff_t>(begin),
                  pieces.begin() + static_cast<std::ptrdiff_t>(end)},
                 grid, first, power, options, done);
    }
  }

  // Allocating and freeing device memory would make the instances wait for each other: the small
  // work space of some pieces is made before the first of them runs and freed after the last.
  void run_pieces(PreparedCurves<Real, MemorySpace> const& prepared,
                  std::vector<detail::PowerPiece> const& pieces, FrequencyGrid const& grid,
                  std::int64_t first, HostPower const& power, LombScargleOptions const& options,
                  double done) {
    std::vector<PreparedCurves<Real, MemorySpace>> parts;
    std::vector<Sums> work;
    parts.reserve(pieces.size());
    work.reserve(pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      parts.push_back(part_of(prepared, pieces[i], first));
      work.push_back(detail::plan_power<Backend>(slots_[i % slots_.size()].exec, parts[i], grid,
                                                 pieces[i].range, options));
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      Slot& slot = slots_[i % slots_.size()];
      finish(slot, power, done);
      detail::enqueue_power<Backend, Exec, Real>(work[i], parts[i], options, slot.device.data(),
                                                 pieces[i].frequencies(), pieces[i].range.first);
      if (options_.staging == Staging::pinned) {
        auto const values = std::make_pair(std::int64_t{0}, pieces[i].values());
        Kokkos::deep_copy(slot.exec, Kokkos::subview(slot.staging, values),
                          Kokkos::subview(slot.device, values));
      }
      slot.piece = pieces[i];
      slot.busy = true;
    }
    finish_all(pieces.size(), power, done);
  }

  // In the order in which they were enqueued; `next` counts the pieces.
  void finish_all(std::size_t next, HostPower const& power, double done) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      finish(slots_[(next + i) % slots_.size()], power, done);
    }
  }

  // Waits for the piece of a slot and brings it to its rows.
  void finish(Slot& slot, HostPower const& power, double done) {
    if (!slot.busy) {
      return;
    }
    slot.busy = false;
    if (options_.staging == Staging::pinned) {
      slot.exec.fence("siderum::lomb_scargle::piece");
      Kokkos::DefaultHostExecutionSpace const host;
      detail::RowCopier<Real> const copy{
          {slot.staging.data(), slot.staging.extent(0)}, power, slot.piece};
      Kokkos::parallel_for("siderum::lomb_scargle::copy_rows[portable]",
                           IndexPolicy<Kokkos::DefaultHostExecutionSpace>(host, 0, copy.chunks()),
                           copy);
      host.fence("siderum::lomb_scargle::copy_rows");
    } else {
      for (std::int64_t row = 0; row < slot.piece.objects; ++row) {
        auto const columns = std::make_pair(slot.piece.range.first, slot.piece.range.last);
        auto const values =
            std::make_pair(row * slot.piece.frequencies(), (row + 1) * slot.piece.frequencies());
        Kokkos::deep_copy(slot.exec, Kokkos::subview(power, slot.piece.first_object + row, columns),
                          Kokkos::subview(slot.device, values));
      }
      slot.exec.fence("siderum::lomb_scargle::piece");
    }
    report(done + slot.piece.work_done);
  }

  void make_slots(std::vector<detail::PowerPiece> const& pieces) {
    std::int64_t values = 0;
    for (detail::PowerPiece const& piece : pieces) {
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
        slot.device =
            allocate<decltype(slot.device)>(slot.exec, "siderum::lomb_scargle::piece", values);
        if (options_.staging == Staging::pinned) {
          slot.staging =
              allocate_on_host<decltype(slot.staging)>("siderum::lomb_scargle::staging", values);
        }
      }
    }
  }

  void drop_slots() {
    for (Slot& slot : slots_) {
      slot.exec.fence("siderum::lomb_scargle::give_up_piece");
    }
    slots_.clear();
  }

  void copy_status(Kokkos::View<CurveSummary const*, MemorySpace> const& summary,
                   HostStatus const& status, std::int64_t first) const {
    auto const on_host_memory = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, summary);
    Kokkos::deep_copy(exec_, on_host_memory, summary);
    exec_.fence("siderum::lomb_scargle::status");
    for (std::size_t object = 0; object < summary.extent(0); ++object) {
      status(first + static_cast<std::int64_t>(object)) = on_host_memory(object).status;
    }
  }

  // --- best periods

  void best_of_group(HostCurves const& group, FrequencyGrid const& grid, std::int64_t first,
                     HostBest const& best, LombScargleOptions const& options, double done) {
    auto const curves = mirror_to(exec_, group);
    auto const found = BestPeriods<Real, Exec>::allocate(exec_, group.objects());
    double const work = detail::work_of(group, 0, group.objects(), grid.count);
    std::int64_t const length =
        detail::stretch_length(grid.count, work / work_of_piece, stretch_unit);
    for (std::int64_t begin = 0; begin < grid.count; begin += length) {
      std::int64_t const end = std::min(begin + length, grid.count);
      detail::best_periods<Backend>(exec_, curves, grid, FrequencyRange{begin, end}, found,
                                    options);
      keep_better(found, first, best, begin == 0);
      report(done + work * static_cast<double>(end) / static_cast<double>(grid.count));
    }
  }

  void keep_better(BestPeriods<Real, Exec> const& found, std::int64_t first, HostBest const& best,
                   bool is_first_stretch) const {
    auto const index = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, found.index);
    auto const power = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, found.power);
    auto const status = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, found.status);
    Kokkos::deep_copy(exec_, index, found.index);
    Kokkos::deep_copy(exec_, power, found.power);
    Kokkos::deep_copy(exec_, status, found.status);
    exec_.fence("siderum::lomb_scargle::best");
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(index.extent(0)); ++i) {
      // Stretches ascend: of equal powers the earlier, lower index stays.
      bool const better =
          best.index(first + i) < 0 || (index(i) >= 0 && power(i) > best.power(first + i));
      if (is_first_stretch || better) {
        best.index(first + i) = index(i);
        best.power(first + i) = power(i);
        best.status(first + i) = status(i);
      }
    }
  }

  Exec exec_;
  StreamOptions options_;
  double left_ = 1.0;  // of what was allowed, after the device was found full
  double total_work_ = 1.0;
  long long reported_ = 0;
  std::vector<Slot> slots_;
};

template <class Exec, class Real, class Backend>
LombScargleStream<Exec, Real, Backend>::LombScargleStream(Exec const& exec,
                                                          StreamOptions const& options)
    : work_(std::make_unique<Work>(exec, options)) {}

template <class Exec, class Real, class Backend>
LombScargleStream<Exec, Real, Backend>::~LombScargleStream() = default;

template <class Exec, class Real, class Backend>
void LombScargleStream<Exec, Real, Backend>::power(HostCurves const& curves,
                                                   FrequencyGrid const& grid,
                                                   HostPower const& power, HostStatus const& status,
                                                   LombScargleOptions const& options) const {
  work_->power(curves, grid, power, status, options);
}

template <class Exec, class Real, class Backend>
void LombScargleStream<Exec, Real, Backend>::best(HostCurves const& curves,
                                                  FrequencyGrid const& grid, HostBest const& best,
                                                  LombScargleOptions const& options) const {
  work_->best(curves, grid, best, options);
}

}  // namespace siderum
