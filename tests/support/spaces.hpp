// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <siderum/backends/backend.hpp>

/// The execution space of a test executable, and the backends and precisions that it is typed over.
namespace siderum::test {

/// The build makes one executable per enabled space.
using TestSpace = SIDERUM_TEST_SPACE;
using TestMemory = TestSpace::memory_space;

/// Whether the threads of a team are threads of a host (tests/device_forms), which take long to
/// meet each other: tests with large sizes leave them out.
inline constexpr bool teams_meet_slowly =
    !is_host<TestSpace> && std::is_same_v<TestMemory, Kokkos::HostSpace>;

/// Another instance of the space than the one that is the default. Kokkos makes parts of a host's
/// threads, of which one thread has none to give: there an instance gets a pool of its own.
template <class Space = TestSpace>
Space another_instance() {
#ifdef KOKKOS_ENABLE_OPENMP
  if constexpr (std::is_same_v<Space, Kokkos::OpenMP>) {
    return Space(std::max(1, Space().concurrency() / 2));
  }
#endif
  return Kokkos::Experimental::partition_space(Space{}, 1, 1)[1];
}

/// One parameter of a typed test.
template <class BackendType, class RealType>
struct Variant {
  using Backend = BackendType;
  using Real = RealType;
};

using DefaultBackend = backend::default_for_t<TestSpace>;

/// Both precisions on Portable and, where the space has another one, on its default backend.
using Variants = std::conditional_t<
    std::is_same_v<DefaultBackend, backend::Portable>,
    testing::Types<Variant<backend::Portable, float>, Variant<backend::Portable, double>>,
    testing::Types<Variant<backend::Portable, float>, Variant<backend::Portable, double>,
                   Variant<DefaultBackend, float>, Variant<DefaultBackend, double>>>;

/// The backends alone, for tests of one precision.
using Backends = std::conditional_t<std::is_same_v<DefaultBackend, backend::Portable>,
                                    testing::Types<backend::Portable>,
                                    testing::Types<backend::Portable, DefaultBackend>>;

/// Names tests that are typed over backends.
struct BackendNames {
  template <class Backend>
  static std::string GetName(int) {
    return std::string(Backend::name);
  }
};

template <class Real>
constexpr char const* precision_name = std::is_same_v<Real, float> ? "float" : "double";

/// Names typed tests "portable_float" and so on.
struct VariantNames {
  template <class V>
  static std::string GetName(int) {
    return std::string(V::Backend::name) + "_" + precision_name<typename V::Real>;
  }
};

/// Names tests that are typed over float and double.
struct PrecisionNames {
  template <class Real>
  static std::string GetName(int) {
    return precision_name<Real>;
  }
};

using Precisions = testing::Types<float, double>;

/// Memory of the test space, zero at first.
template <class Value>
Kokkos::View<Value*, TestMemory> make_view(std::size_t count) {
  return Kokkos::View<Value*, TestMemory>("test::view", count);
}

template <class Value>
Kokkos::View<Value**, Kokkos::LayoutRight, TestMemory> make_table(std::size_t rows,
                                                                  std::size_t columns) {
  return Kokkos::View<Value**, Kokkos::LayoutRight, TestMemory>("test::table", rows, columns);
}

/// What a view of any space holds, row by row.
template <class View>
auto to_host(View const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  using Value = typename View::non_const_value_type;
  return std::vector<Value>(host.data(), host.data() + host.size());
}

/// A view of the test space with the same numbers.
template <class Value>
Kokkos::View<Value*, TestMemory> to_space(std::vector<Value> const& values) {
  Kokkos::View<Value*, TestMemory> const view("test::values", values.size());
  Kokkos::View<Value const*, Kokkos::HostSpace> const host(values.data(), values.size());
  Kokkos::deep_copy(view, host);
  return view;
}

}  // namespace siderum::test
