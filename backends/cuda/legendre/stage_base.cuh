// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include <siderum/backends/cuda/legendre/combine.cuh>
#include <siderum/backends/cuda/legendre/plan_tables.cuh>
#include <siderum/backends/cuda/legendre/walk.cuh>
#include <siderum/backends/portable/ring_pairs.hpp>
#include <siderum/core/stage_tuning.hpp>

namespace siderum::cuda::legendre {

/// What both Legendre stages of a plan hold, and choose.
class StageBase {
 public:
  static constexpr int maps_at_once = 4;  // that share the recurrence

  using Tables = portable::LegendreTables<Kokkos::CudaSpace>;
  using Rings = portable::LegendreRings<Kokkos::CudaSpace>;

  /// @param warps   of a block, or 0
  /// @param staged  steps of the recurrence, in shared memory at once
  StageBase(Kokkos::Cuda const& exec, Tables const& tables, Rings const& rings, int warps,
            int staged)
      : exec_(exec),
        tables_(tables),
        alignment_(alignment_for(rings.pairs())),
        warps_(warps <= 0 ? most_warps : power_of_two(warps, 1, most_warps)),
        staged_(power_of_two(staged, 16, 128)) {
    check(cudaSetDevice(exec_.cuda_device()), "its device");
    plan_ = PlanTables::of(exec_, tables, rings, alignment_);
  }

  Kokkos::Cuda const& exec() const { return exec_; }
  Tables const& tables() const { return tables_; }
  Plan const& plan() const { return plan_->plan(); }
  std::int64_t steps() const { return static_cast<std::int64_t>(tables_.a.extent(0)); }
  std::int64_t orders() const { return tables_.range.mmax + 1; }
  std::int64_t table_bytes() const { return plan_->bytes(); }

  /// Blocks of `width` groups that the pairs of a range reach.
  int first_block(portable::PairRange range, int width) const {
    return static_cast<int>(plan().positions.of_pair(range.begin) / (width * group_pairs));
  }
  int blocks(portable::PairRange range, int width) const {
    return static_cast<int>(plan().positions.of_pair(range.end - 1) / (width * group_pairs)) + 1 -
           first_block(range, width);
  }
  /// The most groups of pairs in a warp.
  int widest() const { return alignment_; }

  /// Warps of a block, steps that they stage at once.
  int warps() const { return warps_; }
  int staged() const { return staged_; }

  /// Of the device, in use or not.
  std::int64_t memory_bytes() const {
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&free, &total), "its memory");
    return static_cast<std::int64_t>(total);
  }

  static int value_or(StageTuning const& tuning, char const* choice, int otherwise) {
    int const value = tuning.value(choice);
    return value > 0 ? value : otherwise;
  }

  /// The largest power of two that is neither above `wanted` nor `most`, but at least `least`.
  static int power_of_two(int wanted, int least, int most) {
    int value = least;
    while (2 * value <= std::min(wanted, most)) {
      value *= 2;
    }
    return value;
  }

  /// Whether a kernel for FP64 tensor cores pays: they must be fast, and the code that runs must
  /// have been compiled for them.
  template <class Kernel>
  bool has_tensor_cores_for(Kernel const& kernel) const {
    cudaFuncAttributes compiled;
    check(cudaFuncGetAttributes(&compiled, kernel), "to describe its kernel");
    return compiled.ptxVersion >= 80 && attribute(cudaDevAttrComputeCapabilityMajor) >= 8 &&
           attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio) <= 2;
  }

  /// Steps of the longest order in blocks of threads, orders, maps.
  dim3 grid_of_steps(int threads, int maps) const {
    return {blocks_of((tables_.range.lmax + 2 + 2 * chunk_steps) / 2, threads),
            static_cast<unsigned>(std::min<std::int64_t>(orders(), 65535)),
            static_cast<unsigned>(maps)};
  }

  template <class Real>
  CombineArguments<Real> combine_arguments(
      HarmonicCoefficients<Real, Kokkos::CudaSpace> const& coefficients, int first_map) const {
    auto const stride = static_cast<std::int64_t>(coefficients.values.stride(0));
    return {tables_, coefficients.values.data() + first_map * stride, stride};
  }

  /// Enqueues a kernel of one warp for each task.
  template <class Arguments>
  void enqueue_warps(std::string const& step, void (*kernel)(Arguments), std::int64_t tasks,
                     int warps, std::size_t bytes_of_warp, Arguments const& arguments) const {
    enqueue(exec_, label(step), kernel, {blocks_of(tasks, warps)}, 32 * warps,
            static_cast<std::size_t>(warps) * bytes_of_warp, arguments);
  }

  static std::string label(std::string const& step) {
    return "siderum::harmonic_transform::" + step + "[cuda]";
  }

 private:
  int attribute(cudaDeviceAttr which) const {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, which, exec_.cuda_device()), "to tell what it can do");
    return value;
  }

  /// Wide warps load the coefficients less often, narrow ones leave none of the device idle.
  static int alignment_for(std::int64_t pairs) {
    constexpr std::int64_t fewest_for_eight = 900;
    constexpr std::int64_t fewest_for_four = 250;
    return pairs >= fewest_for_eight ? 8 : (pairs >= fewest_for_four ? 4 : 2);
  }

  Kokkos::Cuda exec_;
  Tables tables_;
  int alignment_;
  int warps_;
  int staged_;
  std::shared_ptr<PlanTables const> plan_;
};

}  // namespace siderum::cuda::legendre
