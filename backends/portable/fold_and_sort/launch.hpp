// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/backends/portable/fold_and_sort/classes.hpp>
#include <siderum/backends/portable/fold_and_sort/host_functor.hpp>
#include <siderum/backends/portable/trig_sums/launch.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/policies.hpp>

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

/// The operation FoldAndSort (contract in fold_and_sort.hpp) with Kokkos alone.
template <class Exec, class Real>
class FoldAndSort {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Series = FoldSeries<Real, MemorySpace>;
  using Frequencies = FoldedFrequencies<MemorySpace>;
  using Windows = Kokkos::View<IndexRange**, Kokkos::LayoutRight, MemorySpace>;

  FoldAndSort(Exec const& exec, Series const& series, Frequencies const& frequencies,
              FrequencyRange range)
      : FoldAndSort(exec, series, frequencies, range, classes()) {}

  FoldAndSort(Exec const& exec, Series const& series, Frequencies const& frequencies,
              Windows const& windows)
      : FoldAndSort(exec, series, frequencies, windows, classes()) {}

  Kokkos::View<std::int64_t const*, MemorySpace> const& slots() const { return slots_; }
  std::int64_t slot_count() const { return static_cast<std::int64_t>(items_.extent(0)); }

  template <class Scorer, class Epilogue>
  void operator()(Scorer const& scorer, Epilogue const& epilogue, std::string const& label) const {
    if constexpr (on_host) {
      launch_host<native_lanes<Real>>(0, scorer, epilogue, label);
      launch_host<1>(1, scorer, epilogue, label);
    }
  }

 protected:
  static constexpr bool on_host = is_host_space<Exec>;

  FoldAndSort(Exec const& exec, Series const& series, Frequencies const& frequencies,
              FrequencyRange range, SizeClasses const& classes)
      : exec_(exec), series_(series), frequencies_(frequencies) {
    constexpr std::int64_t unit = 16;
    std::int64_t const target =
        on_host ? std::int64_t{exec.concurrency()} * 16 : std::int64_t{exec.concurrency()} / 64;
    DividedWork const divided = divide_work(series.host_offsets, range, unit, target);
    item_begin_ = order_by_class(divided.items, series.host_offsets, classes);
    items_ = on_device(divided.items, "siderum::fold_and_sort::items");
    slots_ = on_device(divided.slots, "siderum::fold_and_sort::slots");
  }

  FoldAndSort(Exec const& exec, Series const& series, Frequencies const& frequencies,
              Windows const& windows, SizeClasses const& classes)
      : exec_(exec), series_(series), frequencies_(frequencies) {
    auto const per_object = static_cast<std::int64_t>(windows.extent(1));
    ObjectOrder const order = objects_by_class(series.host_offsets, per_object, classes);
    item_begin_ = order.item_begin;
    auto const items = allocate<Kokkos::View<WorkItem*, MemorySpace>>(
        exec, "siderum::fold_and_sort::items", item_begin_.back());
    Kokkos::parallel_for(
        "siderum::fold_and_sort::windows[portable]",
        IndexPolicy<Exec>(exec, 0, item_begin_.back()),
        WindowItemMaker<MemorySpace>{
            windows, on_device(order.objects, "siderum::fold_and_sort::order"),
            frequencies.grid.count, items});
    items_ = items;
    slots_ = on_device(order.slots, "siderum::fold_and_sort::slots");
  }

  Exec const& exec() const { return exec_; }
  Series const& series() const { return series_; }
  Frequencies const& frequencies() const { return frequencies_; }
  Kokkos::View<WorkItem const*, MemorySpace> const& items() const { return items_; }
  /// The items of size class c are item_begin(c) .. item_begin(c + 1) - 1.
  std::int64_t item_begin(int c) const { return item_begin_[c]; }

 private:
  // A lane for each point and array: of long curves a thread holds one frequency at a time.
  static SizeClasses classes() {
    return on_host ? SizeClasses{16384, max_folded_points} : SizeClasses{max_folded_points};
  }

  template <class Value>
  Kokkos::View<Value*, MemorySpace> on_device(Kokkos::View<Value*, Kokkos::HostSpace> const& host,
                                              char const* label) const {
    if constexpr (on_host) {
      return host;
    } else {
      auto const device = allocate<Kokkos::View<Value*, MemorySpace>>(exec_, label, host.extent(0));
      Kokkos::deep_copy(exec_, device, host);
      return device;
    }
  }

  template <int lanes, class Scorer, class Epilogue>
  void launch_host(int c, Scorer const& scorer, Epilogue const& epilogue,
                   std::string const& label) const {
    using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
    if (item_begin(c) < item_begin(c + 1)) {
      Kokkos::parallel_for(
          label, Policy(exec_, 0, item_begin(c + 1) - item_begin(c), Kokkos::ChunkSize(1)),
          HostFoldSorter<Real, lanes, Scorer, Epilogue, MemorySpace>{
              series_, frequencies_, items_, item_begin(c), scorer, epilogue});
    }
  }

  Exec exec_;
  Series series_;
  Frequencies frequencies_;
  Kokkos::View<WorkItem const*, MemorySpace> items_;
  Kokkos::View<std::int64_t const*, MemorySpace> slots_;
  std::vector<std::int64_t> item_begin_;
};

}  // namespace siderum::portable
