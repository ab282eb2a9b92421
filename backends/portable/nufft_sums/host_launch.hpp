// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <siderum/backends/portable/nufft_sums/host_section.hpp>
#include <siderum/backends/portable/nufft_sums/host_shared.hpp>
#include <siderum/backends/portable/nufft_sums/sections.hpp>
#include <siderum/backends/portable/spread_kernel.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/thread_memory.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::portable::nufft {

/// Tables and the transform of the sections of one length on a host.
template <class Exec, class Real, class Fft>
class HostLength {
 public:
  HostLength(Exec const& exec, double tolerance, std::int64_t length) {
    auto const exact =
        spread_tables(tolerance, std::numeric_limits<Real>::epsilon(), static_cast<int>(length));
    polynomial_.assign(exact->polynomial.begin(), exact->polynomial.end());
    deconvolver_.assign(exact->deconvolver.begin(), exact->deconvolver.end());
    transform_ = std::make_unique<Fft>(exec, exact->cells, 1);
    tables_ = {{exact->modes, exact->cells, exact->kernel.width, exact->degree, polynomial_.data(),
                deconvolver_.data()},
               transform_.get()};
  }

  HostTables<Real, Fft> const& tables() const { return tables_; }

 private:
  std::vector<Real> polynomial_;
  std::vector<Real> deconvolver_;
  std::unique_ptr<Fft> transform_;
  HostTables<Real, Fft> tables_;
};

/// Kernels of at most this width take registers half as wide.
inline constexpr int narrow_spread = 8;

/// NufftSums on a host: one thread per item, or all threads for each of few sections.
template <class Exec, class Real, class Operations>
class HostNufftSums {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Series = TrigSeries<Real, MemorySpace>;
  using Slots = Kokkos::View<std::int64_t const*, MemorySpace>;
  using Fft = typename Operations::template Fft<Exec, Real>;
  static constexpr bool is_available = Fft::is_available;

  /// Work space is that of the threads, whatever is allowed.
  HostNufftSums(Exec const& exec, Series const& series, FrequencyGrid const& grid, MeanSums mean,
                FrequencyRange range, double tolerance, std::int64_t /*work_bytes*/)
      : exec_(exec), series_(series), grid_(grid), mean_(mean) {
    SectionCount const all = count_sections(series.host_offsets, range, grid.count);
    is_shared_ = is_worth_sharing(all, exec.concurrency());
    auto const divided =
        is_shared_ ? divide_within_sections(series.host_offsets, range, grid.count,
                                            wanted_items(exec) / all.sections)
                   : divide_sections(series.host_offsets, range, grid.count, wanted_items(exec));
    items_ = copy_to_work(exec, "siderum::nufft::items", divided.items);
    slots_ = copy_to_work(exec, "siderum::nufft::slots", divided.slots);
    for (std::int64_t object = 0; object + 1 < std::int64_t(series.host_offsets.extent(0));
         ++object) {
      make_tables(section_length(series.host_offsets(object + 1) - series.host_offsets(object),
                                 grid.count, Place::host),
                  tolerance);
    }
  }

  Slots const& slots() const { return slots_; }
  std::int64_t slot_count() const { return static_cast<std::int64_t>(items_.extent(0)); }

  template <class Epilogue>
  void operator()(Epilogue const& epilogue, std::string const& label) const {
    with_mean_sums(mean_, [&](auto mean) { launch<decltype(mean)::value>(epilogue, label); });
  }

 private:
  void make_tables(std::int64_t length, double tolerance) {
    if (of_lengths().find(length) != nullptr) {
      return;
    }
    lengths_.push_back(
        std::make_shared<HostLength<Exec, Real, Fft> const>(exec_, tolerance, length));
    tables_.push_back(lengths_.back()->tables());
    width_ = tables_.back().width;
  }

  TablesOfLengths<Real, Fft> of_lengths() const {
    return {tables_.data(), tables_.data() + tables_.size()};
  }

  template <MeanSums mean, class Epilogue>
  void launch(Epilogue const& epilogue, std::string const& label) const {
    if (items_.extent(0) == 0) {
      return;
    }
    KeptLargeBlocks const kept;
    if (width_ <= narrow_spread) {
      launch_width<mean, narrow_spread>(epilogue, label);
    } else {
      launch_width<mean, widest_spread>(epilogue, label);
    }
  }

  template <MeanSums mean, int padded_width, class Epilogue>
  void launch_width(Epilogue const& epilogue, std::string const& label) const {
    if (is_shared_) {
      HostSharedSummer<Exec, Real, mean, Operations, Epilogue, padded_width>(
          exec_, series_, items_, grid_, of_lengths(), epilogue, label)();
      return;
    }
    using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
    for_each_on_host(
        label, Policy(exec_, 0, static_cast<std::int64_t>(items_.extent(0)), Kokkos::ChunkSize(1)),
        HostSectionSummer<Exec, Real, mean, Operations, Epilogue, padded_width>{
            series_, items_, grid_, of_lengths(), epilogue});
  }

  Exec exec_;
  Series series_;
  FrequencyGrid grid_;
  MeanSums mean_;
  Kokkos::View<WorkItem const*, MemorySpace> items_;
  Slots slots_;
  bool is_shared_ = false;  // sections by all threads, not each by one
  int width_ = 0;
  std::vector<std::shared_ptr<HostLength<Exec, Real, Fft> const>> lengths_;
  std::vector<HostTables<Real, Fft>> tables_;
};

}  // namespace siderum::portable::nufft
