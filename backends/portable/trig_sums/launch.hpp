// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <siderum/backends/portable/trig_sums/device_functors.hpp>
#include <siderum/backends/portable/trig_sums/host_functors.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/frequency_range.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::portable {

/// The operation TrigSums (contract in trig_sums.hpp) with Kokkos alone.
/// Operations names the backend whose inline operations the loops use.
template <class Exec, class Real, class Operations>
class TrigSums {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Series = TrigSeries<Real, MemorySpace>;
  using Items = Kokkos::View<WorkItem const*, MemorySpace>;
  using Slots = Kokkos::View<std::int64_t const*, MemorySpace>;

  TrigSums(Exec const& exec, Series const& series, FrequencyGrid const& grid, MeanSums mean,
           FrequencyRange range)
      : exec_(exec), series_(series), grid_(grid), mean_(mean) {
    divide(range, grid_unit());
  }

  TrigSums(Exec const& exec, Series const& series, FrequencyList<MemorySpace> const& list,
           MeanSums mean, FrequencyRange range)
      : exec_(exec), series_(series), list_(list), mean_(mean) {
    divide(range, list_unit());
  }

  Slots const& slots() const { return slots_; }
  std::int64_t slot_count() const { return static_cast<std::int64_t>(items_.extent(0)); }

  // What a backend needs that replaces the loop alone.
  Exec const& exec() const { return exec_; }
  Series const& series() const { return series_; }
  FrequencyGrid const& grid() const { return grid_; }
  Items const& items() const { return items_; }
  std::vector<WorkItem> const& host_items() const { return host_items_; }
  MeanSums mean_sums() const { return mean_; }
  bool is_listed() const { return list_.count() > 0; }
  static constexpr std::int64_t device_grid_unit = 16 * DeviceShape<Exec>::team;

  template <class Epilogue>
  void operator()(Epilogue const& epilogue, std::string const& label) const {
    with_mean_sums(mean_, [&](auto mean) { launch<decltype(mean)::value>(epilogue, label); });
  }

 private:
  struct NoEpilogue {
    using State = char;
  };
  static constexpr bool on_host = is_host<Exec>;

  // Both units are multiples of what the loops restart at, so that no result depends on them.
  static std::int64_t grid_unit() {
    if constexpr (on_host) {
      using Blocks = HostBlocks<Real, MeanSums::yes, Operations>;
      return std::int64_t{Blocks::restart} * Blocks::block;
    } else {
      static_assert(DeviceGridSummer<Real, MeanSums::yes, Operations, NoEpilogue, Exec>::unit ==
                    device_grid_unit);
      return device_grid_unit;
    }
  }
  static std::int64_t list_unit() {
    return on_host ? std::int64_t{native_lanes<Real>} * 4 : std::int64_t{DeviceShape<Exec>::team};
  }

  void divide(FrequencyRange range, std::int64_t unit) {
    SIDERUM_EXPECT(range.first % unit == 0);
    DividedWork divided = divide_work(series_.host_offsets, range, unit, wanted_items(exec_),
                                      on_host ? ItemSizes::shrinking : ItemSizes::even);
    items_ = copy_to_work(exec_, "siderum::trig_sums::items", divided.items);
    slots_ = copy_to_work(exec_, "siderum::trig_sums::slots", divided.slots);
    host_items_ = std::move(divided.items);
  }

  template <MeanSums mean, class Epilogue>
  void launch(Epilogue const& epilogue, std::string const& label) const {
    if (items_.extent(0) == 0) {
      return;
    }
    if constexpr (on_host) {
      if (is_listed()) {
        launch_host(label, HostListSummer<Real, mean, Operations, Epilogue, MemorySpace>{
                               series_, items_, list_.frequency, epilogue});
      } else {
        launch_host(label, HostGridSummer<Real, mean, Operations, Epilogue, MemorySpace>{
                               series_, items_, grid_, epilogue});
      }
    } else {
      if (is_listed()) {
        run_teams(exec_, label, slot_count(),
                  DeviceListSummer<Real, mean, Operations, Epilogue, Exec>{
                      series_, items_, list_.frequency, epilogue});
      } else {
        run_teams(exec_, label, slot_count(),
                  DeviceGridSummer<Real, mean, Operations, Epilogue, Exec>{series_, items_, grid_,
                                                                           epilogue});
      }
    }
  }

  template <class Functor>
  void launch_host(std::string const& label, Functor const& functor) const {
    using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
    Kokkos::parallel_for(
        label, Policy(exec_, 0, static_cast<std::int64_t>(items_.extent(0)), Kokkos::ChunkSize(1)),
        functor);
  }

  Exec exec_;
  Series series_;
  FrequencyGrid grid_;
  FrequencyList<MemorySpace> list_;
  MeanSums mean_;
  std::vector<WorkItem> host_items_;
  Items items_;
  Slots slots_;
};

}  // namespace siderum::portable
