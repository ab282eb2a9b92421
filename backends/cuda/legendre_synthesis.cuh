// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/legendre/stage_base.cuh>
#include <siderum/backends/cuda/legendre/synthesis_kernel.cuh>
#include <siderum/backends/portable/legendre/launch.hpp>

namespace siderum::cuda {

/// The operation LegendreSynthesis (contract in portable/legendre_synthesis.hpp) on NVIDIA GPUs: a
/// warp computes one order for 2, 4 or 8 groups of 32 ring pairs, whose sums stay in registers. The
/// plan knows where each pair first exceeds 2^-60, so that no range is handled and no group computed
/// before it matters.
template <class Exec, class Real>
class LegendreSynthesis : public portable::LegendreSynthesis<Exec, Real> {
 public:
  using portable::LegendreSynthesis<Exec, Real>::LegendreSynthesis;
};

template <class Real>
class LegendreSynthesis<Kokkos::Cuda, Real> : public legendre::StageBase {
 public:
  using Coefficients = HarmonicCoefficients<Real, Kokkos::CudaSpace>;
  using Modes = portable::RingModes<Real, Kokkos::CudaSpace>;

  LegendreSynthesis(Kokkos::Cuda const& exec, Tables const& tables, Rings const& rings,
                    std::int64_t maps, portable::LegendreTuning const& tuning)
      : StageBase(exec, tables, rings, tuning.pairs_per_thread) {
    sums_ = allocate<decltype(sums_)>(
        exec, "siderum::legendre::sums",
        2 * steps() * std::min<std::int64_t>(maps, maps_at_once));
  }

  void operator()(Coefficients const& coefficients, portable::PairRange range,
                  Modes const& modes) const {
    check(cudaSetDevice(exec().cuda_device()), "its device");
    auto const maps = static_cast<int>(coefficients.maps());
    for (int first = 0; first < maps; first += maps_at_once) {
      int const count = std::min(maps - first, maps_at_once);
      enqueue(exec(), label("legendre_sums"), legendre::combine_coefficients<Real>,
              grid_of_steps(256, count), 256, 0, combine_arguments(coefficients, first),
              sums_.data(), 2 * steps());
      for (int map = 0; map < count; ++map) {
        with_width([&](auto width) {
          legendre::SynthesisArguments<Real> const arguments{
              plan(), sums_.data() + 2 * steps() * map, 2 * steps(), modes, range,
              blocks(range), first + map, 1};
          auto const tasks = static_cast<unsigned>(orders() * blocks(range));
          enqueue(exec(), label("legendre_synthesis"),
                  legendre::synthesize_map<decltype(width)::value, Real>, {tasks}, 32, 0,
                  arguments);
        });
      }
    }
  }

 private:
  static constexpr int maps_at_once = 4;

  static std::string label(std::string const& step) {
    return "siderum::harmonic_transform::" + step + "[cuda]";
  }

  Kokkos::View<double2*, Kokkos::CudaSpace> sums_;
};

}  // namespace siderum::cuda
