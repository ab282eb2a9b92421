// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include <siderum/backends/portable/fold_and_sort/classes.hpp>
#include <siderum/backends/portable/fold_and_sort/host_functor.hpp>
#include <siderum/backends/portable/fold_and_sort/team_functor.hpp>
#include <siderum/backends/portable/trig_sums/launch.hpp>
#include <siderum/core/frequency_range.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::portable {

/// Items from windows of a grid: one per object and window.
template <class MemorySpace>
struct WindowItemMaker {
  Kokkos::View<IndexRange const**, Kokkos::LayoutRight, MemorySpace> windows;
  Kokkos::View<std::int64_t const*, MemorySpace> order;  // (objects) by class
  std::int64_t count;                                    // of the grid
  Kokkos::View<WorkItem*, MemorySpace> items;

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    auto const per_object = static_cast<std::int64_t>(windows.extent(1));
    std::int64_t const object = order(index / per_object);
    std::int64_t const window = index % per_object;
    IndexRange const& range = windows(object, window);
    std::int64_t const first = range.first > 0 ? range.first : 0;
    std::int64_t const last = range.last < count ? range.last + 1 : count;
    items(index) = {object, first, last > first ? last : first, object * per_object + window};
  }
};

/// How many teams run at once of which each has its scratch in memory.
/// @param items    for which a team is wanted
/// @param at_once  teams that the device runs at one time
constexpr std::int64_t teams_in_memory(std::int64_t work_bytes, std::int64_t bytes_of_team,
                                       std::int64_t items, std::int64_t at_once) {
  std::int64_t const wanted = std::min(items, at_once);
  return std::max<std::int64_t>(1, std::min(wanted, work_bytes / bytes_of_team));
}

/// The operation FoldAndSort (contract in fold_and_sort.hpp) with Kokkos alone.
template <class Exec, class Real>
class FoldAndSort {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Series = FoldSeries<Real, MemorySpace>;
  using Frequencies = FoldedFrequencies<MemorySpace>;
  using Windows = Kokkos::View<IndexRange**, Kokkos::LayoutRight, MemorySpace>;

  FoldAndSort(Exec const& exec, Series const& series, Frequencies const& frequencies,
              FrequencyRange range, std::int64_t work_bytes = usual_fold_bytes)
      : FoldAndSort(exec, series, frequencies, range, work_bytes, classes()) {}

  FoldAndSort(Exec const& exec, Series const& series, Frequencies const& frequencies,
              Windows const& windows, std::int64_t work_bytes = usual_fold_bytes)
      : FoldAndSort(exec, series, frequencies, windows, work_bytes, classes()) {}

  Kokkos::View<std::int64_t const*, MemorySpace> const& slots() const { return slots_; }
  std::int64_t slot_count() const { return static_cast<std::int64_t>(items_.extent(0)); }

  template <class Scorer, class Epilogue>
  void operator()(Scorer const& scorer, Epilogue const& epilogue, std::string const& label) const {
    if constexpr (on_host) {
      // In both precisions as many lanes as of double: with more, sums would leave the nearest
      // cache.
      launch_host<native_lanes<double>>(0, scorer, epilogue, label);
      launch_host<1>(1, scorer, epilogue, label);
    } else {
      for (int c = 0; c < size_classes(); ++c) {
        launch_teams(c, scorer, epilogue, label);
      }
    }
  }

 protected:
  static constexpr bool on_host = is_host<Exec>;

  FoldAndSort(Exec const& exec, Series const& series, Frequencies const& frequencies,
              FrequencyRange range, std::int64_t work_bytes, SizeClasses const& classes)
      : exec_(exec),
        series_(series),
        frequencies_(frequencies),
        work_bytes_(work_bytes),
        most_points_(longest_by_class(series.host_offsets, classes)) {
    constexpr std::int64_t unit = 16;
    DividedWork divided = divide_work(series.host_offsets, range, unit, wanted_items(exec));
    item_begin_ = order_by_class(divided.items, series.host_offsets, classes);
    items_ = copy_to_work(exec_, "siderum::fold_and_sort::items", divided.items);
    slots_ = copy_to_work(exec_, "siderum::fold_and_sort::slots", divided.slots);
  }

