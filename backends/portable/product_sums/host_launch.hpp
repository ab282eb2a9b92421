// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <siderum/backends/portable/product_sums.hpp>
#include <siderum/backends/portable/product_sums/host_strip.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::portable::product {

/// ProductSums on a host: one thread per item.
template <class Exec, class Real, class Operations>
class HostProductSums {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Series = TrigSeries<Real, MemorySpace>;
  using Slots = Kokkos::View<std::int64_t const*, MemorySpace>;
  using Product = typename Operations::template Product<Exec, Real>;
  static constexpr bool is_available = Product::is_available;

  /// Work space is that of the threads, whatever is allowed.
  HostProductSums(Exec const& exec, Series const& series, FrequencyGrid const& grid, MeanSums mean,
                  FrequencyRange range, std::int64_t /*work_bytes*/)
      : exec_(exec), series_(series), grid_(grid), mean_(mean) {
    auto const divided =
        divide_work(series.host_offsets, range, unit, wanted_items(exec), ItemSizes::shrinking);
    items_ = copy_to_work(exec, "siderum::product::items", divided.items);
    slots_ = copy_to_work(exec, "siderum::product::slots", divided.slots);
  }

  Slots const& slots() const { return slots_; }
  std::int64_t slot_count() const { return static_cast<std::int64_t>(items_.extent(0)); }

  template <class Epilogue>
  void operator()(Epilogue const& epilogue, std::string const& label) const {
    with_mean_sums(mean_, [&](auto mean) { launch<decltype(mean)::value>(epilogue, label); });
  }

 private:
  static constexpr std::int64_t unit = 8192;  // of whole runs of rotated phases

  template <MeanSums mean, class Epilogue>
  void launch(Epilogue const& epilogue, std::string const& label) const {
    if (items_.extent(0) == 0) {
      return;
    }
    SerialProducts const serial(exec_.concurrency());  // hosts have computed when a launch returns
    using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
    for_each_on_host(label, Policy(exec_, 0, slot_count(), Kokkos::ChunkSize(1)),
                     HostStripSummer<Exec, Real, mean, Operations, Epilogue>{
                         series_, items_, grid_, Product(exec_), epilogue});
  }

  Exec exec_;
  Series series_;
  FrequencyGrid grid_;
  MeanSums mean_;
  Kokkos::View<WorkItem const*, MemorySpace> items_;
  Slots slots_;
};

}  // namespace siderum::portable::product
