// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <siderum/backends/cuda/ring_fft/analysis_kernel.cuh>
#include <siderum/backends/cuda/ring_fft/short_rings.cuh>
#include <siderum/backends/cuda/ring_fft/tables.cuh>
#include <siderum/backends/portable/ring_fft/launch.hpp>

namespace siderum::cuda {

/// The operation RingFft (contract in portable/ring_fft.hpp): on NVIDIA GPUs a block folds,
/// transforms and unpacks a pair of rings in its shared memory, in one go from modes to pixels or
/// back; the two rings are the real and imaginary part of one. Lengths other than powers of two are
/// convolved with a chirp. Long rings are split into 2 or 4 of every other pixel; where even those
/// exceed shared memory (8,192 elements of FP64 on an H200, nside > 4096) a block works in global
/// memory.
///
/// Gain: bench/harmonic_transform_bench, lmax 2047 on an H200: from modes to pixels 5.7 times the
/// portable form on HEALPix, 5.0 times on Gauss-Legendre; back 5.3 and 4.3 times, all in FP64.
template <class Exec, class Real>
class RingFft : public portable::RingFft<Exec, Real> {
 public:
  using portable::RingFft<Exec, Real>::RingFft;
};

template <class Real>
class RingFft<Kokkos::Cuda, Real> {
 public:
  static constexpr bool is_available = true;
  using Modes = portable::RingModes<Real, Kokkos::CudaSpace>;
  using Map = Kokkos::View<Real**, Kokkos::LayoutRight, Kokkos::CudaSpace>;
  using ConstantMap = Kokkos::View<Real const**, Kokkos::LayoutRight, Kokkos::CudaSpace>;

  RingFft(Kokkos::Cuda const& exec, std::vector<portable::RingPair> const& pairs, std::int64_t maps,
          std::int64_t /*pairs_at_once*/)
      : exec_(exec), shared_bytes_(shared_bytes_of_block()), tables_(exec, pairs, most_levels()) {
    check(cudaSetDevice(exec_.cuda_device()), "its device");
    std::int64_t elements = 0;
    for (ring_fft::Bucket const& bucket : tables_.buckets()) {
      if (!fits(bucket.levels)) {
        elements = std::max(elements, std::int64_t{Transform::padded(1 << bucket.levels)});
      }
    }
    if (elements > 0) {
      memory_ = allocate<decltype(memory_)>(exec_, "siderum::ring_fft::memory",
                                            elements * blocks_in_memory * maps);
    }
    make_spectra();
  }

  void synthesis(Modes const& modes, portable::PairRange range, Map const& map,
                 portable::RingFactors factors) const {
    using namespace ring_fft;
    Kernels const kernels{{synthesize_rings<Real, Length::any, few_threads>,
                           synthesize_rings<Real, Length::any, most_threads>},
                          {synthesize_rings<Real, Length::power_of_two, few_threads>,
                           synthesize_rings<Real, Length::power_of_two, most_threads>},
                          synthesize_short_rings<Real>,
                          "siderum::harmonic_transform::ring_synthesis[cuda]"};
    launch(modes, range, map.data(), static_cast<std::int64_t>(map.stride(0)), factors,
           static_cast<unsigned>(map.extent(0)), kernels);
  }

  void analysis(ConstantMap const& map, portable::PairRange range, Modes const& modes,
                portable::RingFactors factors) const {
    using namespace ring_fft;
    Kernels const kernels{{analyse_rings<Real, Length::any, few_threads>,
                           analyse_rings<Real, Length::any, most_threads>},
                          {analyse_rings<Real, Length::power_of_two, few_threads>,
                           analyse_rings<Real, Length::power_of_two, most_threads>},
                          analyse_short_rings<Real>,
                          "siderum::harmonic_transform::ring_analysis[cuda]"};
    launch(modes, range, const_cast<Real*>(map.data()), static_cast<std::int64_t>(map.stride(0)),
           factors, static_cast<unsigned>(map.extent(0)), kernels);
  }

  /// Bytes of tables and work space.
  std::int64_t bytes() const {
    return tables_.bytes() + static_cast<std::int64_t>(memory_.span() * sizeof(Value));
  }

