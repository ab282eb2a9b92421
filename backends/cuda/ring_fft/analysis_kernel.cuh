// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/ring_fft/synthesis_kernel.cuh>

namespace siderum::cuda::ring_fft {

/// What a block of analysis transforms: the modes m = residue mod split of both rings as one
/// complex ring, where those of -m are among them; else those of residue and -residue of one ring.
struct Share {
  __device__ Share(int part, int split)
      : residue(2 * part <= split ? part : split - part),
        ring(2 * part <= split ? 0 : 1),
        both(part == 0 || 2 * part == split) {}

  int residue;
  int ring;
  bool both;
};

/// Pixels j, j + n, j + 2 n ... of a share as one element of a transform of length n:
///     exp(-2 pi i residue j / nphi) sum_q pixel_{j + q n} exp(-2 pi i residue q / split)
template <class Real>
__device__ Complex<Real> gather(RingArguments<Real> const& given, RingItem const& item,
                                Share const& share, int j, int n) {
  using Value = Complex<Real>;
  bool const with_second = share.both && item.has_second;
  Real const* const first = given.ring(item, share.ring);
  Real const* const second = given.ring(item, 1);
  Value sum{Real{0}, Real{0}};
  for (int q = 0; q < given.split; ++q) {
    std::int64_t const pixel = j + std::int64_t{q} * n;
    Value const value{first[pixel * item.stride[share.ring]],
                      with_second ? second[pixel * item.stride[1]] : Real{0}};
    int const quarters = share.residue * q * (4 / given.split) % 4;
    Value const turned = quarters % 2 == 0 ? value : quarter_turn<Sign::minus>(value);
    sum = quarters < 2 ? plus(sum, turned) : minus(sum, turned);
  }
  if (share.residue == 0) {
    return sum;
  }
  return times(sum, narrowed<Real>(conjugate(unit(2.0 * j * share.residue / item.nphi))));
}

/// Writes the modes of a share from its transform, get(k) being that of mode residue + k split.
template <class Real, class Get>
__device__ void scatter(RingArguments<Real> const& given, RingItem const& item, Share const& share,
                        Get const& get) {
  using Value = Complex<Real>;
  int const nphi = item.nphi;
  std::int64_t const slot = given.slot(item);
  auto const bin = [&](int k) { return get((k - share.residue) / given.split); };
  auto const turned = [&](Value value, int m, int ring) {
    return times(value, narrowed<Real>(conjugate(phase(m, item.turn[ring]))));
  };
  if (share.both) {
    for (int m = share.residue + given.split * threadIdx.x; m < item.orders;
         m += given.split * blockDim.x) {
      int const k = m % nphi;
      Value const here = bin(k);
      Value const there = conjugate(bin(k == 0 ? 0 : nphi - k));
      Value const sum = plus(here, there);
      given.put(slot, m, turned(sum, m, 0), 0.5 * given.weight(item, 0));
      if (item.has_second) {
        Value const difference = quarter_turn<Sign::minus>(minus(here, there));
        given.put(slot + 1, m, turned(difference, m, 1), 0.5 * given.weight(item, 1));
      }
    }
    return;
  }
  for (int i = threadIdx.x;; i += blockDim.x) {
    bool const mirrored = i % 2 == 1;
    int const m = i / 2 * given.split + (mirrored ? given.split - share.residue : share.residue);
    if (i / 2 * given.split >= item.orders) {
      return;
    }
    if (m < item.orders) {
      int const k = m % nphi;
      Value const value = mirrored ? conjugate(bin(nphi - k)) : bin(k);
      given.put(slot + share.ring, m, turned(value, m, share.ring), given.weight(item, share.ring));
    }
  }
}

template <class Real, Length length, int threads>
__global__ void __launch_bounds__(threads, resident_blocks<threads>)
    analyse_rings(RingArguments<Real> const given) {
  using Value = Complex<Real>;
  extern __shared__ double2 shared_memory[];
  auto const bins = given.transform(shared_memory);
  for_each_item(given, [&](RingItem const& item, int part) {
    Share const share(part, given.split);
    int const n = item.nphi / given.split;
    if (share.ring == 1 && !item.has_second) {
      return;
    }
    auto const chirped = [&](int k, Value value) {
      return length == Length::any ? times(value, narrowed<Real>(conjugate(chirp(k, n)))) : value;
    };
#pragma unroll 4
    for (int j = threadIdx.x; j < bins.size(); j += blockDim.x) {
      bins[j] = j < n ? chirped(j, gather(given, item, share, j, n)) : Value{Real{0}, Real{0}};
    }
    __syncthreads();
    bins.forward();
    if constexpr (length == Length::power_of_two) {
      bins.template pass_of_neighbours<Sign::minus>();
      scatter(given, item, share, [&](int k) { return bins[bins.place(k)]; });
    } else {
      Value const* const spectrum = given.spectra + item.spectrum;
      bins.turn_round([&](int k, Value value) { return times(value, conjugate(spectrum[k])); });
      bins.backward([&](int j, Value value) { bins[j] = j < n ? chirped(j, value) : value; });
      scatter(given, item, share, [&](int k) { return bins[k]; });
    }
  });
}

}  // namespace siderum::cuda::ring_fft
