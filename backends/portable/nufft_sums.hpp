// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/trig_sums.hpp>

/// The launch operation NufftSums: the sums of TrigSums on a regular grid by non-uniform fast
/// Fourier transforms of type 1 (after Barnett, Magland & af Klinteberg 2019, SIAM J. Sci. Comput.
/// 41, C479), at a cost that hardly grows with the points while they are fewer than the
/// frequencies.
///
/// A grid is worked off in sections (section_length). For each the strengths are turned to its
/// centre in FP64, so that phases are as exact as those of the direct sums whatever the epoch and
/// the number of frequencies, spread over a fine grid, transformed by the operation Fft, and handed
/// to the epilogue: on a host in the cache where they came to be, or by all threads where there are
/// fewer sections than threads and each takes long, on a device for a batch of sections of all
/// objects at a time.
///
/// Contract, for every backend `NufftSums<Exec, Real>`:
/// - `static constexpr bool is_available`: whether this build has it for the space
/// - constructed from (exec, series, grid, mean sums, range, tolerance, work bytes); slots,
///   epilogues and calls as in TrigSums; where the range is not the whole grid, it begins at a
///   multiple of 8192
/// - the error of a sum is within (tolerance + 256 epsilon) x sum |v_j| beside that of direct sums;
///   the tolerance lies within what choose_spread_kernel takes
/// - an Epilogue has `static constexpr bool solves` also. Where it is true, it solves equations
///   that may be nearly singular, or reports what magnifies the errors of the sums otherwise, and
///   has `Number condition(State const&, TrigSumValues<Number> const&)`: 1/4 where the phases are
///   even, less where errors grow. Below least_condition the sums are formed directly, in FP64, and
///   need not come in order
/// - work space on a device: 8 bytes for each point and one batch of sections, at most the work
///   bytes (or one group of sections); hosts take 8 to 16 times a section for each thread, or 10 to
///   24 times each of sections that threads share
namespace siderum::portable::nufft {

enum class Place : std::uint8_t { host, device };

/// The length of the sections of an object: a power of two >= 1024, on a host also 3/4 or 5/8 of it
/// where 8192 divides that. Object and grid alone decide, and so no value depends on what else is
/// searched. A short section makes the points be spread more often, a long one leaves the cache.
std::int64_t section_length(std::int64_t points, std::int64_t frequencies, Place where);

/// Below this condition sums are formed directly. The frequencies of which that is true are few
/// wherever there are many points: peaks that explain nearly everything, the first half of a cycle,
/// periods of the nights.
inline constexpr double least_condition = 1.0 / 95.0;

}  // namespace siderum::portable::nufft
