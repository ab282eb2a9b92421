// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/ring_fft/blocks.cuh>

namespace siderum::cuda::ring_fft {

/// Modes to pixels, a block for each part of a pair.
template <bool chirped>
struct BlockSynthesizer : portable::ring_fft::DeviceRings<BlocksOfRings<chirped>, double> {
  using Base = portable::ring_fft::DeviceRings<BlocksOfRings<chirped>, double>;
  using Complex = typename Base::Complex;
  using Item = typename Base::Item;
  using Angles = typename Base::Angles;
  using Numbers = typename Base::Transform;

  __device__ __forceinline__ void operator()(Block const& block) const {
    auto const numbers = this->numbers(block);
    this->for_each_item(block, [&](Item const& item) {
      int const n = item.pair.nphi / this->split;
      double const first = this->weight(item, 0);
      double const second = this->weight(item, 1);
      auto const write = [&](int j, Complex value) {
        int const pixel = item.part + j * this->split;
        this->pixels(item, 0)[pixel] = value.real() * first;
        if (item.pair.has_second) {
          this->pixels(item, 1)[pixel] = value.imag() * second;
        }
      };
      if constexpr (chirped) {
        fold(numbers, n, item, [](int k) { return k; });
        numbers.for_each(numbers.size(), [&](int k) {
          numbers[k] = k < n ? conj(numbers[k] * this->chirp(k, n)) : Complex(0);
        });
        numbers.forward();
        Complex const* const spectrum = this->spectra + item.pair.spectrum;
        numbers.turn_round([&](int k, Complex value) { return conj(value * spectrum[k]); });
        numbers.backward([&](int j, Complex value) {
          if (j < n) {
            write(j, value * this->chirp(j, n));
          }
        });
      } else {
        fold(numbers, n, item, [&](int k) { return numbers.place(k); });
        numbers.pass_of_neighbours();
        numbers.backward(write);
      }
    });
  }

 private:
  static constexpr int at_once = 4;

  /// Adds the modes of both rings to n bins. They are read in strips, several by each thread at
  /// once, in which all bins differ.
  template <class Place>
  __device__ void fold(Numbers const& bins, int n, Item const& item, Place const& place) const {
    Angles const angles(item);
    int const orders = item.pair.orders;
    bins.for_each(n, [&](int k) { bins[k] = Complex(0); });
    int const strip = min(n, at_once * static_cast<int>(blockDim.x));
    for (int begin = 0; begin < orders; begin += strip) {
      Complex of_minus[at_once];
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        int const k = i * blockDim.x + threadIdx.x;
        if (k < strip && begin + k < orders) {
          auto const terms = this->terms(item, angles, begin + k);
          of_minus[i] = terms.of_minus;
          Complex& bin = bins[place((begin + k) % n)];
          bin = bin + terms.of_plus;
        }
      }
      __syncthreads();
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        int const k = i * blockDim.x + threadIdx.x;
        if (k < strip && begin + k < orders && begin + k > 0) {
          int const wrapped = (begin + k) % n;
          Complex& bin = bins[place(wrapped == 0 ? 0 : n - wrapped)];
          bin = bin + of_minus[i];
        }
      }
      __syncthreads();
    }
  }
};

}  // namespace siderum::cuda::ring_fft
