// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <Kokkos_Core.hpp>

namespace siderum {

/// A view that is allocated on the instance, labelled and not initialised.
template <class View, class Exec, class... Extents>
View allocate(Exec const& exec, std::string const& label, Extents... extents) {
  return View(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label),
              static_cast<std::size_t>(extents)...);
}

/// The same in host memory, with no instance to wait for.
template <class View, class... Extents>
View allocate_on_host(std::string const& label, Extents... extents) {
  return View(Kokkos::view_alloc(Kokkos::WithoutInitializing, label),
              static_cast<std::size_t>(extents)...);
}

}  // namespace siderum
