// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/ring_fft/butterflies.cuh>

namespace siderum::cuda::ring_fft {

/// Fourier transforms of 2^levels complex numbers by one block, in place: passes of radix 8 and one
/// of radix 2, 4 or 8 on neighbours. Forwards (decimation in frequency) they end in the order of
/// `place`, backwards (decimation in time) they start from it.
template <class Real>
class BlockTransform {
 public:
  using Value = Complex<Real>;

  /// One element of 8 stays unused, against conflicts of banks.
  __host__ __device__ static int padded(int i) { return i + (i >> 3); }

  /// @param memory    shared or of this block alone, padded(2^levels) long
  /// @param roots     exp(-2 pi i k / 2^root_levels)
  __device__ BlockTransform(Value* memory, int levels, Value const* roots, int root_levels)
      : memory_(memory), roots_(roots), levels_(levels), root_levels_(root_levels) {}

  __device__ Value& operator[](int i) const { return memory_[padded(i)]; }
  __device__ int size() const { return 1 << levels_; }

  /// Where forward passes leave frequency f.
  __device__ int place(int f) const {
    int place = 0;
    int levels = levels_;
    for (; levels >= 3; levels -= 3) {
      place += (f & 7) << (levels - 3);
      f >>= 3;
    }
    return place + (f & ((1 << levels) - 1));
  }

  /// All passes but the last.
  __device__ void forward() const {
    for (int span = levels_; span > last_levels(); span -= 3) {
      for_each_butterfly(span, [&](int base, int distance, int j) {
        Value const root = roots_[j << (root_levels_ - span)];
        Value x[8];
        load(x, base, distance);
        transform_8<Sign::minus>(x);
        turn(x, root);
        store(x, base, distance);
      });
    }
  }

  /// The last pass forwards, change(i, value) of each element, and the first pass backwards.
  template <class Change>
  __device__ void turn_round(Change const& change) const {
    neighbours([&](Value(&x)[8], int base) {
      last_pass<Sign::minus>(x);
#pragma unroll
      for (int k = 0; k < 8; ++k) {
        x[k] = change(base + k, x[k]);
      }
      last_pass<Sign::plus>(x);
    });
  }

  /// The last pass of forward, or the first of backward, alone.
  template <Sign sign>
  __device__ void pass_of_neighbours() const {
    neighbours([&](Value(&x)[8], int) { last_pass<sign>(x); });
  }

  /// All passes but the first; use(i, value) takes the results.
  template <class Use>
  __device__ void backward(Use const& use) const {
    for (int span = last_levels() + 3; span <= levels_; span += 3) {
      for_each_butterfly(span, [&](int base, int distance, int j) {
        Value const root = conjugate(roots_[j << (root_levels_ - span)]);
        Value x[8];
        load(x, base, distance);
        turn(x, root);
        transform_8<Sign::plus>(x);
        if (span < levels_) {
          store(x, base, distance);
        } else {
#pragma unroll
          for (int k = 0; k < 8; ++k) {
            use(base + k * distance, x[k]);
          }
        }
      });
    }
  }

 private:
  __device__ int last_levels() const {
    return levels_ % 3 == 0 ? 3 : levels_ % 3;
  }

  template <class Body>
  __device__ void for_each_butterfly(int span, Body const& body) const {
    int const shift = span - 3;
    int const distance = 1 << shift;
    for (int u = threadIdx.x; u < size() / 8; u += blockDim.x) {
      int const j = u & (distance - 1);
      body(((u >> shift) << span) + j, distance, j);
    }
    __syncthreads();
  }

  template <class Body>
  __device__ void neighbours(Body const& body) const {
    for (int u = threadIdx.x; u < size() / 8; u += blockDim.x) {
      Value x[8];
      load(x, 8 * u, 1);
      body(x, 8 * u);
      store(x, 8 * u, 1);
    }
    __syncthreads();
  }

  __device__ __forceinline__ void load(Value (&x)[8], int base, int distance) const {
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      x[k] = memory_[padded(base + k * distance)];
    }
  }

  __device__ __forceinline__ void store(Value const (&x)[8], int base, int distance) const {
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      memory_[padded(base + k * distance)] = x[k];
    }
  }

  /// x_k times root^k.
  __device__ __forceinline__ static void turn(Value (&x)[8], Value root) {
    Value const second = times(root, root);
    Value const third = times(second, root);
    Value const fourth = times(second, second);
    x[1] = times(x[1], root);
    x[2] = times(x[2], second);
    x[3] = times(x[3], third);
    x[4] = times(x[4], fourth);
    x[5] = times(x[5], times(fourth, root));
    x[6] = times(x[6], times(fourth, second));
    x[7] = times(x[7], times(fourth, third));
  }

  template <Sign sign>
  __device__ __forceinline__ void last_pass(Value (&x)[8]) const {
    if (last_levels() == 3) {
      transform_8<sign>(x);
    } else if (last_levels() == 2) {
      transform_4<sign>(x[0], x[1], x[2], x[3]);
      transform_4<sign>(x[4], x[5], x[6], x[7]);
    } else {
#pragma unroll
      for (int k = 0; k < 8; k += 2) {
        transform_2(x[k], x[k + 1]);
      }
    }
  }

  Value* memory_;
  Value const* roots_;
  int levels_;
  int root_levels_;
};

}  // namespace siderum::cuda::ring_fft
