// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include <siderum/backends/cuda/launch.cuh>
#include <siderum/backends/cuda/legendre/combine.cuh>
#include <siderum/backends/cuda/legendre/walk.cuh>
#include <siderum/backends/cuda/tensor_product.cuh>
#include <siderum/backends/portable/legendre/group_stage.hpp>

namespace siderum::cuda::legendre {

/// What both Legendre stages of a plan ask of the device.
class StageBase : public portable::legendre::GroupStage<Kokkos::Cuda> {
 public:
  using GroupStage::GroupStage;

  static constexpr int maps_at_once = 4;  // that share the recurrence

  /// Of the device, in use or not.
  std::int64_t memory_bytes() const {
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaSetDevice(exec().cuda_device()), "its device");
    check(cudaMemGetInfo(&free, &total), "its memory");
    return static_cast<std::int64_t>(total);
  }

  /// Whether a kernel for FP64 tensor cores pays: they must be fast, and the code that runs must
  /// have been compiled for them.
  template <class Kernel>
  bool has_tensor_cores_for(Kernel const& kernel) const {
    return is_compiled_for_tensor_cores(kernel) && has_fast_tensor_cores(exec());
  }

  /// Steps of the longest order in blocks of threads, orders, maps.
  dim3 grid_of_steps(int threads, int maps) const {
    return {
        blocks_of((tables().range.lmax - plan().first_order + 2 + 2 * chunk_steps) / 2, threads),
        static_cast<unsigned>(std::min<std::int64_t>(orders(), 65535)),
        static_cast<unsigned>(maps)};
  }

  template <class Real>
  CombineArguments<Real> combine_arguments(
      HarmonicCoefficients<Real, Kokkos::CudaSpace> const& coefficients, int first_map) const {
    auto const stride = static_cast<std::int64_t>(coefficients.values.stride(0));
    return {tables(), plan().order, plan().rows,
            coefficients.values.data() + first_map * stride - coefficients.first, stride};
  }

  /// Enqueues a kernel of one warp for each task.
  template <class Arguments>
  void enqueue_warps(std::string const& step, void (*kernel)(Arguments), std::int64_t tasks,
                     int warps, std::size_t bytes_of_warp, Arguments const& arguments) const {
    enqueue<Cache::least>(exec(), label(step), kernel, {blocks_of(tasks, warps)}, 32 * warps,
                          static_cast<std::size_t>(warps) * bytes_of_warp, arguments);
  }

  static std::string label(std::string const& step) {
    return "siderum::harmonic_transform::" + step + "[cuda]";
  }
};

}  // namespace siderum::cuda::legendre
