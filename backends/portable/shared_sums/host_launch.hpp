// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>

#include <siderum/backends/portable/nufft_sums/host_launch.hpp>
#include <siderum/backends/portable/shared_sums/host_products.hpp>
#include <siderum/backends/portable/shared_sums/host_transforms.hpp>
#include <siderum/backends/portable/shared_sums/sums_base.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/thread_memory.hpp>

namespace siderum::portable::shared {

/// A thread per item; hosts have computed when this returns.
template <class Exec, class Summer>
void run_on_host(Exec const& exec, std::string const& label, Summer const& sum) {
  for_each_on_host(label,
                   IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>(exec, 0, sum.items(),
                                                                        Kokkos::ChunkSize(1)),
                   sum);
}

/// SharedProductSums on a host.
template <class Exec, class Real, class Operations>
class HostSharedProductSums
    : public SharedSumsBase<Exec, Real, typename Operations::template Product<Exec, Real>> {
 public:
  using Product = typename Operations::template Product<Exec, Real>;
  using Base = SharedSumsBase<Exec, Real, Product>;

  HostSharedProductSums(Exec const& exec, typename Base::Series const& series,
                        FrequencyGrid const& grid, MeanSums mean, std::int64_t /*stretch*/)
      : Base(exec, series, grid, mean, product_strip) {}

  template <class Epilogue>
  void operator()(typename Base::Weights const& weights, Epilogue const& epilogue,
                  std::string const& label) const {
    SerialProducts const serial(this->exec().concurrency());
    run_on_host(this->exec(), label,
                SharedHostSummer<Exec, Real, Operations, Epilogue>{
                    this->series(), this->grid(), weights, this->mean(), this->strip(),
                    strips_of(weights.range, this->strip()), this->strips(), Product(this->exec()),
                    epilogue});
  }
};

/// SharedNufftSums on a host.
template <class Exec, class Real, class Operations>
class HostSharedNufftSums
    : public SharedSumsBase<Exec, Real, typename Operations::template Fft<Exec, Real>> {
 public:
  using Fft = typename Operations::template Fft<Exec, Real>;
  using Base = SharedSumsBase<Exec, Real, Fft>;

  /// A strip is a section. Work space is that of the threads, whatever is allowed.
  HostSharedNufftSums(Exec const& exec, typename Base::Series const& series,
                      FrequencyGrid const& grid, MeanSums mean, std::int64_t stretch,
                      double tolerance, std::int64_t /*work_bytes*/)
      : Base(exec, series, grid, mean, std::min(strip_of(series.points, grid.count), stretch)),
        of_sections_(exec, tolerance, this->strip()) {}

  template <class Epilogue>
  void operator()(typename Base::Weights const& weights, Epilogue const& epilogue,
                  std::string const& label) const {
    KeptLargeBlocks const kept;
    auto const launch = [&]<int width>(std::integral_constant<int, width>) {
      run_on_host(this->exec(), label,
                  SharedSectionSummer<Exec, Real, Operations, Epilogue, width>{
                      this->series(), this->grid(), weights, this->mean(), of_sections_.tables(),
                      strips_of(weights.range, this->strip()), this->strips(), epilogue});
    };
    if (of_sections_.tables().width <= nufft::narrow_spread) {
      launch(std::integral_constant<int, nufft::narrow_spread>{});
    } else {
      launch(std::integral_constant<int, widest_spread>{});
    }
  }

 private:
  // Strips divide stretches.
  static std::int64_t strip_of(std::int64_t points, std::int64_t frequencies) {
    auto const length = nufft::section_length(points, frequencies, nufft::Place::host);
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(length)));
  }

  nufft::HostLength<Exec, Real, Fft> of_sections_;
};

}  // namespace siderum::portable::shared
