// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/key_sort.hpp>

namespace siderum::cuda {

/// The operation KeySort (contract in portable/key_sort.hpp): CUB's radix sort, by as many bits as
/// the keys have and without memory of its own, where the portable form goes through the keys for
/// each 4 bits, a thread for each part of them.
///
/// Gain: within that of PairHistogram (its header), since it was not measured alone.
struct KeySort {
  using Keyed = portable::KeyedValues<Kokkos::CudaSpace>;
  using Scratch = Kokkos::View<std::byte*, Kokkos::CudaSpace>;

  std::int64_t scratch_bytes(std::int64_t n) const;
  Keyed operator()(Kokkos::Cuda const& exec, Keyed const& keyed, Keyed const& spare,
                   Scratch const& scratch, int bits) const;
};

}  // namespace siderum::cuda
