// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

/// The execution policies of every launch: 64-bit indices, and functors that travel as kernel
/// arguments.
///
/// Without the hint, Kokkos puts functors above 512 bytes into one constant buffer of the device,
/// and launches on different instances wait for each other.
namespace siderum {

using LightWeight = Kokkos::Experimental::WorkItemProperty::HintLightWeight_t;

/// Indices 0 .. n - 1.
template <class Exec, class... Properties>
using IndexPolicy =
    Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>, LightWeight, Properties...>;

/// Pairs of indices, the second fastest.
template <class Exec>
using PairPolicy = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2, Kokkos::Iterate::Right>,
                                         Kokkos::IndexType<std::int64_t>, LightWeight>;

/// A team per index.
template <class Exec>
using TeamPerIndex = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<std::int64_t>, LightWeight>;

}  // namespace siderum
