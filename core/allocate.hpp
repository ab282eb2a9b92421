// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <siderum/core/error.hpp>

namespace siderum {

namespace detail {

/// What Kokkos throws where memory is short has changed over its versions: std::bad_alloc, or a
/// std::runtime_error whose text tells. Both become OutOfMemory, anything else passes.
template <class Make>
auto or_out_of_memory(std::string const& label, Make const& make) {
  auto const refuse = [&label]() {
    throw OutOfMemory("There is not enough memory (" + label +
                      " could not be allocated). Ask for less at once, or free some.");
  };
  try {
    return make();
  } catch (std::bad_alloc const&) {
    refuse();
    throw;
  } catch (std::runtime_error const& failure) {
    if (std::string(failure.what()).find("failed to allocate") != std::string::npos) {
      refuse();
    }
    throw;
  }
}

}  // namespace detail

/// A view that is allocated on the instance, labelled and not initialised.
/// Throws OutOfMemory.
template <class View, class Exec, class... Extents>
View allocate(Exec const& exec, std::string const& label, Extents... extents) {
  return detail::or_out_of_memory(label, [&] {
    return View(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label),
                static_cast<std::size_t>(extents)...);
  });
}

/// The same in host memory (page-locked where the view's space is), with no instance to wait for.
/// Throws OutOfMemory.
template <class View, class... Extents>
View allocate_on_host(std::string const& label, Extents... extents) {
  return detail::or_out_of_memory(label, [&] {
    return View(Kokkos::view_alloc(Kokkos::WithoutInitializing, label),
                static_cast<std::size_t>(extents)...);
  });
}

/// A copy of a host view in the memory of `exec`, enqueued on the instance; the view itself where
/// that memory is the host's. Throws OutOfMemory.
template <class Exec, class Value>
Kokkos::View<Value const*, typename Exec::memory_space> mirror_to(
    Exec const& exec, std::string const& label,
    Kokkos::View<Value const*, Kokkos::HostSpace> const& host) {
  using Space = typename Exec::memory_space;
  if constexpr (std::is_same_v<Space, Kokkos::HostSpace>) {
    return host;
  } else {
    auto const copy = allocate<Kokkos::View<Value*, Space>>(exec, label, host.extent(0));
    Kokkos::deep_copy(exec, copy, host);
    return copy;
  }
}

}  // namespace siderum
