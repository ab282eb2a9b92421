// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <siderum/backends/cuda/launch.cuh>
#include <siderum/backends/cuda/ring_fft/short_rings.cuh>
#include <siderum/backends/cuda/ring_fft/synthesis.cuh>
#include <siderum/backends/portable/ring_fft/device_launch.hpp>

namespace siderum::cuda {

namespace ring_fft {

/// Blocks, and what they run (contract at portable::ring_fft::TeamLauncher).
class BlockLauncher {
 public:
  using Exec = Kokkos::Cuda;
  using Real = double;
  using Wide = long double;
  using Shape = portable::ring_fft::DeviceShapeOfRing;
  template <bool chirped>
  using Analyzer = portable::ring_fft::DeviceRingAnalyzer<BlocksOfRings<chirped>>;
  using Spectrum = portable::ring_fft::SpectrumMaker<BlocksOfRings<true>>;
  static constexpr char const* backend = "[cuda]";
  static constexpr std::int64_t shortest = 64;

  template <class Short, class Direct, class Chirped>
  struct ByShape {
    template <class Use>
    static void with_functor(Shape const& shape, Use const& use) {
      if (shape.levels == 0) {
        use(Short{});
      } else if (shape.by_chirp) {
        use(Chirped{});
      } else {
        use(Direct{});
      }
    }
  };
  using Synthesis = ByShape<ShortSynthesizer, BlockSynthesizer<false>, BlockSynthesizer<true>>;
  using Analysis = ByShape<ShortAnalyzer, Analyzer<false>, Analyzer<true>>;

  explicit BlockLauncher(Exec const& exec) : exec_(exec), most_levels_(Shape::fewest_levels) {
    while (Spectrum::bytes(most_levels_ + 1) <= shared_memory_of_block(exec)) {
      ++most_levels_;
    }
  }

  Exec const& exec() const { return exec_; }
  int most_levels() const { return most_levels_; }
  static std::int64_t teams_in_memory(std::int64_t maps) { return blocks_in_memory * maps; }

  template <class Functor>
  void enqueue(std::string const& label, Functor const& functor, std::int64_t count,
               std::int64_t rows) const {
    check(cudaSetDevice(exec_.cuda_device()), "its device");
    bool const shared = functor.memory == nullptr;
    dim3 const blocks(static_cast<unsigned>(shared ? count : std::min(count, blocks_in_memory)),
                      static_cast<unsigned>(rows));
    if constexpr (std::is_base_of_v<ShortRings, Functor>) {
      constexpr int threads = threads_of_short_rings;
      cuda::enqueue(exec_, label, run_in_blocks<Functor, threads>, blocks, threads, 0, functor);
    } else {
      bool const many = functor.levels > levels_of_few_threads;
      cuda::enqueue<Cache::least>(
          exec_, label,
          many ? run_in_blocks<Functor, most_threads> : run_in_blocks<Functor, few_threads>, blocks,
          std::min(many ? most_threads : few_threads, (1 << functor.levels) / 8),
          shared ? Spectrum::bytes(functor.levels) : 0, functor);
    }
  }

 private:
  static constexpr std::int64_t blocks_in_memory = 264;
  /// Three blocks of 4,096 elements of FP64 fit where one of 8,192 does.
  static constexpr int levels_of_few_threads = 12;

  Exec exec_;
  int most_levels_;
};

}  // namespace ring_fft

/// The operation RingFft (contract in portable/ring_fft.hpp): on NVIDIA GPUs a block folds,
/// transforms and unpacks a pair of rings in its shared memory, in one go from modes to pixels or
/// back; the two rings are the real and imaginary part of one. Lengths other than powers of two are
/// convolved with a chirp. Long rings are split into 2 or 4 of every other pixel; where even those
/// exceed shared memory (8,192 elements on an H200, nside > 4096) a block works in global memory.
/// FP64 alone: in FP32 the portable form takes 0.69 to 1.04 times as long.
///
/// Gain, the time of the portable form over that of this one (H200, FP64, docs/backends.md):
///
///     harmonic_transform/synthesis/healpix/lmax2047x1/rings           1.07
///     harmonic_transform/synthesis/healpix/lmax4095x1/rings           1.9
///     harmonic_transform/adjoint/healpix/lmax2047x1/rings             0.944
///     harmonic_transform/adjoint/healpix/lmax4095x1/rings             1.52
///     harmonic_transform/synthesis/gauss_legendre/lmax4095x1/rings    1.67
///     harmonic_transform/adjoint/gauss_legendre/lmax4095x1/rings      0.812
class RingFft : public portable::ring_fft::DeviceLaunch<ring_fft::BlockLauncher> {
 public:
  using DeviceLaunch::DeviceLaunch;
};

}  // namespace siderum::cuda
