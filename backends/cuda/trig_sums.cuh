// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include <siderum/backends/cuda/check.cuh>
#include <siderum/backends/cuda/trig_sums/parts_kernel.cuh>
#include <siderum/backends/portable/trig_sums/launch.hpp>
#include <siderum/core/frequency_range.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::cuda {

/// The operation TrigSums (contract in portable/trig_sums.hpp) on NVIDIA GPUs with fast FP64:
/// on a regular grid the four products per centre and offset are a matrix product over the points,
/// which the FP64 tensor cores do at twice the rate of the other units; its factors never leave
/// shared memory. Sums are FP64 also for float. Frequency lists, and GPUs without fast FP64 tensor
/// cores, take the portable form.
///
/// The points of a long object are summed in parts (PointParts). Where there are too few items to
/// fill the device, the parts are shared among blocks, in up to 2,048 pieces of work space of 64
/// KiB each (96 with mean sums); else a block does them one after the other.
/// Gain: bench/operations_bench, operations/trig_sums, 3,554 points x 1e6 frequencies on an
/// H200: 3.03 times the portable form in FP64 (2.46 with a floating mean), 1.92 (1.63) for float.
template <class Exec, class Real, class Operations>
class TrigSums : public portable::TrigSums<Exec, Real, Operations> {
 public:
  using Base = portable::TrigSums<Exec, Real, Operations>;

  template <class Frequencies>
  TrigSums(Exec const& exec, typename Base::Series const& series, Frequencies const& frequencies,
           MeanSums mean, FrequencyRange range)
      : Base(exec, series, frequencies, mean, range) {
    if (!this->is_listed() && this->slot_count() > 0 && has_fast_tensor_cores()) {
      divide_points();
    }
  }

  template <class Epilogue>
  void operator()(Epilogue const& epilogue, std::string const& label) const {
    check(cudaSetDevice(this->exec().cuda_device()), "its device");
    with_mean_sums(this->mean_sums(), [&](auto mean) {
      if (blocks_ > 0 && serves<decltype(mean)::value, Epilogue>()) {
        launch<decltype(mean)::value>(epilogue, label);
      } else {
        Base::operator()(epilogue, label);
      }
    });
  }

 private:
  using Memory = typename Exec::memory_space;
  static_assert(Base::device_grid_unit % TileShape::unit == 0);
  static constexpr std::int64_t most_shares = 2048;

  int attribute(cudaDeviceAttr which) const {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, which, this->exec().cuda_device()),
          "to tell what it can do");
    return value;
  }

  // FP64 at half the rate of FP32 at least.
  bool has_fast_tensor_cores() const {
    return attribute(cudaDevAttrComputeCapabilityMajor) >= 8 &&
           attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio) <= 2;
  }

  // The device must have room for the factors, and the code that runs on it must have been
  // compiled for tensor cores (code for 7.5 runs on newer devices too, without).
  template <MeanSums mean, class Epilogue>
  bool serves() const {
    cudaFuncAttributes compiled;
    check(cudaFuncGetAttributes(&compiled, sum_parts_on_grid<Real, mean, Operations, Epilogue>),
          "to describe its kernel");
    return compiled.ptxVersion >= 80 &&
           attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) >=
               static_cast<int>(sizeof(TileFactors<mean>) + compiled.sharedSizeBytes);
  }

  void divide_points() {
    auto const& items = this->host_items();
    auto const& offsets = this->series().host_offsets;
    auto const parts_of = [&](WorkItem const& item) {
      return PointParts(offsets(item.object + 1) - offsets(item.object)).count;
    };
    std::int64_t const resident = std::int64_t{attribute(cudaDevAttrMultiProcessorCount)} *
                                  TileShape::blocks_of_a_multiprocessor;
    bool can_share = this->slot_count() < 2 * resident;
    std::vector<Share> shares;
    for (std::int64_t i = 0; i < this->slot_count(); ++i) {
      std::int64_t const parts = parts_of(items[i]);
      if (parts == 1 && can_share) {
        shares.push_back({i, Share::all_parts, 0});
      } else if (parts > 1) {
        can_share = can_share && items[i].last - items[i].first <= TileShape::unit &&
                    partials_ + parts <= most_shares;
        for (std::int64_t part = 0; can_share && part < parts; ++part) {
          shares.push_back({i, part, partials_});
        }
        partials_ += parts;
      }
    }
    if (partials_ > 0 && can_share) {
      blocks_ = std::min<std::int64_t>(static_cast<std::int64_t>(shares.size()), resident);
      shares_ = copy_to_work(this->exec(), "siderum::trig_sums::shares", shares);
    } else {
      // With parts, each block that runs at a time has room for one sum.
      blocks_ = partials_ > 0 ? std::min(this->slot_count(), resident) : this->slot_count();
      partials_ = partials_ > 0 ? blocks_ : 0;
    }
  }

  template <MeanSums mean, class Epilogue>
  void launch(Epilogue const& epilogue, std::string const& label) const {
    auto const& series = this->series();
    GridArguments<Real, Epilogue> const arguments{series.time.data(),
                                                  series.strength.data(),
                                                  series.weight.data(),
                                                  series.offsets.data(),
                                                  this->items().data(),
                                                  this->grid(),
                                                  epilogue};
    if (partials_ == 0) {
      enqueue<mean>(sum_on_grid<Real, mean, Operations, Epilogue>, label, arguments);
      return;
    }
    // Taken for each launch, so that many sums that wait for their turn have it in common.
    auto const& exec = this->exec();
    auto const partials = allocate_work<Kokkos::View<double*, Memory>>(
        exec, "siderum::trig_sums::partials",
        partials_ * WarpProducts<mean>::values * TileShape::threads);
    auto const counters = allocate_work<Kokkos::View<int*, Memory>>(
        exec, "siderum::trig_sums::counters", partials_ + 1);
    check(cudaMemsetAsync(counters.data(), 0, counters.extent(0) * sizeof(int), exec.cuda_stream()),
          "to clear its counters");
    bool const shared = shares_.extent(0) > 0;
    PartsArguments const parts{
        shares_.data(), shared ? static_cast<std::int64_t>(shares_.extent(0)) : this->slot_count(),
        partials.data(), counters.data() + 1, counters.data()};
    enqueue<mean>(sum_parts_on_grid<Real, mean, Operations, Epilogue>, label, arguments, parts);
  }

  template <MeanSums mean, class... Arguments>
  void enqueue(void (*kernel)(Arguments...), std::string const& label,
               std::type_identity_t<Arguments> const&... arguments) const {
    constexpr int bytes = sizeof(TileFactors<mean>);
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
          "the shared memory of " + label);
    // So that tools see the kernel as they see those of Kokkos.
    std::uint64_t id = 0;
    Kokkos::Tools::beginParallelFor(label, Kokkos::Tools::Experimental::device_id(this->exec()),
                                    &id);
    kernel<<<static_cast<unsigned>(blocks_), TileShape::threads, bytes,
             this->exec().cuda_stream()>>>(arguments...);
    Kokkos::Tools::endParallelFor(id);
    check(cudaGetLastError(), "to launch " + label);
  }

  std::int64_t blocks_ = 0;    // 0: the portable form
  std::int64_t partials_ = 0;  // 0: no object has several parts
  Kokkos::View<Share*, Memory> shares_;
};

}  // namespace siderum::cuda
