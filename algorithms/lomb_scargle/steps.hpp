// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/lomb_scargle.hpp>
#include <siderum/algorithms/lomb_scargle/preparation.hpp>

/// The steps of a periodogram that are compiled once and called by several functions.
namespace siderum::detail {

/// Enqueues sums and power of prepared curves. What is returned holds the work space: it must live
/// until the work is done.
///
/// @param output  (objects, range) in the memory of exec, `stride` values between two rows
template <class Backend, class Exec, class Real, class Frequencies>
typename Backend::template TrigSums<Exec, Real> enqueue_power(
    Exec const& exec, PreparedCurves<Real, typename Exec::memory_space> const& prepared,
    Frequencies const& frequencies, FrequencyRange range, LombScargleOptions const& options,
    Real* output, std::int64_t stride);

/// Throws Error unless an output has the extent that is wanted.
void validate_extent(std::size_t extent, std::int64_t wanted, char const* what);

}  // namespace siderum::detail
