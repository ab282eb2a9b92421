// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// What the concept of a backend refuses: operations whose names are there, but that cannot be
// constructed or called as their contracts say.
#include <siderum/backends/backend_concept.hpp>

#include <type_traits>

#include <gtest/gtest.h>

#include "support/spaces.hpp"

namespace siderum::test {
namespace {

using backend::Backend;
using backend::Portable;

static_assert(Backend<Portable>);
static_assert(Backend<Portable, Kokkos::DefaultHostExecutionSpace>);
static_assert(Backend<DefaultBackend, TestSpace>);

// What is asked of a vendor's runtime is the same in all, so that nothing is lost by the portable
// one, nor in a build that has no other.
static_assert(std::is_same_v<Portable::DeviceFactsOf<TestSpace>,
                             DefaultBackend::DeviceFactsOf<TestSpace>>);
static_assert(
    std::is_same_v<Portable::StreamOrder<TestSpace>, DefaultBackend::StreamOrder<TestSpace>>);
static_assert(
    std::is_same_v<Portable::DeviceScope<TestSpace>, DefaultBackend::DeviceScope<TestSpace>>);

struct Unchanged : Portable {};
static_assert(Backend<Unchanged, TestSpace>);

/// Without the range of frequencies in its constructors.
template <class Exec, class Real>
struct RangelessSums : Portable::TrigSums<Exec, Real> {
  using Base = Portable::TrigSums<Exec, Real>;
  RangelessSums(Exec const& exec, typename Base::Series const& series, FrequencyGrid const& grid,
                MeanSums mean)
      : Base(exec, series, grid, mean, {0, grid.count}) {}
};
struct Rangeless : Portable {
  template <class Exec, class Real>
  using TrigSums = RangelessSums<Exec, Real>;
};
static_assert(!Backend<Rangeless, TestSpace>);

/// Takes grids and no lists.
template <class Exec, class Real>
struct GridSums : Portable::TrigSums<Exec, Real> {
  using Base = Portable::TrigSums<Exec, Real>;
  GridSums(Exec const& exec, typename Base::Series const& series, FrequencyGrid const& grid,
           MeanSums mean, FrequencyRange range)
      : Base(exec, series, grid, mean, range) {}
};
struct Listless : Portable {
  template <class Exec, class Real>
  using TrigSums = GridSums<Exec, Real>;
};
static_assert(!Backend<Listless, TestSpace>);

/// Called without a label.
template <class Exec, class Real>
struct UnlabelledHistogram : Portable::PairHistogram<Exec, Real> {
  using Base = Portable::PairHistogram<Exec, Real>;
  using Base::Base;
  void operator()(typename Base::List const& list, std::int64_t count) const {
    Base::operator()(list, count, "");
  }
};
struct Unlabelled : Portable {
  template <class Exec, class Real>
  using PairHistogram = UnlabelledHistogram<Exec, Real>;
};
static_assert(!Backend<Unlabelled, TestSpace>);

/// Has a call that is not for constant objects.
template <class Exec>
struct ChangingSort {
  using Keyed = portable::KeyedValues<typename Exec::memory_space>;
  using Scratch = typename Portable::KeySort<Exec>::Scratch;
  std::int64_t scratch_bytes(std::int64_t) const { return 0; }
  Keyed operator()(Exec const&, Keyed const& keyed, Keyed const&, Scratch const&, int) {
    return keyed;
  }
};
struct Changing : Portable {
  template <class Exec>
  using KeySort = ChangingSort<Exec>;
};
static_assert(!Backend<Changing, TestSpace>);

/// Transforms one way.
template <class Exec, class Real>
struct OneWayFft : private Portable::RingFft<Exec, Real> {
  using Base = Portable::RingFft<Exec, Real>;
  using Base::Base;
  using Base::bytes;
  using Base::is_available;
  using Base::synthesis;
};
struct OneWay : Portable {
  template <class Exec, class Real>
  using RingFft = OneWayFft<Exec, Real>;
};
static_assert(!Backend<OneWay, TestSpace>);

/// Does not say what it reaches.
template <class Exec>
struct BlindOrder : private Portable::StreamOrder<Exec> {
  using Base = Portable::StreamOrder<Exec>;
  using Base::ahead_of;
  using Base::begin;
  using Base::card;
  using Base::end;
  using Base::is_idle;
  using Base::stream;
};
struct Blind : Portable {
  template <class Exec>
  using StreamOrder = BlindOrder<Exec>;
};
static_assert(!Backend<Blind, TestSpace>);

/// Has one precision.
struct Coarse : Portable {
  template <class Exec, class Real>
  using Fft = Portable::Fft<Exec, float>;
};
static_assert(!Backend<Coarse, TestSpace>);

static_assert(!Backend<backend::Default, TestSpace>);

TEST(BackendConcept, NamesOfTheBackendsOfThisBuild) {
  EXPECT_TRUE(backend::is_backend<Portable>);
  EXPECT_TRUE(backend::is_backend<DefaultBackend>);
  EXPECT_FALSE(backend::is_backend<Unchanged>);
  EXPECT_FALSE(backend::is_backend<TestSpace>);
}

}  // namespace
}  // namespace siderum::test
