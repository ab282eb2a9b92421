// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <string>

#include <Kokkos_Core.hpp>

#include <siderum/core/allocate.hpp>
#include <siderum/core/error.hpp>
#include <siderum/engine/arrays.hpp>
#include <siderum/engine/module/dispatch.hpp>

/// Arrays of the caller as views of the module's space, and work on them.
namespace siderum::engine {

/// The memory that the module computes in.
using ModuleMemory = ModuleSpace::memory_space;

/// How the module takes its place on the caller's streams: whatever the backend of a job.
using ModuleStreamOrder = backend::default_for_t<ModuleSpace>::StreamOrder<ModuleSpace>;

/// Enqueues work(exec, backend) behind what the stream of the arrays has been given, and what it is
/// given later behind that.
template <class Work>
void in_order_of(Location const& where, Execution const& execution, Work const& work) {
  with_backend(execution, [&]<class Exec, class Backend>(Exec const& exec, Backend backend) {
    ModuleStreamOrder const order;
    order.begin(exec, where.stream);
    try {
      work(exec, backend);
    } catch (...) {
      // The caller may free the arrays when he learns of it.
      exec.fence("siderum::arrays::failed");
      throw;
    }
    order.end(exec, where.stream);
  });
}

/// Of the vendor whose device the module computes on.
inline MemoryKind own_memory() {
  std::string const space = ModuleSpace::name();
  return space == "HIP" ? MemoryKind::hip : space == "Cuda" ? MemoryKind::cuda : MemoryKind::host;
}

/// Throws Error for memory of another vendor, and for an address that is none of this device's. An
/// array without elements lies nowhere.
template <class T>
void check_reach(Array<T> const& array) {
  if (array.size() == 0) {
    return;
  }
  SIDERUM_VALIDATE(array.where.memory == own_memory(),
                   "An array lies in memory that is none of " + std::string(ModuleSpace::name()) +
                       " (which the engine for GPUs in this process uses). Copy it to host memory, "
                       "or to that of this GPU.");
  SIDERUM_VALIDATE(ModuleStreamOrder().reaches(ModuleSpace(), array.data),
                   "An array does not lie in memory of the GPU that this process uses (the driver "
                   "knows no such address there). Give arrays of that GPU, or start another "
                   "process for theirs.");
}

/// A view of the elements in a row.
template <class T>
Kokkos::View<T*, ModuleMemory> line_view(Array<T> const& array) {
  check_reach(array);
  return {array.data, static_cast<std::size_t>(array.size())};
}

/// The elements where the host reads them: in place, or a copy that is there on return.
template <class T>
Kokkos::View<T const*, Kokkos::HostSpace> on_host(ModuleSpace const& exec,
                                                  Array<T const> const& array) {
  auto const size = static_cast<std::size_t>(array.size());
  if (array.where.memory == MemoryKind::host) {
    return {array.data, size};
  }
  auto const copy =
      allocate_on_host<Kokkos::View<T*, Kokkos::HostSpace>>("siderum::arrays::copy", size);
  ModuleStreamOrder().begin(exec, array.where.stream);
  Kokkos::deep_copy(exec, copy, line_view(array));
  exec.fence("siderum::arrays::copy");
  return copy;
}

template <class T>
struct ViewedElement {
  using type = T;
};
template <class Real>
struct ViewedElement<std::complex<Real>> {
  using type = Kokkos::complex<Real>;
};
/// The library has no views of constant coefficients, though it leaves those that it reads alone.
template <class Real>
struct ViewedElement<std::complex<Real> const> {
  using type = Kokkos::complex<Real>;
};

/// A view of rows and columns; of std::complex as Kokkos has it, whose form is the same.
template <class T>
auto table_view(Array<T> const& array) {
  using Element = typename ViewedElement<T>::type;
  check_reach(array);
  void const* const data = array.data;
  return Kokkos::View<Element**, Kokkos::LayoutRight, ModuleMemory>(
      static_cast<Element*>(const_cast<void*>(data)), static_cast<std::size_t>(array.rows),
      static_cast<std::size_t>(array.columns));
}

}  // namespace siderum::engine
