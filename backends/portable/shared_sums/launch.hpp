// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <siderum/backends/portable/shared_sums/device_launch.hpp>
#include <siderum/backends/portable/shared_sums/host_launch.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::portable {

/// The operation SharedProductSums (contract in shared_sums.hpp) with Kokkos and the Product of a
/// backend. Operations names the backend whose operations are used.
template <class Exec, class Real, class Operations>
using SharedProductSums =
    std::conditional_t<is_host<Exec>, shared::HostSharedProductSums<Exec, Real, Operations>,
                       shared::DeviceSharedProductSums<Exec, Real, Operations>>;

/// The operation SharedNufftSums, with the Fft of a backend.
template <class Exec, class Real, class Operations>
using SharedNufftSums =
    std::conditional_t<is_host<Exec>, shared::HostSharedNufftSums<Exec, Real, Operations>,
                       shared::DeviceSharedNufftSums<Exec, Real, Operations>>;

}  // namespace siderum::portable
