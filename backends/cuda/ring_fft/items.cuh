// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/cuda/ring_fft/block_transform.cuh>
#include <siderum/backends/portable/ring_fft.hpp>

namespace siderum::cuda::ring_fft {

/// An angle over pi as the sum of two doubles.
struct Turn {
  double high;
  double low;
};

/// A pair of rings as the kernels take it.
struct RingItem {
  std::int64_t pair;
  std::int64_t first[2];  // element of pixel 0 of either ring
  std::int64_t stride[2];
  double weight[2];
  double spin_factor;
  Turn turn[2];           // phi0 / pi
  std::int64_t spectrum;  // where that of the chirp of its length begins
  int nphi;
  int orders;
  bool has_second;
};

/// exp(i pi r)
__device__ inline double2 unit(double r) {
  double2 value;
  sincospi(r, &value.y, &value.x);
  return value;
}

/// exp(i m phi0), m phi0 to 2^-53 of a turn.
__device__ inline double2 phase(int m, Turn turn) {
  double const product = m * turn.high;
  double const rest = fma(static_cast<double>(m), turn.high, -product) + m * turn.low;
  return unit(product - 2.0 * rint(0.5 * product) + rest);
}

/// phi0 / pi + 2 j / nphi: that of pixel j.
__device__ inline Turn turn_of_pixel(Turn turn, int j, int nphi) {
  double const quotient = 2.0 * j / nphi;
  double const rest = fma(-quotient, static_cast<double>(nphi), 2.0 * j) / nphi;
  double const sum = turn.high + quotient;
  double const part = sum - turn.high;
  double const error = (turn.high - (sum - part)) + (quotient - part);
  return {sum, error + (turn.low + rest)};
}

/// exp(i pi k^2 / n), by which k l = (k^2 + l^2 - (k - l)^2) / 2 makes a transform of any length n
/// a convolution (Bluestein 1970, IEEE Trans. Audio Electroacoust. 18, 451).
__device__ inline double2 chirp(int k, int n) {
  auto const wide = static_cast<unsigned long long>(k);
  return unit(static_cast<double>(wide * wide % (2ull * static_cast<unsigned>(n))) / n);
}

/// Threads of a block: many registers for few long transforms, or more blocks of shorter ones.
inline constexpr int most_threads = 512;
inline constexpr int few_threads = 256;
template <int threads>
inline constexpr int resident_blocks = threads == few_threads ? 3 : 1;

template <class Real>
__device__ __forceinline__ Complex<Real> narrowed(double2 value) {
  return {static_cast<Real>(value.x), static_cast<Real>(value.y)};
}

/// What the kernels of RingFft are given. A block transforms every split-th pixel (synthesis) or
/// mode (analysis) of a pair: n = nphi / split of them, in 2^levels elements of memory.
template <class Real>
struct RingArguments {
  using Value = Complex<Real>;

  RingItem const* items;
  portable::RingModes<Real, Kokkos::CudaSpace> modes;
  Real* map;
  std::int64_t map_stride;
  Value const* roots;
  Value const* spectra;
  Value* memory;  // of a block each, where shared memory is too small; else null
  std::int64_t first_pair;
  int root_levels;
  int levels;
  int split;
  int count;  // of items times split
  portable::RingFactors factors;

  __device__ std::int64_t slot(RingItem const& item) const { return 2 * (item.pair - first_pair); }
  __device__ double weight(RingItem const& item, int ring) const {
    return factors(item.weight[ring], item.spin_factor, blockIdx.y);
  }
  __device__ Real* ring(RingItem const& item, int ring) const {
    return map + blockIdx.y * map_stride + item.first[ring];
  }
  /// F_m of the ring in slot `slot` of this block's map.
  __device__ Value mode(std::int64_t slot, int m) const {
    Kokkos::complex<Real> const value = modes(blockIdx.y, slot, m);
    return {value.real(), value.imag()};
  }
  __device__ void put(std::int64_t slot, int m, Value value, double weight) const {
    auto const factor = static_cast<Real>(weight);
    modes(blockIdx.y, slot, m) = Kokkos::complex<Real>(factor * value.x, factor * value.y);
  }

  __device__ BlockTransform<Real> transform(void* shared) const {
    auto* const mine = memory == nullptr
                           ? static_cast<Value*>(shared)
                           : memory + (std::int64_t{blockIdx.y} * gridDim.x + blockIdx.x) *
                                          BlockTransform<Real>::padded(1 << levels);
    return {mine, levels, roots, root_levels};
  }
};

/// Calls use(item, part) for the share of this block.
template <class Real, class Use>
__device__ void for_each_item(RingArguments<Real> const& given, Use const& use) {
  for (int i = blockIdx.x; i < given.count; i += gridDim.x) {
    use(given.items[i / given.split], i % given.split);
    __syncthreads();
  }
}

}  // namespace siderum::cuda::ring_fft
