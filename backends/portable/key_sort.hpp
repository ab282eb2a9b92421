// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Core.hpp>

/// The launch operation KeySort: sorts keys and the values beside them.
///
/// Contract, for every backend `KeySort<Exec>`:
/// - `KeySort<Exec>()(exec, keyed, spare, scratch, bits)` with n keys below 2^bits and n values,
///   room for as many, and scratch_bytes(n) bytes; enqueues on exec and returns the sorted ones,
///   which stand in `keyed` or in `spare`
/// - stable: equal keys keep their order, so that the result is unique
namespace siderum::portable {

template <class MemorySpace>
struct KeyedValues {
  Kokkos::View<std::uint64_t*, MemorySpace> keys;
  Kokkos::View<std::int32_t*, MemorySpace> values;
};

/// The operation KeySort with Kokkos alone. Defined in the library for every space.
template <class Exec>
struct KeySort {
  using Keyed = KeyedValues<typename Exec::memory_space>;
  using Scratch = Kokkos::View<std::byte*, typename Exec::memory_space>;

  std::int64_t scratch_bytes(std::int64_t n) const;
  Keyed operator()(Exec const& exec, Keyed const& keyed, Keyed const& spare, Scratch const& scratch,
                   int bits) const;
};

}  // namespace siderum::portable
