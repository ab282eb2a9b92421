// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/legendre/recurrence.cuh>
#include <siderum/backends/portable/legendre_tables.hpp>
#include <siderum/core/harmonic_coefficients.hpp>

namespace siderum::cuda::legendre {

/// What is the same for all steps of an order, and the coefficients of the maps.
template <class Real>
struct CombineArguments {
  portable::LegendreTables<Kokkos::CudaSpace> tables;
  Kokkos::complex<Real>* values;  // a_lm of the first map
  std::int64_t map_stride;
};

/// A_i and B_i (portable/legendre_tables.hpp) for step i = blockIdx.x ... of order m = blockIdx.y +
/// ... and map blockIdx.z, as FP64 whatever the coefficients are: (maps, steps, 2).
template <class Real>
__global__ void combine_coefficients(CombineArguments<Real> const given, double2* const sums,
                                     std::int64_t map_sums) {
  auto const& tables = given.tables;
  std::int64_t const lmax = tables.range.lmax;
  std::int64_t const i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  auto const* const values = given.values + blockIdx.z * given.map_stride;
  for (std::int64_t m = blockIdx.y; m <= tables.range.mmax; m += gridDim.y) {
    std::int64_t const at = tables.offset(m) + i;
    if (at >= tables.offset(m + 1)) {
      return;
    }
    std::int64_t const l = m + 2 * i;
    auto const* const a = values + m * (2 * lmax + 1 - m) / 2;
    auto const coefficient = [&](std::int64_t degree) {
      if (degree > lmax) {
        return double2{0.0, 0.0};
      }
      Kokkos::complex<Real> const value = a[degree];
      return double2{static_cast<double>(value.real()),
                     m == 0 ? 0.0 : static_cast<double>(value.imag())};
    };
    double const low = tables.low(at);
    double const high = tables.high(at);
    double const alpha = tables.alpha(at);
    double2 const here = coefficient(l);
    double2 const next = coefficient(l + 1);
    double2 const after = coefficient(l + 2);
    double2* const to = sums + blockIdx.z * map_sums + 2 * at;
    to[0] = {low * here.x + high * after.x, low * here.y + high * after.y};
    to[1] = {alpha * next.x, alpha * next.y};
  }
}

/// The sums over pairs that the warps of an order have left: (slots, maps, steps, 4).
struct PartialSums {
  double const* values;
  int const* starts;  // (mmax + 1, slots): the first chunk that a slot has written
  int slots;
  int maps;
  std::int64_t map_values;  // doubles of one map of a slot

  /// QA_i and QB_i of one order and map, slot by slot.
  __device__ void read(std::int64_t m, std::int64_t at, int chunk, int map, double2& even,
                       double2& odd) const {
    even = {0.0, 0.0};
    odd = {0.0, 0.0};
    for (int slot = 0; slot < slots; ++slot) {
      if (starts[m * slots + slot] <= chunk) {
        auto const* const from = reinterpret_cast<double2 const*>(
            values + (std::int64_t{slot} * maps + map) * map_values + 4 * at);
        double2 const a = from[0];
        double2 const b = from[1];
        even = {even.x + a.x, even.y + a.y};
        odd = {odd.x + b.x, odd.y + b.y};
      }
    }
  }
};

/// a_lm and a_{l+1,m} of step i, from sums over all pairs.
template <class Real, bool adds>
__global__ void combine_sums(CombineArguments<Real> const given, PartialSums const sums) {
  auto const& tables = given.tables;
  std::int64_t const lmax = tables.range.lmax;
  std::int64_t const i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  int const lane = threadIdx.x % 32;
  for (std::int64_t m = blockIdx.y; m <= tables.range.mmax; m += gridDim.y) {
    std::int64_t const steps = tables.steps(m);
    if (i - lane >= steps) {
      return;
    }
    std::int64_t const at = tables.offset(m) + i;
    int const map = static_cast<int>(blockIdx.z);
    double2 even{0.0, 0.0};
    double2 odd{0.0, 0.0};
    if (i < steps) {
      sums.read(m, at, static_cast<int>(i / chunk_steps), map, even, odd);
    }
    double2 before{__shfl_up_sync(~0u, even.x, 1), __shfl_up_sync(~0u, even.y, 1)};
    if (lane == 0 && i > 0) {
      double2 unused;
      sums.read(m, at - 1, static_cast<int>((i - 1) / chunk_steps), map, before, unused);
    }
    if (i >= steps) {
      continue;
    }
    double const high = i > 0 ? tables.high(at - 1) : 0.0;
    before = i > 0 ? before : double2{0.0, 0.0};
    double const low = tables.low(at);
    double const alpha = tables.alpha(at);
    std::int64_t const l = m + 2 * i;
    auto* const a = given.values + map * given.map_stride + m * (2 * lmax + 1 - m) / 2;
    auto const put = [&](std::int64_t degree, double real, double imaginary) {
      Kokkos::complex<Real> value(static_cast<Real>(real),
                                  static_cast<Real>(m == 0 ? 0.0 : imaginary));
      if constexpr (adds) {
        value += a[degree];
      }
      a[degree] = value;
    };
    put(l, low * even.x + high * before.x, low * even.y + high * before.y);
    if (l < lmax) {
      put(l + 1, alpha * odd.x, alpha * odd.y);
    }
  }
}

}  // namespace siderum::cuda::legendre