 private:
  using Length = ring_fft::Length;
  using Transform = ring_fft::BlockTransform<Real>;
  using Value = ring_fft::Complex<Real>;
  using Arguments = ring_fft::RingArguments<Real>;
  static constexpr std::int64_t blocks_in_memory = 264;

  /// The kernels of one direction.
  struct Kernels {
    void (*any[2])(Arguments);  // for few threads, and for most
    void (*power_of_two[2])(Arguments);
    void (*short_rings)(Arguments);
    std::string label;
  };

  int shared_bytes_of_block() const {
    int bytes = 0;
    check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                                 exec_.cuda_device()),
          "to tell its shared memory");
    return bytes;
  }

  static std::size_t bytes_of(int levels) {
    return static_cast<std::size_t>(Transform::padded(1 << levels)) * sizeof(Value);
  }
  bool fits(int levels) const {
    return bytes_of(levels) <= static_cast<std::size_t>(shared_bytes_);
  }
  int most_levels() const {
    int levels = ring_fft::RingShape::fewest_levels;
    while (fits(levels + 1)) {
      ++levels;
    }
    return levels;
  }

  /// Three blocks of 4,096 elements of FP64 fit where one of 8,192 does.
  static constexpr int levels_of_few_threads = 12;
  static int threads(int levels) {
    return std::min(levels > levels_of_few_threads ? ring_fft::most_threads : ring_fft::few_threads,
                    (1 << levels) / 8);
  }

  Arguments arguments(ring_fft::Bucket const& bucket) const {
    Arguments given{};
    given.roots = tables_.roots();
    given.root_levels = tables_.root_levels();
    given.spectra = tables_.spectra();
    given.levels = bucket.levels;
    given.split = bucket.split;
    given.memory = fits(bucket.levels) ? nullptr : memory_.data();
    return given;
  }

  void launch(Modes const& modes, portable::PairRange range, Real* map, std::int64_t map_stride,
              portable::RingFactors factors, unsigned maps, Kernels const& kernels) const {
    check(cudaSetDevice(exec_.cuda_device()), "its device");
    for (ring_fft::Bucket const& bucket : tables_.buckets()) {
      auto const first = std::lower_bound(bucket.pairs.begin(), bucket.pairs.end(), range.begin);
      auto const last = std::lower_bound(first, bucket.pairs.end(), range.end);
      std::int64_t const count = (last - first) * bucket.split;
      Arguments given = arguments(bucket);
      given.items = tables_.items() + bucket.begin + (first - bucket.pairs.begin());
      given.modes = modes;
      given.map = map;
      given.map_stride = map_stride;
      given.first_pair = range.begin;
      given.count = static_cast<int>(count);
      given.factors = factors;
      if (bucket.levels == ring_fft::Bucket::short_rings) {
        enqueue(exec_, kernels.label, kernels.short_rings, {static_cast<unsigned>(count), maps},
                128, 0, given);
        continue;
      }
      bool const shared = fits(bucket.levels);
      auto const blocks = static_cast<unsigned>(shared ? count : std::min(count, blocks_in_memory));
      enqueue(exec_, kernels.label,
              (bucket.length == Length::any
                   ? kernels.any
                   : kernels.power_of_two)[bucket.levels > levels_of_few_threads],
              {blocks, maps}, threads(bucket.levels), shared ? bytes_of(bucket.levels) : 0, given);
    }
  }

  void make_spectra() {
    tables_.for_each_size(exec_, [&](int levels, auto const& lengths, auto const& places) {
      ring_fft::Bucket bucket;
      bucket.levels = levels;
      Arguments given = arguments(bucket);
      given.count = static_cast<int>(lengths.extent(0));
      bool const shared = fits(levels);
      auto const blocks = static_cast<unsigned>(
          shared ? given.count : std::min<std::int64_t>(given.count, blocks_in_memory));
      enqueue(exec_, "siderum::harmonic_transform::ring_spectra[cuda]",
              ring_fft::make_spectra<Real>, {blocks}, threads(levels),
              shared ? bytes_of(levels) : 0, given, lengths.data(), places.data(),
              tables_.spectra());
      exec_.fence("siderum::ring_fft::spectra");
    });
  }

  Kokkos::Cuda exec_;
  int shared_bytes_;
  ring_fft::RingTables<Real> tables_;
  Kokkos::View<Value*, Kokkos::CudaSpace> memory_;
};

}  // namespace siderum::cuda
