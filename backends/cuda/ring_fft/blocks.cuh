// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/cuda/block.cuh>
#include <siderum/backends/portable/device_fft/fused_complex.hpp>
#include <siderum/backends/portable/ring_fft/device_rings.hpp>

namespace siderum::cuda::ring_fft {

/// Threads of a block: many registers for few long transforms, or more blocks of shorter ones.
inline constexpr int most_threads = 512;
inline constexpr int few_threads = 256;
inline constexpr int threads_of_short_rings = 128;
template <int threads>
inline constexpr int resident_blocks = threads == threads_of_short_rings ? 10
                                       : threads == few_threads          ? 3
                                                                         : 1;

__device__ inline void* room_of_block() {
  extern __shared__ double2 shared_memory[];
  return shared_memory;
}

/// What blocks have of their own (contract at portable::ring_fft::TeamsOfRings).
///
/// @tparam chirped  whether the length takes the detour of a chirp, or is a power of two
template <bool chirped>
struct BlocksOfRings {
  using MemorySpace = Kokkos::CudaSpace;
  using Member = Block;
  using Complex = portable::device_fft::FusedComplex<double>;
  using Given = portable::ring_fft::DeviceTransform<BlocksOfRings>;
  using Numbers = portable::ring_fft::TeamTransform<Complex, Block>;

  KOKKOS_FORCEINLINE_FUNCTION static Complex unit(double x) {
    double sine = 0.0;
    double cosine = 1.0;
    KOKKOS_IF_ON_DEVICE((sincospi(2.0 * x, &sine, &cosine);))
    return {cosine, sine};
  }

  KOKKOS_FORCEINLINE_FUNCTION static Complex* scratch(Block const&, int) {
    KOKKOS_IF_ON_DEVICE((return static_cast<Complex*>(room_of_block());))
    KOKKOS_IF_ON_HOST((return nullptr;))
  }

  template <class Use>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(Block const&, std::int64_t count, std::int64_t,
                                                   Use const& use) {
    KOKKOS_IF_ON_DEVICE((for (int i = blockIdx.x; i < static_cast<int>(count);
                              i += gridDim.x) { use(i, blockIdx.y); }))
  }

  KOKKOS_FORCEINLINE_FUNCTION static Complex of_spectrum(Complex chirp) { return chirp; }

  template <class Load>
  KOKKOS_FORCEINLINE_FUNCTION static void analyse(Given const& of, Numbers const& numbers,
                                                  portable::ring_fft::DevicePair const& pair,
                                                  Load const& load) {
    int const n = pair.nphi / of.split;
    auto const chirp = [&](int k, Complex value) {
      return chirped ? value * Given::chirp(k, n) : value;
    };
#ifdef __CUDA_ARCH__
#pragma unroll 4
#endif
    for (int j = Block::team_rank(); j < numbers.size(); j += Block::team_size()) {
      numbers[j] = j < n ? chirp(j, load(j)) : Complex(0);
    }
    Block::team_barrier();
    numbers.forward();
    if constexpr (chirped) {
      Complex const* const spectrum = of.spectra + pair.spectrum;
      // The way back has the other sign.
      numbers.turn_round([&](int k, Complex value) { return conj(value * conj(spectrum[k])); });
      numbers.backward([&](int k, Complex value) {
        if (k < n) {  // more are not asked for
          numbers[k] = chirp(k, conj(value));
        }
      });
    } else {
      numbers.pass_of_neighbours();
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION static Complex frequency(Numbers const& numbers, int k) {
    return numbers[chirped ? k : numbers.place(k)];
  }
};

template <class Functor, int threads>
__global__ void __launch_bounds__(threads, resident_blocks<threads>)
    run_in_blocks(Functor const __grid_constant__ functor) {
  functor(Block());
}

}  // namespace siderum::cuda::ring_fft
