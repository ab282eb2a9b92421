// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/key_sort.hpp>

namespace siderum::cuda {

/// The operation KeySort (contract in portable/key_sort.hpp): CUB's radix sort, by as many bits as
/// the keys have and without memory of its own, where the portable form goes through the keys for
/// each 4 bits, a thread for each part of them.
///
/// Gain, the time of the portable form over that of this one (H200, docs/backends.md):
///
///     operations/key_sort/1000000     23.8
///     operations/key_sort/10000000    41.3
struct KeySort {
  using Keyed = portable::KeyedValues<Kokkos::CudaSpace>;
  using Scratch = Kokkos::View<std::byte*, Kokkos::CudaSpace>;

  std::int64_t scratch_bytes(std::int64_t n) const;
  Keyed operator()(Kokkos::Cuda const& exec, Keyed const& keyed, Keyed const& spare,
                   Scratch const& scratch, int bits) const;
};

}  // namespace siderum::cuda
