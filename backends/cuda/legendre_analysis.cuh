// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/legendre/analysis_kernel.cuh>
#include <siderum/backends/cuda/legendre/stage_base.cuh>
#include <siderum/backends/portable/legendre/launch.hpp>

namespace siderum::cuda {

/// The operation LegendreAnalysis (contract in portable/legendre_analysis.hpp) on NVIDIA GPUs: a warp
/// computes one order for 2, 4 or 8 groups of 32 ring pairs at a time and adds their sums to partial
/// sums of its own, which are then added in order.
template <class Exec, class Real>
class LegendreAnalysis : public portable::LegendreAnalysis<Exec, Real> {
 public:
  using portable::LegendreAnalysis<Exec, Real>::LegendreAnalysis;
};

template <class Real>
class LegendreAnalysis<Kokkos::Cuda, Real> : public legendre::StageBase {
 public:
  using Coefficients = HarmonicCoefficients<Real, Kokkos::CudaSpace>;
  using Modes = portable::RingModes<Real, Kokkos::CudaSpace>;

  LegendreAnalysis(Kokkos::Cuda const& exec, Tables const& tables, Rings const& rings,
                   std::int64_t maps, portable::LegendreTuning const& tuning)
      : StageBase(exec, tables, rings, tuning.pairs_per_thread),
        maps_(static_cast<int>(std::min<std::int64_t>(maps, maps_at_once))) {
    constexpr std::int64_t most_bytes = std::int64_t{512} << 20;
    std::int64_t const of_slot = 4 * steps() * maps_;
    slots_ = static_cast<int>(std::clamp<std::int64_t>(
        most_bytes / (of_slot * static_cast<std::int64_t>(sizeof(double))), 1,
        blocks(portable::PairRange{0, rings.pairs()})));
    partial_ = allocate<decltype(partial_)>(exec, "siderum::legendre::partial_sums",
                                            of_slot * slots_);
    starts_ = allocate<decltype(starts_)>(exec, "siderum::legendre::first_chunks",
                                          orders() * slots_);
  }

  void operator()(Modes const& modes, portable::PairRange range, Coefficients const& coefficients,
                  portable::SumInto sum) const {
    check(cudaSetDevice(exec().cuda_device()), "its device");
    auto const maps = static_cast<int>(coefficients.maps());
    for (int map = 0; map < maps; ++map) {
      int const slots = std::min(slots_, blocks(range));
      with_width([&](auto width) {
        legendre::AnalysisArguments<Real> const arguments{
            plan(), modes,         range, partial_.data(), starts_.data(), 4 * steps(),
            blocks(range), slots, map,   1};
        enqueue(exec(), label("legendre_analysis"),
                legendre::analyse_map<decltype(width)::value, Real>,
                {static_cast<unsigned>(orders() * slots)}, 32, 0, arguments);
      });
      legendre::PartialSums const sums{partial_.data(), starts_.data(), slots, 1, 4 * steps()};
      enqueue(exec(), label("legendre_sums"),
              sum == portable::SumInto::nothing ? legendre::combine_sums<Real, false>
                                                : legendre::combine_sums<Real, true>,
              grid_of_steps(256, 1), 256, 0, combine_arguments(coefficients, map), sums);
    }
  }

 private:
  static constexpr int maps_at_once = 4;

  static std::string label(std::string const& step) {
    return "siderum::harmonic_transform::" + step + "[cuda]";
  }

  int maps_;
  int slots_;
  Kokkos::View<double*, Kokkos::CudaSpace> partial_;
  Kokkos::View<int*, Kokkos::CudaSpace> starts_;
};

}  // namespace siderum::cuda
