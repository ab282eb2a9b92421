// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include <siderum/backends/cuda/launch.cuh>
#include <siderum/backends/cuda/pair_histogram/kernel.cuh>
#include <siderum/backends/portable/pair_histogram/launch.hpp>

namespace siderum::cuda {

/// The operation PairHistogram (contract in portable/pair_histogram.hpp) on NVIDIA GPUs: the second
/// tile in shared memory, compare and count in registers, moments as integers. Weights take the
/// portable form.
///
/// Gain, the time of the portable form over that of this one (H200, FP64, docs/backends.md):
///
///     pair_counts/plain/1000000x0.01-10deg                      2.18
///     pair_counts/100_regions/1000000x0.01-10deg                2.22
template <class Real>
class PairHistogram : public portable::PairHistogram<Kokkos::Cuda, Real> {
 public:
  using Base = portable::PairHistogram<Kokkos::Cuda, Real>;
  using Base::Base;

  void operator()(typename Base::List const& list, std::int64_t count,
                  std::string const& label) const {
    if (has_weights(this->sums())) {
      Base::operator()(list, count, label);
    } else if (count > 0 && has_moments(this->sums())) {
      launch<true>(list, count, label);
    } else if (count > 0) {
      launch<false>(list, count, label);
    }
  }

 private:
  template <bool moments>
  void launch(typename Base::List const& list, std::int64_t count, std::string const& label) const {
    check(cudaSetDevice(this->exec().cuda_device()), "its device");
    int blocks = 0;
    auto const kernel = count_pairs_of_tiles<moments, Real>;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, PairShape::threads, 0),
          "to tell its room for " + label);
    std::int64_t const needed = (count + PairShape::warps - 1) / PairShape::warps;
    std::int64_t const most = std::int64_t{8} * std::max(blocks, 1) *
                              attribute(this->exec(), cudaDevAttrMultiProcessorCount);
    PairArguments<Real> const arguments{this->first(),     this->second(), this->edges(),
                                        this->tallies(),   list,           count,
                                        this->same_tiles()};
    enqueue(this->exec(), label, kernel, {static_cast<unsigned>(std::min(needed, most))},
            PairShape::threads, 0, arguments);
  }
};

}  // namespace siderum::cuda
