// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/backends/cuda/check.cuh>
#include <siderum/backends/cuda/trig_sums/kernel.cuh>
#include <siderum/backends/portable/trig_sums/launch.hpp>

namespace siderum::cuda {

/// The operation TrigSums (contract in portable/trig_sums.hpp) on NVIDIA GPUs with fast FP64:
/// on a regular grid the four products per centre and offset are a matrix product over the points,
/// which the FP64 tensor cores do at twice the rate of the other units; its factors never leave
/// shared memory. Sums are FP64 also for float. Frequency lists, and GPUs without fast FP64 tensor
/// cores, take the portable form.
/// Gain: bench/operations_bench, operations/trig_sums, 3,554 points x 1e6 frequencies on an
/// H200: 3.03 times the portable form in FP64 (2.46 with a floating mean), 1.92 (1.63) for float.
template <class Exec, class Real, class Operations>
class TrigSums : public portable::TrigSums<Exec, Real, Operations> {
 public:
  using Base = portable::TrigSums<Exec, Real, Operations>;
  using Base::Base;

  template <class Epilogue>
  void operator()(Epilogue const& epilogue, std::string const& label) const {
    check(cudaSetDevice(this->exec().cuda_device()), "its device");
    bool const with_mean = this->mean_sums() == MeanSums::yes;
    if (this->is_listed() ||
        !(with_mean ? serves<MeanSums::yes, Epilogue>() : serves<MeanSums::no, Epilogue>())) {
      Base::operator()(epilogue, label);
    } else if (with_mean) {
      launch<MeanSums::yes>(epilogue, label);
    } else {
      launch<MeanSums::no>(epilogue, label);
    }
  }

 private:
  static_assert(Base::device_grid_unit % TileShape::unit == 0);

  // The device must have fast FP64 tensor cores and room for the factors, and the code that runs on
  // it must have been compiled for them (code for 7.5 runs on newer devices too, without).
  template <MeanSums mean, class Epilogue>
  bool serves() const {
    int const device = this->exec().cuda_device();
    int ratio = 0;  // of the rates of FP32 and FP64
    int shared = 0;
    check(cudaDeviceGetAttribute(&ratio, cudaDevAttrSingleToDoublePrecisionPerfRatio, device),
          "to tell its FP64 rate");
    check(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
          "to tell its shared memory");
    cudaFuncAttributes compiled;
    check(cudaFuncGetAttributes(&compiled, sum_on_grid<Real, mean, Operations, Epilogue>),
          "to describe its kernel");
    return ratio <= 2 && compiled.ptxVersion >= 80 &&
           shared >= static_cast<int>(sizeof(TileFactors<mean>) + compiled.sharedSizeBytes);
  }

  template <MeanSums mean, class Epilogue>
  void launch(Epilogue const& epilogue, std::string const& label) const {
    auto const blocks = static_cast<unsigned>(this->slot_count());
    if (blocks == 0) {
      return;
    }
    auto const& series = this->series();
    GridArguments<Real, Epilogue> const arguments{series.time.data(),
                                                  series.strength.data(),
                                                  series.weight.data(),
                                                  series.offsets.data(),
                                                  this->items().data(),
                                                  this->grid(),
                                                  epilogue};
    auto const kernel = sum_on_grid<Real, mean, Operations, Epilogue>;
    constexpr int bytes = sizeof(TileFactors<mean>);
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
          "the shared memory of " + label);
    // So that tools see the kernel as they see those of Kokkos.
    std::uint64_t id = 0;
    Kokkos::Tools::beginParallelFor(label, Kokkos::Tools::Experimental::device_id(this->exec()),
                                    &id);
    kernel<<<blocks, TileShape::threads, bytes, this->exec().cuda_stream()>>>(arguments);
    Kokkos::Tools::endParallelFor(id);
    check(cudaGetLastError(), "to launch " + label);
  }
};

}  // namespace siderum::cuda
