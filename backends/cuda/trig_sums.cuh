// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

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
///
/// Gain, the time of the portable form over that of this one (H200, FP64, docs/backends.md):
///
///     operations/trig_sums/1x3554x1000000                       2.93
///     operations/trig_sums_with_mean/1x3554x1000000             2.4
template <class Exec, class Real, class Operations>
class TrigSums : public portable::TrigSums<Exec, Real, Operations> {
 public:
  using Base = portable::TrigSums<Exec, Real, Operations>;

  template <class Frequencies>
  TrigSums(Exec const& exec, typename Base::Series const& series, Frequencies const& frequencies,
           MeanSums mean, FrequencyRange range)
      : Base(exec, series, frequencies, mean, range) {
    if (!this->is_listed() && this->slot_count() > 0 && has_fast_tensor_cores(exec)) {
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
  static constexpr std::int64_t most_partials = 2048;

  // The device must have room for the factors, and the code that runs on it must have been
  // compiled for tensor cores.
  template <MeanSums mean, class Epilogue>
  bool serves() const {
    auto const kernel = sum_parts_on_grid<Real, mean, Operations, Epilogue>;
    return is_compiled_for_tensor_cores(kernel) &&
           shared_memory_of_block(this->exec()) >=
               sizeof(TileFactors<mean>) + compiled(kernel).sharedSizeBytes;
  }

  void divide_points() {
    std::int64_t const resident =
        std::int64_t{attribute(this->exec(), cudaDevAttrMultiProcessorCount)} *
        TileShape::blocks_of_a_multiprocessor;
    auto const work = portable::share_points(this->host_items(), this->series().host_offsets,
                                             TileShape::unit, resident, most_partials);
    blocks_ = work.teams;
    partials_ = work.partials;
    if (!work.shares.empty()) {
      shares_ = copy_to_work(this->exec(), "siderum::trig_sums::shares", work.shares);
    }
  }

  template <MeanSums mean, class Epilogue>
  void launch(Epilogue const& epilogue, std::string const& label) const {
    auto const& exec = this->exec();
    auto const& series = this->series();
    dim3 const blocks(static_cast<unsigned>(blocks_));
    GridArguments<Real, Epilogue> const arguments{series.time.data(),
                                                  series.strength.data(),
                                                  series.weight.data(),
                                                  series.offsets.data(),
                                                  this->items().data(),
                                                  this->grid(),
                                                  epilogue};
    if (partials_ == 0) {
      enqueue(exec, label, sum_on_grid<Real, mean, Operations, Epilogue>, blocks,
              TileShape::threads, sizeof(TileFactors<mean>), arguments);
      return;
    }
    // Taken for each launch, so that many sums that wait for their turn have it in common.
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
    enqueue(exec, label, sum_parts_on_grid<Real, mean, Operations, Epilogue>, blocks,
            TileShape::threads, sizeof(TileFactors<mean>), arguments, parts);
  }

  std::int64_t blocks_ = 0;    // 0: the portable form
  std::int64_t partials_ = 0;  // 0: no object has several parts
  Kokkos::View<portable::Share*, Memory> shares_;
};

}  // namespace siderum::cuda
