// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/core/large_pages.hpp>
#include <siderum/core/out_of_memory.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum {

namespace detail {

/// What Kokkos throws where memory is short has changed over its versions: std::bad_alloc, or a
/// std::runtime_error whose text tells. Both become OutOfMemory, anything else passes.
/// @param bytes  that are asked for in the memory space
template <class MemorySpace, class Make>
auto or_out_of_memory(std::string const& label, double bytes, Make const& make) {
  auto const refusal = [&] {
    return host_reaches<MemorySpace> ? out_of_memory(label, bytes)
                                     : out_of_device_memory(label, bytes);
  };
  try {
    return make();
  } catch (std::bad_alloc const&) {
    throw refusal();
  } catch (std::runtime_error const& failure) {
    if (tells_of_no_memory(failure.what())) {
      throw refusal();
    }
    throw;
  }
}

/// Bytes of a view of these extents.
template <class View, class... Extents>
double bytes_of(Extents... extents) {
  return (static_cast<double>(sizeof(typename View::value_type)) * ... *
          static_cast<double>(extents));
}

/// The view itself; in plain memory of the host in large pages, where it fills some.
template <class View>
View in_large_pages(View view) {
  if constexpr (std::is_same_v<typename View::memory_space, Kokkos::HostSpace>) {
    prefer_large_pages(view.data(), view.span() * sizeof(typename View::value_type));
  }
  return view;
}

}  // namespace detail

/// A view that is allocated on the instance, labelled and not initialised.
/// Throws OutOfMemory.
template <class View, class Exec, class... Extents>
View allocate(Exec const& exec, std::string const& label, Extents... extents) {
  using Space = typename View::memory_space;
  return detail::or_out_of_memory<Space>(label, detail::bytes_of<View>(extents...), [&] {
    return detail::in_large_pages(View(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label),
                                       static_cast<std::size_t>(extents)...));
  });
}

/// The same in host memory (page-locked where the view's space is), with no instance to wait for.
/// Throws OutOfMemory.
template <class View, class... Extents>
View allocate_on_host(std::string const& label, Extents... extents) {
  using Space = typename View::memory_space;
  return detail::or_out_of_memory<Space>(label, detail::bytes_of<View>(extents...), [&] {
    return detail::in_large_pages(View(Kokkos::view_alloc(Kokkos::WithoutInitializing, label),
                                       static_cast<std::size_t>(extents)...));
  });
}

namespace detail {

/// Enqueues the copy of a vector to memory that nothing uses yet. `from` may go when this returns.
/// Where the host reaches the memory of a device the copy is enqueued all the same: what took the
/// memory over may come behind kernels that still work on it.
template <class Exec, class Value>
void copy_vector(Exec const& exec, std::vector<Value> const& from,
                 Kokkos::View<Value*, typename Exec::memory_space> const& to) {
  if constexpr (is_host<Exec>) {
    std::copy(from.begin(), from.end(), to.data());
  } else {
    using Plain =
        Kokkos::View<Value const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    Kokkos::deep_copy(exec, to, Plain(from.data(), from.size()));
  }
}

}  // namespace detail

/// A copy of a vector in the memory of `exec`, enqueued on the instance: for what outlives a call,
/// as the tables of a plan do (else copy_to_work, work_space.hpp). `from` may go when this returns.
/// Throws OutOfMemory.
template <class Exec, class Value>
Kokkos::View<Value*, typename Exec::memory_space> copy_to_memory(Exec const& exec,
                                                                 std::string const& label,
                                                                 std::vector<Value> const& from) {
  auto const to =
      allocate<Kokkos::View<Value*, typename Exec::memory_space>>(exec, label, from.size());
  detail::copy_vector(exec, from, to);
  return to;
}

/// Host memory of the extents of a view, not initialised, to be filled and then copied there; on a
/// host the view itself. A view of a device that the host reaches is not written directly, for the
/// reason given above. Throws OutOfMemory.
template <class View>
auto host_memory_for(View const& view) {
  if constexpr (is_host<typename View::execution_space>) {
    return view;
  } else {
    auto const bytes = static_cast<double>(view.span() * sizeof(typename View::value_type));
    return detail::or_out_of_memory<Kokkos::HostSpace>(view.label(), bytes, [&] {
      return Kokkos::create_mirror(Kokkos::WithoutInitializing, Kokkos::HostSpace{}, view);
    });
  }
}

/// A copy of a host view in the memory of `exec`, enqueued on the instance; the view itself on a
/// host. Throws OutOfMemory.
template <class Exec, class Value>
Kokkos::View<Value const*, typename Exec::memory_space> mirror_to(
    Exec const& exec, std::string const& label,
    Kokkos::View<Value const*, Kokkos::HostSpace> const& host) {
  using Space = typename Exec::memory_space;
  if constexpr (is_host<Exec>) {
    return host;
  } else {
    auto const copy = allocate<Kokkos::View<Value*, Space>>(exec, label, host.extent(0));
    Kokkos::deep_copy(exec, copy, host);
    return copy;
  }
}

}  // namespace siderum
