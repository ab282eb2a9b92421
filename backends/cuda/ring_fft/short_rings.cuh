// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/ring_fft/items.cuh>

namespace siderum::cuda::ring_fft {

/// Rings of few pixels are summed as the definition says: a warp for each pixel.
template <class Real>
__global__ void __launch_bounds__(128) synthesize_short_rings(RingArguments<Real> const given) {
  RingItem const& item = given.items[blockIdx.x];
  int const lane = threadIdx.x % 32;
  int const pixels = item.nphi * (item.has_second ? 2 : 1);
  for (int i = threadIdx.x / 32; i < pixels; i += blockDim.x / 32) {
    int const ring = i / item.nphi;
    int const pixel = i % item.nphi;
    Turn const turn = turn_of_pixel(item.turn[ring], pixel, item.nphi);
    double sum = 0.0;
    for (int m = lane; m < item.orders; m += 32) {
      auto const mode = given.mode(given.slot(item) + ring, m);
      double2 const turned = m == 0 ? double2{0.5, 0.0} : phase(m, turn);
      sum += 2.0 * (mode.x * turned.x - (m == 0 ? 0.0 : mode.y * turned.y));
    }
    for (int distance = 16; distance > 0; distance /= 2) {
      sum += __shfl_xor_sync(~0u, sum, distance);
    }
    if (lane == 0) {
      given.ring(item, ring)[pixel * item.stride[ring]] =
          static_cast<Real>(sum * given.weight(item, ring));
    }
  }
}

/// The transpose: a thread for each mode.
template <class Real>
__global__ void __launch_bounds__(128) analyse_short_rings(RingArguments<Real> const given) {
  RingItem const& item = given.items[blockIdx.x];
  for (int ring = 0; ring < (item.has_second ? 2 : 1); ++ring) {
    Real const* const pixels = given.ring(item, ring);
    for (int m = threadIdx.x; m < item.orders; m += blockDim.x) {
      double2 sum{0.0, 0.0};
      for (int j = 0; j < item.nphi; ++j) {
        auto const turns = static_cast<int>(std::int64_t{m} * j % item.nphi);
        double2 const turned = unit(-2.0 * turns / item.nphi);
        auto const value = static_cast<double>(pixels[j * item.stride[ring]]);
        sum = {fma(value, turned.x, sum.x), fma(value, turned.y, sum.y)};
      }
      given.put(given.slot(item) + ring, m,
                narrowed<Real>(times(sum, conjugate(phase(m, item.turn[ring])))),
                given.weight(item, ring));
    }
  }
}

}  // namespace siderum::cuda::ring_fft
