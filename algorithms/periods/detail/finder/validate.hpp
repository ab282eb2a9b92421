// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/detail/lomb_scargle/steps.hpp>

/// What the finders refuse that fold.
namespace siderum::detail {

/// Throws Error unless the list has frequencies.
void validate_listed(std::int64_t count);

/// Throws Error unless the grid can be searched and begins above 0.
void validate_folding_grid(FrequencyGrid const& grid);

/// Throws Error where an object has more points than a fold can number.
void validate_folded(Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets);

/// Throws Error unless first <= value <= last.
void validate_count(int value, int first, int last, char const* what);

}  // namespace siderum::detail
