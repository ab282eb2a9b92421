// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include <siderum/backends/portable/nufft_sums/host_launch.hpp>
#include <siderum/backends/portable/shared_sums/host_products.hpp>
#include <siderum/backends/portable/shared_sums/host_transforms.hpp>
#include <siderum/core/policies.hpp>

namespace siderum::portable::shared {

/// A thread per item; hosts have computed when this returns.
template <class Exec, class Summer>
void run_on_host(Exec const& exec, std::string const& label, Summer const& sum) {
  Kokkos::parallel_for(label,
                       IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>(exec, 0, sum.items(),
                                                                            Kokkos::ChunkSize(1)),
                       sum);
}

/// SharedProductSums on a host.
template <class Exec, class Real, class Operations>
class HostSharedProductSums {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Series = SharedSeries<Exec, Real>;
  using Product = typename Operations::template Product<Exec, Real>;
  static constexpr bool is_available = Product::is_available;

  HostSharedProductSums(Exec const& exec, Series const& series, FrequencyGrid const& grid,
                        MeanSums mean, std::int64_t /*stretch*/)
      : exec_(exec), series_(series), grid_(grid), mean_(mean) {}

  std::int64_t strips() const { return strips_of({0, grid_.count}, strip).count; }

  template <class Epilogue>
  void operator()(SharedWeights<Real, MemorySpace> const& weights, Epilogue const& epilogue,
                  std::string const& label) const {
    SerialProducts const serial;
    run_on_host(exec_, label,
                SharedHostSummer<Exec, Real, Operations, Epilogue>{
                    series_, grid_, weights, mean_, strip, strips_of(weights.range, strip),
                    strips(), Product(exec_), epilogue});
  }

 private:
  static constexpr std::int64_t strip = 4096;  // frequencies; divides a stretch

  Exec exec_;
  Series series_;
  FrequencyGrid grid_;
  MeanSums mean_;
};

/// SharedNufftSums on a host.
template <class Exec, class Real, class Operations>
class HostSharedNufftSums {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Series = SharedSeries<Exec, Real>;
  using Fft = typename Operations::template Fft<Exec, Real>;
  static constexpr bool is_available = Fft::is_available;

  /// Work space is that of the threads, whatever is allowed.
  HostSharedNufftSums(Exec const& exec, Series const& series, FrequencyGrid const& grid,
                      MeanSums mean, std::int64_t stretch, double tolerance,
                      std::int64_t /*work_bytes*/)
      : exec_(exec),
        series_(series),
        grid_(grid),
        mean_(mean),
        section_(std::min(nufft::section_length(series.points, grid.count, nufft::Place::host),
                          stretch)),
        of_sections_(exec, tolerance, section_) {}

  std::int64_t strips() const { return strips_of({0, grid_.count}, section_).count; }

  template <class Epilogue>
  void operator()(SharedWeights<Real, MemorySpace> const& weights, Epilogue const& epilogue,
                  std::string const& label) const {
    auto const launch = [&]<int width>(std::integral_constant<int, width>) {
      run_on_host(exec_, label,
                  SharedSectionSummer<Exec, Real, Operations, Epilogue, width>{
                      series_, grid_, weights, mean_, of_sections_.tables(),
                      strips_of(weights.range, section_), strips(), epilogue});
    };
    if (of_sections_.tables().width <= nufft::narrow_spread) {
      launch(std::integral_constant<int, nufft::narrow_spread>{});
    } else {
      launch(std::integral_constant<int, widest_spread>{});
    }
  }

 private:
  Exec exec_;
  Series series_;
  FrequencyGrid grid_;
  MeanSums mean_;
  std::int64_t section_;  // frequencies of a transform, which have one slot
  nufft::HostLength<Exec, Real, Fft> of_sections_;
};

}  // namespace siderum::portable::shared
