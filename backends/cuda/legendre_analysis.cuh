// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/legendre/stage_base.cuh>
#include <siderum/backends/cuda/legendre/tensor_analysis.cuh>
#include <siderum/backends/portable/legendre_analysis.hpp>

namespace siderum::cuda {

/// The operation LegendreAnalysis (contract in portable/legendre_analysis.hpp) on NVIDIA GPUs: a
/// warp computes one order for 2, 4 or 8 groups of 32 ring pairs at a time and adds their sums to
/// partial sums of its own, which are then added in order.
///
/// Gain, the time of the portable form over that of this one (H200, FP64, docs/backends.md):
///
///     harmonic_transform/adjoint/healpix/lmax2047x1/legendre           1.75
///     harmonic_transform/adjoint/gauss_legendre/lmax2047x1/legendre    2
template <class Real>
class LegendreAnalysis : public legendre::StageBase {
 public:
  using Coefficients = HarmonicCoefficients<Real, Kokkos::CudaSpace>;
  using Modes = portable::RingModes<Real, Kokkos::CudaSpace>;

  LegendreAnalysis(Kokkos::Cuda const& exec, Tables const& tables, Rings const& rings,
                   std::int64_t maps, StageTuning const& tuning)
      : StageBase(exec, tables, rings, tuning.value(warps_choice),
                  value_or(tuning, staged_choice, 128)),
        width_(width_for(tuning.value(pairs_choice), rings.pairs())),
        slots_(slots_for(tuning.value(slots_choice), rings.pairs())) {
    std::int64_t const of_slot = 4 * steps() * std::min<std::int64_t>(maps, maps_at_once);
    if (maps > 1) {
      slots_of_maps_ = slots_of_maps_for(of_slot, rings.pairs());
    }
    std::int64_t const most_slots = std::max(slots_, slots_of_maps_);
    partial_ =
        allocate<decltype(partial_)>(exec, "siderum::legendre::partial_sums",
                                     std::max(of_slot * slots_of_maps_, 4 * steps() * slots_));
    starts_ =
        allocate<decltype(starts_)>(exec, "siderum::legendre::first_chunks", orders() * most_slots);
  }

  /// Those of synthesis, and the warps that share the pairs of an order.
  static StageChoices choices() {
    return {{pairs_choice, {2, 4, 8}},
            {slots_choice, {1, 2, 3, 4, 6, 8, 12, 16}},
            {warps_choice, {1, 2, 4}},
            {staged_choice, {16, 32, 64, 128}}};
  }

  void operator()(Modes const& modes, portable::PairRange range, Coefficients const& coefficients,
                  portable::SumInto sum) const {
    check(cudaSetDevice(exec().cuda_device()), "its device");
    auto const maps = static_cast<int>(coefficients.maps());
    int first = 0;
    while (first < maps) {
      if (width_ == 2) {
        first += launch<2>(modes, range, coefficients, first, sum);
      } else if (width_ == 4) {
        first += launch<4>(modes, range, coefficients, first, sum);
      } else {
        first += launch<8>(modes, range, coefficients, first, sum);
      }
    }
  }

  std::int64_t bytes() const {
    return static_cast<std::int64_t>(partial_.span() * sizeof(double) +
                                     starts_.span() * sizeof(int));
  }

 private:
  static constexpr char const* pairs_choice = "analysis_pairs";
  static constexpr char const* slots_choice = "partial_sums";
  static constexpr char const* warps_choice = "analysis_warps";
  static constexpr char const* staged_choice = "analysis_staged";

  int width_for(int wanted, std::int64_t pairs) const {
    constexpr std::int64_t fewest_tasks_for_eight = 6000;
    int const plain = orders() * blocks({0, pairs}, 8) >= fewest_tasks_for_eight ? 8 : 4;
    return std::min(wanted <= 0 ? plain : power_of_two(wanted, 2, 8), widest());
  }

