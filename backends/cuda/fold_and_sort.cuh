// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/backends/cuda/fold_and_sort/block_kernel.cuh>
#include <siderum/backends/cuda/fold_and_sort/kernel.cuh>
#include <siderum/backends/cuda/launch.cuh>
#include <siderum/backends/portable/fold_and_sort/launch.hpp>
#include <siderum/core/frequency_range.hpp>

namespace siderum::cuda {

/// The operation FoldAndSort (contract in portable/fold_and_sort.hpp) on NVIDIA GPUs. Up to 224
/// points, 8 to 32 lanes of a warp fold, sort and score one frequency in registers; up to 3,584
/// points a block does where its shared memory can hold the curve; longer curves take the portable
/// form.
///
/// Gain, the time of the portable form over that of this one (H200, FP64, docs/backends.md):
///
///     super_smoother/multi_pass/136x7064x330000                 10.2
///     super_smoother/single_pass/136x7064x330000                7.12
template <class Exec, class Real>
class FoldAndSort : public portable::FoldAndSort<Exec, Real> {
 public:
  using Base = portable::FoldAndSort<Exec, Real>;
  using typename Base::Frequencies;
  using typename Base::Series;
  using typename Base::Windows;

  FoldAndSort(Exec const& exec, Series const& series, Frequencies const& frequencies,
              FrequencyRange range, std::int64_t work_bytes = usual_fold_bytes)
      : Base(exec, series, frequencies, range, work_bytes, classes()) {}

  FoldAndSort(Exec const& exec, Series const& series, Frequencies const& frequencies,
              Windows const& windows, std::int64_t work_bytes = usual_fold_bytes)
      : Base(exec, series, frequencies, windows, work_bytes, classes()) {}

  template <class Scorer, class Epilogue>
  void operator()(Scorer const& scorer, Epilogue const& epilogue, std::string const& label) const {
    check(cudaSetDevice(this->exec().cuda_device()), "its device");
    launch_short<Tiny>(0, scorer, epilogue, label);
    launch_short<Small>(1, scorer, epilogue, label);
    launch_short<Full>(2, scorer, epilogue, label);
    launch_short<Wide>(3, scorer, epilogue, label);
    launch_short<Middle>(4, scorer, epilogue, label);
    launch_short<Large>(5, scorer, epilogue, label);
    launch_block<Compact>(6, scorer, epilogue, label);
    launch_block<Broad, Long<Scorer>>(7, scorer, epilogue, label);
    launch_block<Broad, Long<Scorer>>(8, scorer, epilogue, label);
    launch_block<Long<Scorer>>(9, scorer, epilogue, label);
    this->launch_teams(10, scorer, epilogue, label);
  }

 private:
  using Tiny = FoldShape<8, 4, 3>;
  using Small = FoldShape<8, 8, 7>;
  using Full = FoldShape<8, 8, 9>;
  using Wide = FoldShape<16, 8, 5>;
  using Middle = FoldShape<16, 8, 7>;
  using Large = FoldShape<32, 8, 7>;
  using Compact = BlockShape<5, 128, 3, Loops::unrolled, SumReach::beyond>;
  using Broad = BlockShape<5, 512, 1, Loops::unrolled, SumReach::beyond>;
  // Many arrays of so many points are more than there are registers.
  template <class Scorer>
  using Long = BlockShape<7, 512, 1, holds_many_arrays<Scorer> ? Loops::rolled : Loops::unrolled,
                          SumReach::within>;
  static constexpr std::int64_t most_in_block = 7 * 512;

  static portable::SizeClasses classes() {
    return {Tiny::most,    Small::most, Full::most,  Wide::most,    Middle::most,     Large::most,
            Compact::most, 1024,        Broad::most, most_in_block, max_folded_points};
  }

  template <class Shape, class Scorer, class Epilogue>
  void launch_short(int c, Scorer const& scorer, Epilogue const& epilogue,
                    std::string const& label) const {
    using Folder = ShortFolder<Shape, Real, Scorer, Epilogue>;
    auto const points = static_cast<int>(this->most_points(c));
    int const words = Folder::group_words(scorer.needs(points));
    std::size_t const bytes = Folder::shared_bytes(points, words);
    if (!fits(bytes)) {
      this->launch_teams(c, scorer, epilogue, label);
    } else {
      enqueue(this->exec(), label, fold_short<Shape, Real, Scorer, Epilogue>, blocks(c),
              Shape::threads, bytes, arguments(c, words, scorer, epilogue));
    }
  }

  // In the first shape that fits the shared memory.
  template <class Shape, class... Others, class Scorer, class Epilogue>
  void launch_block(int c, Scorer const& scorer, Epilogue const& epilogue,
                    std::string const& label) const {
    using Folder = BlockFolder<Shape, Real, Scorer, Epilogue>;
    auto const points = static_cast<int>(this->most_points(c));
    std::size_t const bytes = Folder::shared_bytes(points, scorer.needs(points));
    if (fits(bytes)) {
      enqueue(this->exec(), label, fold_in_block<Shape, Real, Scorer, Epilogue>, blocks(c),
              Shape::threads(points), bytes, arguments(c, 0, scorer, epilogue));
    } else if constexpr (sizeof...(Others) > 0) {
      launch_block<Others...>(c, scorer, epilogue, label);
    } else {
      this->launch_teams(c, scorer, epilogue, label);
    }
  }

  bool fits(std::size_t bytes) const {
    constexpr std::size_t of_the_kernels = 2048;
    return bytes + of_the_kernels <= shared_memory_of_block(this->exec());
  }

  template <class Scorer, class Epilogue>
  FoldArguments<Real, Scorer, Epilogue> arguments(int c, int words, Scorer const& scorer,
                                                  Epilogue const& epilogue) const {
    auto const& series = this->series();
    return {series.time.data(),
            series.value.data(),
            series.weight.data(),
            series.offsets.data(),
            this->items().data() + this->item_begin(c),
            this->frequencies(),
            scorer,
            epilogue,
            static_cast<int>(this->most_points(c)),
            words};
  }

  dim3 blocks(int c) const {
    return {static_cast<unsigned>(this->item_begin(c + 1) - this->item_begin(c))};
  }
};

}  // namespace siderum::cuda
