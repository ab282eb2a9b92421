// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <siderum/backends/portable/product_sums/device_launch.hpp>
#include <siderum/backends/portable/product_sums/host_launch.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::portable {

/// The operation ProductSums (contract in product_sums.hpp) with Kokkos and the Product of a
/// backend. Operations names the backend whose operations are used.
template <class Exec, class Real, class Operations>
using ProductSums =
    std::conditional_t<is_host<Exec>, product::HostProductSums<Exec, Real, Operations>,
                       product::DeviceProductSums<Exec, Real, Operations>>;

}  // namespace siderum::portable
