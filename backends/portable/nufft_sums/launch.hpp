// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <siderum/backends/portable/nufft_sums/device_launch.hpp>
#include <siderum/backends/portable/nufft_sums/host_launch.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::portable {

/// The operation NufftSums (contract in nufft_sums.hpp) with Kokkos and the Fft of a backend.
/// Operations names the backend whose operations are used.
template <class Exec, class Real, class Operations>
using NufftSums = std::conditional_t<is_host<Exec>, nufft::HostNufftSums<Exec, Real, Operations>,
                                     nufft::DeviceNufftSums<Exec, Real, Operations>>;

}  // namespace siderum::portable
