// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <siderum/algorithms/periods/detail/lomb_scargle/nufft_device_sums.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/nufft_host_sums.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::nufft {

/// The sums of TrigSums on a regular grid by non-uniform fast Fourier transforms of type 1 (after
/// Barnett, Magland & af Klinteberg 2019, SIAM J. Sci. Comput. 41, C479): the same epilogues and
/// slots, but sums within `tolerance` x sum |strength|, and a cost that hardly grows with the
/// points while they are fewer than the frequencies.
///
/// A grid is worked off in sections (section_length). For each the strengths are turned to its
/// centre in FP64, so that phases are as exact as those of the direct sums whatever the epoch and
/// the number of frequencies, spread over a fine grid, transformed by the operation Fft, and handed
/// to the epilogue: on a host in the cache where they came to be, on a device for a batch of
/// sections of all objects at a time.
template <class Backend, class Exec, class Real>
using NufftSums = std::conditional_t<is_host<Exec>, HostNufftSums<Backend, Exec, Real>,
                                     DeviceNufftSums<Backend, Exec, Real>>;

}  // namespace siderum::nufft
