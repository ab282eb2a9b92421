// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/legendre/walk.cuh>
#include <siderum/backends/portable/legendre/step_sums.hpp>
#include <siderum/core/harmonic_coefficients.hpp>

namespace siderum::cuda::legendre {

using portable::legendre::put_coefficient;
using portable::legendre::weights_of_step;

/// What is the same for all steps of an order, and the coefficients of the maps.
template <class Real>
struct CombineArguments {
  portable::LegendreTables<Kokkos::CudaSpace> tables;
  std::int64_t const* order;  // (rows): those that the tables name
  std::int64_t rows;
  Kokkos::complex<Real>* values;  // a_lm of the first map, from a_00 on or where that would lie
  std::int64_t map_stride;
};

/// A_i and B_i (portable/legendre_tables.hpp) for step i = blockIdx.x ... of the orders of rows
/// blockIdx.y + ... and map blockIdx.z, as FP64 whatever the coefficients are: (maps, steps, 2).
template <class Real>
__global__ void combine_coefficients(CombineArguments<Real> const given, DoublePair* const sums,
                                     std::int64_t map_sums) {
  auto const& tables = given.tables;
  std::int64_t const i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (std::int64_t row = blockIdx.y; row < given.rows; row += gridDim.y) {
    std::int64_t const m = given.order[row];
    std::int64_t const at = tables.offset(m) + i;
    if (at >= tables.offset(m + 1)) {
      continue;
    }
    auto const weights =
        weights_of_step(tables, given.values + blockIdx.z * given.map_stride, m, i);
    DoublePair* const to = sums + blockIdx.z * map_sums + 2 * at;
    to[0] = {weights.even.real(), weights.even.imag()};
    to[1] = {weights.odd.real(), weights.odd.imag()};
  }
}

/// The sums over pairs that the warps of an order have left: (slots, maps, steps, 4).
struct PartialSums {
  double const* values;
  int const* starts;  // (rows, slots): the first chunk that a slot has written
  int slots;
  int maps;
  std::int64_t map_values;  // doubles of one map of a slot

  /// QA_i and QB_i of the order of one row, and map, slot by slot.
  __device__ void read(std::int64_t row, std::int64_t at, int chunk, int map, DoublePair& even,
                       DoublePair& odd) const {
    even = {0.0, 0.0};
    odd = {0.0, 0.0};
    for (int slot = 0; slot < slots; ++slot) {
      if (starts[row * slots + slot] <= chunk) {
        auto const* const from = reinterpret_cast<DoublePair const*>(
            values + (std::int64_t{slot} * maps + map) * map_values + 4 * at);
        DoublePair const a = from[0];
        DoublePair const b = from[1];
        even = {even.x + a.x, even.y + a.y};
        odd = {odd.x + b.x, odd.y + b.y};
      }
    }
  }
};

/// a_lm and a_{l+1,m} of step i, from sums over all pairs. With more registers, too few blocks
/// would wait for memory side by side.
template <class Real, bool adds>
__global__ void __launch_bounds__(256, 6)
    combine_sums(CombineArguments<Real> const given, PartialSums const sums) {
  auto const& tables = given.tables;
  std::int64_t const i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  int const lane = threadIdx.x % 32;
  for (std::int64_t row = blockIdx.y; row < given.rows; row += gridDim.y) {
    std::int64_t const m = given.order[row];
    std::int64_t const steps = tables.steps(m);
    if (i - lane >= steps) {
      continue;
    }
    std::int64_t const at = tables.offset(m) + i;
    int const map = static_cast<int>(blockIdx.z);
    DoublePair even{0.0, 0.0};
    DoublePair odd{0.0, 0.0};
    if (i < steps) {
      sums.read(row, at, static_cast<int>(i / chunk_steps), map, even, odd);
    }
    DoublePair before{__shfl_up_sync(~0u, even.x, 1), __shfl_up_sync(~0u, even.y, 1)};
    if (lane == 0 && i > 0) {
      DoublePair unused;
      sums.read(row, at - 1, static_cast<int>((i - 1) / chunk_steps), map, before, unused);
    }
    if (i >= steps) {
      continue;
    }
    double const high = i > 0 ? tables.high(at - 1) : 0.0;
    before = i > 0 ? before : DoublePair{0.0, 0.0};
    double const low = tables.low(at);
    double const alpha = tables.alpha(at);
    std::int64_t const l = m + 2 * i;
    auto* const a_lm = given.values + map * given.map_stride + tables.range.index(l, m);
    put_coefficient(m, low * even.x + high * before.x, low * even.y + high * before.y, adds,
                    a_lm[0]);
    if (l < tables.range.lmax) {
      put_coefficient(m, alpha * odd.x, alpha * odd.y, adds, a_lm[1]);
    }
  }
}

}  // namespace siderum::cuda::legendre
