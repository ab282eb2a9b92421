// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

/// The launch operation KeySort: sorts keys and the values beside them.
///
/// Contract, for every backend `KeySort<Exec>`:
/// - `KeySort<Exec>()(exec, keyed, bits)` with n keys below 2^bits and n values; afterwards `keyed`
///   holds them sorted, in other views perhaps; enqueues on exec
/// - stable: equal keys keep their order, so that the result is unique
namespace siderum::portable {

template <class MemorySpace>
struct KeyedValues {
  Kokkos::View<std::uint64_t*, MemorySpace> keys;
  Kokkos::View<std::int32_t*, MemorySpace> values;
};

/// The operation KeySort with Kokkos alone. Defined in the library for every space: what sorts on
/// devices is much to compile.
template <class Exec>
struct KeySort {
  void operator()(Exec const& exec, KeyedValues<typename Exec::memory_space>& keyed,
                  int bits) const;
};

}  // namespace siderum::portable
