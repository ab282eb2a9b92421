// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/detail/lomb_scargle/launch.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/multi_harmonic_sums_launch.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle_shared/launch.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/backends/backend_concept.hpp>

#include "algorithms/periods/lomb_scargle_support.hpp"

namespace siderum::test {
namespace {

/// An operation that counts its calls.
template <class Sums>
struct Counted : Sums {
  using Sums::Sums;
  static inline int calls = 0;

  template <class... Arguments>
  void operator()(Arguments const&... arguments) const {
    ++calls;
    Sums::operator()(arguments...);
  }
};

/// A backend with sums of its own.
struct Witness : DefaultBackend {
  template <class Exec, class Real>
  using TrigSums = Counted<DefaultBackend::TrigSums<Exec, Real>>;
  template <class Exec, class Real>
  using NufftSums = Counted<DefaultBackend::NufftSums<Exec, Real>>;
  template <class Exec, class Real>
  using ProductSums = Counted<DefaultBackend::ProductSums<Exec, Real>>;
  template <class Exec, class Real>
  using SharedNufftSums = Counted<DefaultBackend::SharedNufftSums<Exec, Real>>;
  template <class Exec, class Real>
  using SharedProductSums = Counted<DefaultBackend::SharedProductSums<Exec, Real>>;
};
static_assert(backend::Backend<Witness, TestSpace>);

}  // namespace
}  // namespace siderum::test

namespace siderum {

template <>
inline constexpr bool backend::is_backend<test::Witness> = true;

// The library has those of its own backends.
template <>
detail::MethodRequest detail::request_of<test::Witness, test::TestSpace, double>(
    LombScargleOptions const& options, bool shared) {
  return request_of<test::DefaultBackend, test::TestSpace, double>(options, shared);
}

}  // namespace siderum

namespace siderum::test {
namespace {

using Direct = Witness::TrigSums<TestSpace, double>;
using Nufft = Witness::NufftSums<TestSpace, double>;
using Product = Witness::ProductSums<TestSpace, double>;
using SharedNufft = Witness::SharedNufftSums<TestSpace, double>;
using SharedProduct = Witness::SharedProductSums<TestSpace, double>;

/// How often each operation was called.
struct Calls {
  int direct = 0;
  int nufft = 0;
  int product = 0;
  int shared_nufft = 0;
  int shared_product = 0;

  bool operator==(Calls const&) const = default;
};

/// Runs work and tells what it called.
template <class Work>
Calls calls_of(Work const& work) {
  Direct::calls = Nufft::calls = Product::calls = 0;
  SharedNufft::calls = SharedProduct::calls = 0;
  work();
  return {Direct::calls, Nufft::calls, Product::calls, SharedNufft::calls, SharedProduct::calls};
}

LombScargleOptions by(Method method) {
  LombScargleOptions options;
  options.method = method;
  return options;
}

FrequencyGrid const grid{0.05, 0.0003, 9001};

/// What a search of some light curves calls, whose powers must be those of the default backend.
Calls calls_of_search(Method method) {
  auto const batch = draw_batch<double>({597, 43}, 300.0, 1.37);
  std::vector<double> power;
  Calls const calls =
      calls_of([&] { power = search<Variant<Witness, double>>(batch, grid, by(method)).power; });
  EXPECT_EQ(power, (search<Variant<DefaultBackend, double>>(batch, grid, by(method)).power));
  return calls;
}

template <class Backend>
std::vector<double> search_at_shared_times(Method method) {
  TestSpace const exec;
  auto const batch = draw_batch<double>({597}, 300.0, 1.37);
  auto const shared =
      mirror_to(exec, make_shared_curves<double>(batch.time, batch.value, batch.error));
  PowerView<double, TestSpace> const power("test::power", 1, grid.count);
  lomb_scargle<Backend>(exec, shared, grid, power, StatusView<TestSpace>{}, by(method));
  exec.fence();
  return to_host(power);
}

Calls calls_at_shared_times(Method method) {
  std::vector<double> power;
  Calls const calls = calls_of([&] { power = search_at_shared_times<Witness>(method); });
  EXPECT_EQ(power, search_at_shared_times<DefaultBackend>(method));
  return calls;
}

TEST(OverriddenSums, AreTheOnesOfASearch) {
  EXPECT_EQ(calls_of_search(Method::direct), (Calls{.direct = 1}));
  if (Nufft::is_available) {
    EXPECT_EQ(calls_of_search(Method::nufft), (Calls{.nufft = 1}));
  }
  if (Product::is_available) {
    EXPECT_EQ(calls_of_search(Method::product), (Calls{.product = 1}));
  }
}

// The sums of the weights come from those of one object.
TEST(OverriddenSums, AreTheOnesOfASearchAtSharedTimes) {
  if (SharedNufft::is_available) {
    EXPECT_EQ(calls_at_shared_times(Method::nufft), (Calls{.nufft = 1, .shared_nufft = 1}));
  }
  if (SharedProduct::is_available) {
    Calls calls = calls_at_shared_times(Method::product);
    EXPECT_EQ(calls.shared_product, 1);
    EXPECT_EQ(calls.direct + calls.product, 1);
    EXPECT_EQ(calls.nufft + calls.shared_nufft, 0);
  }
}

}  // namespace
}  // namespace siderum::test