  FoldAndSort(Exec const& exec, Series const& series, Frequencies const& frequencies,
              Windows const& windows, std::int64_t work_bytes, SizeClasses const& classes)
      : exec_(exec),
        series_(series),
        frequencies_(frequencies),
        work_bytes_(work_bytes),
        most_points_(longest_by_class(series.host_offsets, classes)) {
    auto const per_object = static_cast<std::int64_t>(windows.extent(1));
    ObjectOrder const order = objects_by_class(series.host_offsets, per_object, classes);
    item_begin_ = order.item_begin;
    auto const items = allocate_work<Kokkos::View<WorkItem*, MemorySpace>>(
        exec, "siderum::fold_and_sort::items", item_begin_.back());
    Kokkos::parallel_for(
        "siderum::fold_and_sort::windows[portable]", IndexPolicy<Exec>(exec, 0, item_begin_.back()),
        WindowItemMaker<MemorySpace>{
            windows, copy_to_work(exec, "siderum::fold_and_sort::order", order.objects),
            frequencies.grid.count, items});
    items_ = items;
    slots_ = copy_to_work(exec_, "siderum::fold_and_sort::slots", order.slots);
  }

  Exec const& exec() const { return exec_; }
  Series const& series() const { return series_; }
  Frequencies const& frequencies() const { return frequencies_; }
  Kokkos::View<WorkItem const*, MemorySpace> const& items() const { return items_; }
  int size_classes() const { return static_cast<int>(item_begin_.size()) - 1; }
  /// The points of the longest curve of a size class.
  std::int64_t most_points(int c) const { return most_points_[c]; }
  /// The items of size class c are item_begin(c) .. item_begin(c + 1) - 1.
  std::int64_t item_begin(int c) const { return item_begin_[c]; }

  template <class Scorer, class Epilogue>
  void launch_teams(int c, Scorer const& scorer, Epilogue const& epilogue,
                    std::string const& label) const {
    using Functor = TeamFoldSorter<Real, Scorer, Epilogue, Exec>;
    using Policy = typename Functor::Policy;
    std::int64_t const items = item_begin(c + 1) - item_begin(c);
    if (items == 0) {
      return;
    }
    std::int64_t const bytes = Functor::bytes_for(most_points(c), scorer);
    Functor functor{series_, frequencies_, items_, item_begin(c), item_begin(c + 1), bytes,
                    scorer,  epilogue,     {}};
    // About 8 points for a thread: fewer would wait more for each other than they work.
    int const wanted =
        most_points(c) <= 256
            ? DeviceShape<Exec>::lanes
            : (most_points(c) <= 2048 ? DeviceShape<Exec>::team : DeviceShape<Exec>::widest_team);
    int const most = Policy(exec_, 1, 1).team_size_max(functor, Kokkos::ParallelForTag());
    int const team_size = std::min(wanted, most);
    if (bytes <= Policy::scratch_size_max(0)) {
      Policy policy(exec_, static_cast<int>(items), team_size);
      policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(bytes) + 8));
      Kokkos::parallel_for(label, policy, functor);
      return;
    }
    std::int64_t const teams =
        teams_in_memory(work_bytes_, bytes, items, exec_.concurrency() / team_size);
    functor.memory = allocate_work<Kokkos::View<char*, MemorySpace>>(
        exec_, "siderum::fold_and_sort::memory", teams * bytes);
    Kokkos::parallel_for(label, Policy(exec_, static_cast<int>(teams), team_size), functor);
  }

 private:
  // A lane for each point and array: of long curves a thread holds one frequency at a time.
  static SizeClasses classes() {
    return on_host ? SizeClasses{16384, max_folded_points}
                   : SizeClasses{128, 512, 2048, max_folded_points};
  }

  template <int lanes, class Scorer, class Epilogue>
  void launch_host(int c, Scorer const& scorer, Epilogue const& epilogue,
                   std::string const& label) const {
    using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
    if (item_begin(c) < item_begin(c + 1)) {
      for_each_on_host(label,
                       Policy(exec_, 0, item_begin(c + 1) - item_begin(c), Kokkos::ChunkSize(1)),
                       HostFoldSorter<Real, lanes, Scorer, Epilogue, MemorySpace>{
                           series_, frequencies_, items_, item_begin(c), scorer, epilogue});
    }
  }

  Exec exec_;
  Series series_;
  Frequencies frequencies_;
  std::int64_t work_bytes_;
  Kokkos::View<WorkItem const*, MemorySpace> items_;
  Kokkos::View<std::int64_t const*, MemorySpace> slots_;
  std::vector<std::int64_t> item_begin_;
  std::vector<std::int64_t> most_points_;
};

}  // namespace siderum::portable