  /// Few partial sums are soon added up; many keep all of the device busy.
  int slots_for(int wanted, std::int64_t pairs) const {
    constexpr std::int64_t enough_tasks = 4096;
    std::int64_t const most = width_ == 8 ? 2 : 16;
    std::int64_t const slots = wanted > 0 || orders() == 0
                                   ? std::max(wanted, 1)
                                   : std::min(most, (enough_tasks + orders() - 1) / orders());
    return static_cast<int>(std::clamp<std::int64_t>(slots, 1, blocks({0, pairs}, width_)));
  }

  /// Of several maps at once, as far as a thirty-second of the device's memory, or a GiB, holds
  /// them.
  int slots_of_maps_for(std::int64_t of_slot, std::int64_t pairs) const {
    constexpr std::int64_t enough_slots = 8;
    constexpr std::int64_t always = std::int64_t{1} << 30;
    std::int64_t const most_bytes = std::max(always, memory_bytes() / 32);
    // 0 in a process without orders.
    std::int64_t const bytes = of_slot * static_cast<std::int64_t>(sizeof(double));
    std::int64_t const fitting = bytes == 0 ? 1 : std::max<std::int64_t>(1, most_bytes / bytes);
    std::int64_t const slots = std::min(enough_slots, fitting);
    return static_cast<int>(
        std::clamp<std::int64_t>(slots, 1, blocks({0, pairs}, std::min(width_, 4))));
  }

  /// How many maps it has treated.
  template <int width>
  int launch(Modes const& modes, portable::PairRange range, Coefficients const& coefficients,
             int first, portable::SumInto sum) const {
    constexpr int narrow = std::min(width, 4);
    auto const one_tile = legendre::analyse_maps<narrow, 1, Real>;
    int const left = static_cast<int>(coefficients.maps()) - first;
    int maps = 1;
    if (left > 1 && has_tensor_cores_for(one_tile)) {
      maps = std::min(left, maps_at_once);
    }
    // Those of all maps of a call stay until the last range, others make room for the next.
    bool const stays = maps == static_cast<int>(coefficients.maps());
    bool const is_first = sum == portable::SumInto::nothing;
    auto given = arguments(modes, range, first, maps, maps > 1 ? narrow : width);
    given.goes_on = stays && !is_first;
    if (maps > 1) {
      enqueue_warps(
          "legendre_analysis", maps > 2 ? legendre::analyse_maps<narrow, 2, Real> : one_tile,
          orders() * given.slots, 1, sizeof(legendre::TensorAnalysisMemory<narrow>), given);
    } else {
      enqueue_warps("legendre_analysis", legendre::analyse_map<width, Real>, orders() * given.slots,
                    blocks_of_team(),
                    sizeof(legendre::DoublePair) * legendre::WalkMemory<width>::size(staged()),
                    given);
    }
    if (!stays || range.end == plan().positions.pair_end[2]) {
      legendre::PartialSums const sums{partial_.data(), starts_.data(), given.slots, maps,
                                       4 * steps()};
      enqueue(exec(), label("legendre_sums"),
              stays || is_first ? legendre::combine_sums<Real, false>
                                : legendre::combine_sums<Real, true>,
              grid_of_steps(256, maps), 256, 0, combine_arguments(coefficients, first), sums);
    }
    return maps;
  }

  legendre::AnalysisArguments<Real> arguments(Modes const& modes, portable::PairRange range,
                                              int first_map, int maps, int width) const {
    return {plan(),
            modes,
            range,
            partial_.data(),
            starts_.data(),
            4 * steps(),
            first_block(range, width),
            blocks(range, width),
            maps > 1 ? slots_of_maps_ : slots_,
            first_map,
            maps,
            staged(),
            false};
  }

  int width_;
  int slots_;
  int slots_of_maps_ = 1;
  Kokkos::View<double*, Kokkos::CudaSpace> partial_;
  Kokkos::View<int*, Kokkos::CudaSpace> starts_;
};

}  // namespace siderum::cuda
