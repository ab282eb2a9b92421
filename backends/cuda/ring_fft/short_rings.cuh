// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/ring_fft/blocks.cuh>

namespace siderum::cuda::ring_fft {

struct ShortRings {};

/// Rings of few pixels are summed as the definition says: a warp for each pixel.
struct ShortSynthesizer : ShortRings,
                          portable::ring_fft::DeviceRings<BlocksOfRings<false>, double> {
  using Base = portable::ring_fft::DeviceRings<BlocksOfRings<false>, double>;
  using Item = typename Base::Item;
  using Own = BlocksOfRings<false>;

  __device__ void operator()(Block const& block) const {
    this->for_each_item(block, [&](Item const& item) {
      int const lane = threadIdx.x % 32;
      int const nphi = item.pair.nphi;
      for (int i = threadIdx.x / 32; i < nphi * (item.pair.has_second ? 2 : 1);
           i += blockDim.x / 32) {
        int const ring = i / nphi;
        auto const turns = turns_of_pixel(item.pair.turns[ring], i % nphi, nphi);
        double sum = 0.0;
        for (int m = lane; m < item.pair.orders; m += 32) {
          Kokkos::complex<double> const mode = this->modes(item.row, item.slot + ring, m);
          auto const turned = m == 0 ? typename Own::Complex(0.5)
                                     : Own::unit(portable::ring_fft::turns_of_order(m, turns));
          sum += 2.0 * (mode.real() * turned.real() - (m == 0 ? 0.0 : mode.imag() * turned.imag()));
        }
        for (int distance = 16; distance > 0; distance /= 2) {
          sum += __shfl_xor_sync(~0u, sum, distance);
        }
        if (lane == 0) {
          this->pixels(item, ring)[i % nphi] = sum * this->weight(item, ring);
        }
      }
    });
  }
};

/// The transpose: a thread for each mode.
struct ShortAnalyzer : ShortRings,
                       portable::ring_fft::DeviceRings<BlocksOfRings<false>, double const> {
  using Base = portable::ring_fft::DeviceRings<BlocksOfRings<false>, double const>;
  using Item = typename Base::Item;
  using Own = BlocksOfRings<false>;

  __device__ void operator()(Block const& block) const {
    this->for_each_item(block, [&](Item const& item) {
      int const nphi = item.pair.nphi;
      for (int ring = 0; ring < (item.pair.has_second ? 2 : 1); ++ring) {
        for (int m = threadIdx.x; m < item.pair.orders; m += blockDim.x) {
          double real = 0.0;
          double imag = 0.0;
          for (int j = 0; j < nphi; ++j) {
            auto const turns = static_cast<int>(std::int64_t{m} * j % nphi);
            auto const turned = Own::unit(-static_cast<double>(turns) / nphi);
            double const value = this->pixels(item, ring)[j];
            real = fma(value, turned.real(), real);
            imag = fma(value, turned.imag(), imag);
          }
          auto const phase =
              Own::unit(portable::ring_fft::turns_of_order(m, item.pair.turns[ring]));
          auto const sum = typename Own::Complex(real, imag) * conj(phase);
          double const factor = this->factor(item, ring);
          this->modes(item.row, item.slot + ring, m) =
              Kokkos::complex<double>(factor * sum.real(), factor * sum.imag());
        }
      }
    });
  }
};

}  // namespace siderum::cuda::ring_fft
