// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/lomb_scargle/power_sums.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/preparation.hpp>
#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/core/frequency_range.hpp>

/// The steps of a periodogram that are compiled once and called by several functions.
namespace siderum::detail {

/// Divides the work of a periodogram, which allocates and copies a little on the device: what is
/// returned must live until the work is done.
/// @param options  as sums_of_power gives them
template <class Backend, class Exec, class Real, class Frequencies>
PowerSums<Backend, Exec, Real> plan_power(
    Exec const& exec, PreparedCurves<Real, typename Exec::memory_space> const& prepared,
    Frequencies const& frequencies, FrequencyRange range, LombScargleOptions const& options);

/// Enqueues the sums and the power of prepared curves, and nothing else.
///
/// @param work    from plan_power with the same curves
/// @param output  (objects, range) in the memory of the instance, `stride` values between two rows
/// @param first   the frequency of column 0
template <class Backend, class Exec, class Real>
void enqueue_power(PowerSums<Backend, Exec, Real> const& work,
                   PreparedCurves<Real, typename Exec::memory_space> const& prepared,
                   LombScargleOptions const& options, Real* output, std::int64_t stride,
                   std::int64_t first);

/// Throws Error unless an output has the extent that is wanted.
void validate_extent(std::size_t extent, std::int64_t wanted, char const* what);

/// The same for all that is found of each object, in any memory.
template <class Best>
void validate_best(Best const& best, std::int64_t objects) {
  validate_extent(best.index.extent(0), objects, "best indices");
  validate_extent(best.power.extent(0), objects, "best powers");
  validate_extent(best.status.extent(0), objects, "status of the objects");
}

/// The same for a periodogram.
template <class Powers>
void validate_power(Powers const& power, std::int64_t objects, std::int64_t frequencies) {
  validate_extent(power.extent(0), objects, "objects");
  validate_extent(power.extent(1), frequencies, "frequencies");
}

/// The same for a status that is not wanted where it has no extent.
template <class Status>
void validate_wanted_status(Status const& status, std::int64_t objects) {
  if (status.extent(0) > 0) {
    validate_extent(status.extent(0), objects, "status of the objects");
  }
}

}  // namespace siderum::detail
