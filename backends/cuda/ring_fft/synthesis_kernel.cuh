// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/ring_fft/items.cuh>

namespace siderum::cuda::ring_fft {

/// Whether the length is a power of two, or takes the detour of a chirp.
enum class Length { power_of_two, any };

/// The modes of both rings of a pair, folded into n bins: with z = first + i second,
///     bin m mod n += F_m exp(i m phi),   bin -m mod n += conj(F_m exp(i m phi)) of either ring
template <class Real>
class Folder {
 public:
  using Value = Complex<Real>;

  __device__ Folder(RingArguments<Real> const& given, RingItem const& item, int part)
      : given_(given), slot_(given.slot(item)), orders_(item.orders), has_second_(item.has_second) {
    for (int ring = 0; ring < 2; ++ring) {
      turn_[ring] = turn_of_pixel(item.turn[ring], part, item.nphi);
    }
    alike_ = turn_[0].high == turn_[1].high && turn_[0].low == turn_[1].low;
  }

  /// Modes are read in strips, several by each thread at once, in which all bins differ.
  template <class Place>
  __device__ void operator()(BlockTransform<Real> const& bins, int n, Place const& place) const {
    for (int k = threadIdx.x; k < n; k += blockDim.x) {
      bins[k] = {Real{0}, Real{0}};
    }
    __syncthreads();
    int const strip = min(n, at_once * static_cast<int>(blockDim.x));
    for (int begin = 0; begin < orders_; begin += strip) {
      Value minus_term[at_once];
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        int const k = i * blockDim.x + threadIdx.x;
        if (k < strip && begin + k < orders_) {
          Value const plus_term = terms(begin + k, minus_term[i]);
          Value& bin = bins[place((begin + k) % n)];
          bin = plus(bin, plus_term);
        }
      }
      __syncthreads();
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        int const k = i * blockDim.x + threadIdx.x;
        if (k < strip && begin + k < orders_ && begin + k > 0) {
          int const wrapped = (begin + k) % n;
          Value& bin = bins[place(wrapped == 0 ? 0 : n - wrapped)];
          bin = plus(bin, minus_term[i]);
        }
      }
      __syncthreads();
    }
  }

 private:
  static constexpr int at_once = 4;

  /// What F_m adds to bin m, and to bin -m.
  __device__ __forceinline__ Value terms(int m, Value& minus_term) const {
    Value first = given_.mode(slot_, m);
    Value second = has_second_ ? given_.mode(slot_ + 1, m) : Value{Real{0}, Real{0}};
    if (m == 0) {
      return {first.x, second.x};
    }
    Value const turned = narrowed<Real>(phase(m, turn_[0]));
    first = times(first, turned);
    second = times(second, alike_ ? turned : narrowed<Real>(phase(m, turn_[1])));
    minus_term = {first.x + second.y, second.x - first.y};
    return {first.x - second.y, first.y + second.x};
  }

  RingArguments<Real> const& given_;
  std::int64_t slot_;
  int orders_;
  bool has_second_;
  bool alike_;
  Turn turn_[2];
};

template <class Real, Length length, int threads>
__global__ void __launch_bounds__(threads, resident_blocks<threads>)
    synthesize_rings(RingArguments<Real> const given) {
  using Value = Complex<Real>;
  extern __shared__ double2 shared_memory[];
  auto const bins = given.transform(shared_memory);
  for_each_item(given, [&](RingItem const& item, int part) {
    int const n = item.nphi / given.split;
    Folder<Real> const fold(given, item, part);
    double const first = given.weight(item, 0);
    double const second = given.weight(item, 1);
    auto const write = [&](int j, Value value) {
      std::int64_t const pixel = part + std::int64_t{j} * given.split;
      given.ring(item, 0)[pixel * item.stride[0]] = static_cast<Real>(value.x * first);
      if (item.has_second) {
        given.ring(item, 1)[pixel * item.stride[1]] = static_cast<Real>(value.y * second);
      }
    };
    if constexpr (length == Length::power_of_two) {
      fold(bins, n, [&](int k) { return bins.place(k); });
      bins.template pass_of_neighbours<Sign::plus>();
      bins.backward(write);
    } else {
      fold(bins, n, [](int k) { return k; });
      for (int k = threadIdx.x; k < bins.size(); k += blockDim.x) {
        bins[k] = k < n ? times(bins[k], narrowed<Real>(chirp(k, n))) : Value{Real{0}, Real{0}};
      }
      __syncthreads();
      bins.forward();
      Value const* const spectrum = given.spectra + item.spectrum;
      bins.turn_round([&](int k, Value value) { return times(value, spectrum[k]); });
      bins.backward([&](int j, Value value) {
        if (j < n) {
          write(j, times(value, narrowed<Real>(chirp(j, n))));
        }
      });
    }
  });
}

/// The spectrum of exp(-i pi k^2 / n) / 2^levels, |k| < n, in the order of forward passes: of
/// lengths[blockIdx.x] at places[blockIdx.x].
template <class Real>
__global__ void __launch_bounds__(most_threads)
    make_spectra(RingArguments<Real> const given, int const* lengths, std::int64_t const* places,
                 Complex<Real>* spectra) {
  using Value = Complex<Real>;
  extern __shared__ double2 shared_memory[];
  auto const bins = given.transform(shared_memory);
  for (int i = blockIdx.x; i < given.count; i += gridDim.x) {
    int const n = lengths[i];
    for (int k = threadIdx.x; k < bins.size(); k += blockDim.x) {
      int const distance = min(k, bins.size() - k);
      double2 const value = distance < n ? chirp(distance, n) : double2{0.0, 0.0};
      double const scale = 1.0 / bins.size();
      bins[k] = narrowed<Real>({scale * value.x, -scale * value.y});
    }
    __syncthreads();
    bins.forward();
    bins.template pass_of_neighbours<Sign::minus>();
    for (int k = threadIdx.x; k < bins.size(); k += blockDim.x) {
      spectra[places[i] + k] = bins[k];
    }
    __syncthreads();
  }
}

}  // namespace siderum::cuda::ring_fft
