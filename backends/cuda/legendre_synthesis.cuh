// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/legendre/stage_base.cuh>
#include <siderum/backends/cuda/legendre/tensor_synthesis.cuh>
#include <siderum/backends/portable/legendre_synthesis.hpp>

namespace siderum::cuda {

/// The operation LegendreSynthesis (contract in portable/legendre_synthesis.hpp) on NVIDIA GPUs: a
/// warp computes one order for 2, 4 or 8 groups of 32 ring pairs, whose sums stay in registers. The
/// plan knows where each pair first exceeds 2^-60, so that no range is handled and no group
/// computed before it matters. Two to four maps at once are a matrix product on FP64 tensor cores.
///
/// Gain, the time of the portable form over that of this one (H200, FP64, docs/backends.md):
///
///     harmonic_transform/synthesis/healpix/lmax2047x1/legendre           1.31
///     harmonic_transform/synthesis/gauss_legendre/lmax2047x1/legendre    1.42
template <class Real>
class LegendreSynthesis : public legendre::StageBase {
 public:
  using Coefficients = HarmonicCoefficients<Real, Kokkos::CudaSpace>;
  using Modes = portable::RingModes<Real, Kokkos::CudaSpace>;

  LegendreSynthesis(Kokkos::Cuda const& exec, Tables const& tables, Rings const& rings,
                    std::int64_t maps, StageTuning const& tuning)
      : StageBase(exec, tables, rings, tuning.value(warps_choice),
                  value_or(tuning, staged_choice, 64)),
        width_(width_for(tuning.value(pairs_choice))) {
    sums_ = allocate<decltype(sums_)>(exec, "siderum::legendre::sums",
                                      2 * steps() * std::min<std::int64_t>(maps, maps_at_once));
  }

  /// Ring pairs of a thread, warps of a block, and steps of the recurrence that are staged in
  /// shared memory at once. Several maps at once heed the pairs alone.
  static StageChoices choices() {
    return {
        {pairs_choice, {2, 4, 8}}, {warps_choice, {1, 2, 4}}, {staged_choice, {16, 32, 64, 128}}};
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
      if (width_ == 2) {
        launch<2>(range, modes, first, count);
      } else if (width_ == 4) {
        launch<4>(range, modes, first, count);
      } else {
        launch<8>(range, modes, first, count);
      }
    }
  }

  /// With the tables of the plan, which LegendreAnalysis shares and does not count.
  std::int64_t bytes() const {
    return table_bytes() + static_cast<std::int64_t>(sums_.span() * sizeof(legendre::DoublePair));
  }

 private:
  static constexpr char const* pairs_choice = "synthesis_pairs";
  static constexpr char const* warps_choice = "synthesis_warps";
  static constexpr char const* staged_choice = "synthesis_staged";

  int width_for(int wanted) const {
    return std::min(wanted <= 0 ? 4 : power_of_two(wanted, 2, 8), widest());
  }

  template <int width>
  void launch(portable::PairRange range, Modes const& modes, int first_map, int maps) const {
    constexpr int narrow = std::min(width, 4);
    auto const one_tile = legendre::synthesize_maps<narrow, 1, Real>;
    if (maps > 1 && has_tensor_cores_for(one_tile)) {
      bool const two = maps > 2;
      auto const kernel = two ? legendre::synthesize_maps<narrow, 2, Real> : one_tile;
      enqueue_warps("legendre_synthesis", kernel, orders() * blocks(range, narrow), 1,
                    two ? sizeof(legendre::TensorSynthesisMemory<narrow, 2>)
                        : sizeof(legendre::TensorSynthesisMemory<narrow, 1>),
                    arguments(range, modes, first_map, 0, maps, narrow));
      return;
    }
    for (int map = 0; map < maps; ++map) {
      enqueue_warps("legendre_synthesis", legendre::synthesize_map<width, Real>,
                    orders() * blocks(range, width), blocks_of_team(),
                    sizeof(legendre::DoublePair) * legendre::SynthesisMemory<width>::size(staged()),
                    arguments(range, modes, first_map, map, 1, width));
    }
  }

  legendre::SynthesisArguments<Real> arguments(portable::PairRange range, Modes const& modes,
                                               int first_map, int map, int maps, int width) const {
    return {plan(),
            sums_.data() + 2 * steps() * map,
            2 * steps(),
            modes,
            range,
            first_block(range, width),
            blocks(range, width),
            first_map + map,
            maps,
            staged()};
  }

  int width_;
  Kokkos::View<legendre::DoublePair*, Kokkos::CudaSpace> sums_;
};

}  // namespace siderum::cuda
