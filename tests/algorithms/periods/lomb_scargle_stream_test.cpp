// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/lomb_scargle_stream.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

#include "algorithms/periods/lomb_scargle_support.hpp"
#include "support/progress_witness.hpp"

namespace siderum::test {
namespace {

/// By the method that gives the same bits in pieces of any shape.
LombScargleOptions directly(LombScargleOptions options = {}) {
  options.method = Method::direct;
  return options;
}

template <class V>
class LombScargleStreaming : public testing::Test {
 public:
  using Real = typename V::Real;
  using Stream = LombScargleStream<TestSpace, Real, typename V::Backend>;
  using HostSpace = Kokkos::DefaultHostExecutionSpace;

  static auto host_curves(Batch const& batch) {
    return make_light_curves<Real>(batch.time, batch.value, batch.error, batch.offsets);
  }

  static void expect_same_rows(Stream const& stream, Batch const& batch, FrequencyGrid const& grid,
                               LombScargleOptions const& options) {
    expect_rows(stream, batch, grid, options, search<V>(batch, grid, options));
  }

  static void expect_rows(Stream const& stream, Batch const& batch, FrequencyGrid const& grid,
                          LombScargleOptions const& options, Periodograms<Real> const& expected,
                          double tolerance = 0.0) {
    typename Stream::HostPower const power("test::power", batch.objects(), grid.count);
    typename Stream::HostStatus const status("test::status", batch.objects());
    stream.power(host_curves(batch), grid, power, status, options);
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      EXPECT_EQ(status(object), expected.status[object]) << "object " << object;
      auto const row = expected.row(object);
      for (std::int64_t k = 0; k < grid.count; ++k) {
        ASSERT_TRUE(near_value(power(object, k), row[k], tolerance))
            << "object " << object << ", " << k;
      }
    }
  }

  // Largest difference between the powers of pieces and of the whole.
  static double between_pieces(Method method, Batch const& batch, FrequencyGrid const& grid) {
    if (method == Method::direct) {
      return 0.0;
    }
    return 2.0 * tolerance_of<Real>({}, grid.count) +
           lomb_scargle_tolerance<Real>(597, grid.frequency(grid.count) * batch.baseline(0));
  }

  static void expect_same_best(Stream const& stream, Batch const& batch, FrequencyGrid const& grid,
                               LombScargleOptions const& options) {
    auto const best = Stream::HostBest::allocate(HostSpace(), batch.objects());
    stream.best(host_curves(batch), grid, best, options);
    auto const expected = search_best<V>(batch, grid, options);
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      EXPECT_EQ(best.index(object), expected.index[object]) << "object " << object;
      EXPECT_EQ(best.status(object), expected.status[object]) << "object " << object;
      if (best.index(object) >= 0) {
        EXPECT_EQ(best.power(object), expected.power[object]) << "object " << object;
      }
    }
  }
};
TYPED_TEST_SUITE(LombScargleStreaming, Variants, VariantNames);

TYPED_TEST(LombScargleStreaming, BringsTheSameBitsInPiecesOfAnyShape) {
  auto const batch =
      draw_batch<typename TypeParam::Real>({43, 0, 1, 5, 17, 64, 597, 65, 20, 21, 22}, 300.0, 1.37);
  for (Staging const staging : {Staging::pinned, Staging::none}) {
    for (std::int64_t const piece : {std::int64_t{1} << 16, std::int64_t{1} << 25}) {
      typename TestFixture::Stream const stream(TestSpace(),
                                                {.piece_bytes = piece, .staging = staging});
      // Rows of several objects in a piece, then stretches of one row; the plan is used again.
      this->expect_same_rows(stream, batch, {0.05, 0.0007, 777}, directly(standard_periodogram()));
      this->expect_same_rows(stream, batch, {0.05, 0.00007, 40'001},
                             directly(generalized_periodogram()));
    }
  }
}

TYPED_TEST(LombScargleStreaming, BringsTransformsInPiecesToRounding) {
  if (!has_transforms<TypeParam>) {
    GTEST_SKIP() << "this space has no transforms";
  }
  auto const batch =
      draw_batch<typename TypeParam::Real>({43, 0, 1, 5, 17, 64, 597, 65, 20, 21, 22}, 300.0, 1.37);
  LombScargleOptions options = generalized_periodogram();
  options.method = Method::nufft;
  FrequencyGrid const grid{0.05, 0.00007, 40'001};
  auto const expected = search<TypeParam>(batch, grid, options);
  double const tolerance = this->between_pieces(Method::nufft, batch, grid);
  for (std::int64_t const piece : {std::int64_t{1} << 16, std::int64_t{1} << 25}) {
    typename TestFixture::Stream const stream(TestSpace(), {.piece_bytes = piece});
    this->expect_rows(stream, batch, grid, options, expected, tolerance);
  }
}

TYPED_TEST(LombScargleStreaming, GroupsObjectsThatDoNotFitTogether) {
  auto const batch = draw_batch<typename TypeParam::Real>({43, 0, 597, 65}, 300.0, 1.37);
  // A billionth of any memory takes no two of these objects at once.
  typename TestFixture::Stream const stream(TestSpace(), {.memory_fraction = 1e-9});
  this->expect_same_rows(stream, batch, {0.05, 0.0007, 2'049}, directly());
  this->expect_same_best(stream, batch, {0.05, 0.0007, 2'049}, directly());
}

TYPED_TEST(LombScargleStreaming, FindsTheSameBest) {
  auto const batch = draw_batch<typename TypeParam::Real>({43, 0, 1, 5, 17, 64, 597}, 300.0, 1.37);
  typename TestFixture::Stream const stream{TestSpace()};
  this->expect_same_best(stream, batch, {0.05, 0.00007, 40'001}, standard_periodogram());
  this->expect_same_best(stream, batch, {0.05, 0.0007, 2'049}, generalized_periodogram());
}

// As processes do that share a grid.
TYPED_TEST(LombScargleStreaming, FindsTheBestOfAGridInItsStretches) {
  using Search = typename TestFixture::Stream;
  auto const batch = draw_batch<typename TypeParam::Real>({3, 43, 597, 128}, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.00007, 40'001};
  LombScargleOptions const options = directly();
  auto const curves = TestFixture::host_curves(batch);
  Search const stream{TestSpace()};
  auto const whole = Search::HostBest::allocate(typename TestFixture::HostSpace(), 4);
  auto const part = Search::HostBest::allocate(typename TestFixture::HostSpace(), 4);
  stream.best(curves, grid, whole, options);
  std::vector<std::int64_t> index(4, -1);
  std::vector<double> power(4, -1.0);
  std::int64_t const length = 2 * stream.unit_of_stretches(curves, grid, options);
  ASSERT_LT(length, grid.count);
  for (std::int64_t first = 0; first < grid.count; first += length) {
    stream.best(curves, grid, {first, std::min(first + length, grid.count)}, part, options);
    for (std::size_t object = 0; object < index.size(); ++object) {
      EXPECT_EQ(part.status(object), whole.status(object));
      if (part.index(object) >= 0 && static_cast<double>(part.power(object)) > power[object]) {
        index[object] = part.index(object);
        power[object] = part.power(object);
      }
    }
  }
  for (std::size_t object = 0; object < index.size(); ++object) {
    EXPECT_EQ(index[object], whole.index(object)) << "object " << object;
    if (index[object] >= 0) {
      EXPECT_EQ(power[object], static_cast<double>(whole.power(object))) << "object " << object;
    }
  }
}

TYPED_TEST(LombScargleStreaming, ReportsProgressToTheEnd) {
  auto const batch = draw_batch<typename TypeParam::Real>({43, 20, 5}, 300.0, 1.37);
  ProgressWitness rows;
  typename TestFixture::Stream const with_rows(TestSpace(),
                                               {.piece_bytes = 1 << 16, .progress = &rows});
  this->expect_same_rows(with_rows, batch, {0.05, 0.00007, 40'001}, directly());
  EXPECT_TRUE(rows.complete());
  EXPECT_GE(rows.calls(), 8);

  ProgressWitness best;
  typename TestFixture::Stream const with_best(TestSpace(), {.progress = &best});
  this->expect_same_best(with_best, batch, {0.05, 0.00007, 40'001}, directly());
  EXPECT_TRUE(best.complete());
}

/// Ends a call when it is told for the given time.
class Canceller final : public ProgressObserver {
 public:
  struct Cancelled {};
  explicit Canceller(int calls) : calls_(calls) {}
  void advance(std::int64_t, std::int64_t) override {
    if (--calls_ == 0) {
      throw Cancelled();
    }
  }

 private:
  int calls_;
};

TYPED_TEST(LombScargleStreaming, CanBeUsedAgainWhenAnObserverHasEndedACall) {
  auto const batch = draw_batch<typename TypeParam::Real>({43, 20, 5}, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.00007, 40'001};
  for (Staging const staging : {Staging::pinned, Staging::none}) {
    for (int const calls : {1, 2, 5}) {
      Canceller canceller(calls);
      typename TestFixture::Stream const stream(
          TestSpace(), {.piece_bytes = 1 << 16, .staging = staging, .progress = &canceller});
      EXPECT_THROW(this->expect_same_rows(stream, batch, grid, directly()), Canceller::Cancelled);
      this->expect_same_rows(stream, batch, grid, directly());
    }
  }
}

TYPED_TEST(LombScargleStreaming, GoesOnInSmallerPiecesWhereTheDeviceIsFull) {
  if (is_host<TestSpace>) {
    GTEST_SKIP() << "only the memory of a device of one's own may be filled";
  }
  using Facts = typename DefaultBackend::template DeviceFactsOf<TestSpace>;
  auto const batch =
      draw_batch<typename TypeParam::Real>(std::vector<std::int64_t>(40, 20), 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0000007, 1'000'001};
  for (Method const method : {Method::direct, Method::nufft}) {
    if (method == Method::nufft && !has_transforms<TypeParam>) {
      continue;
    }
    LombScargleOptions options = standard_periodogram();
    options.method = method;
    auto const expected = search<TypeParam>(batch, grid, options);
    double const tolerance = this->between_pieces(method, batch, grid);
    ProgressWitness with_room;
    ProgressWitness full;
    {
      typename TestFixture::Stream const stream(TestSpace(), {.progress = &with_room});
      this->expect_rows(stream, batch, grid, options, expected, tolerance);
    }
    typename TestFixture::Stream const stream(TestSpace(), {.progress = &full});
    release_work_space();  // what earlier calls have left would be memory that nobody counts
    std::int64_t const left = std::int64_t{48} << 20;  // of three pieces of 20 MB or more
    auto const filling = allocate<Kokkos::View<char*, TestMemory>>(
        TestSpace(), "siderum::test::filling", Facts()().free_memory - left);
    this->expect_rows(stream, batch, grid, options, expected, tolerance);
    EXPECT_GT(full.calls(), with_room.calls());
    EXPECT_TRUE(full.complete());
  }
}

TYPED_TEST(LombScargleStreaming, RefusesOptionsOutsideTheirRange) {
  EXPECT_THROW(typename TestFixture::Stream(TestSpace(), {.memory_fraction = 0.0}), Error);
  EXPECT_THROW(typename TestFixture::Stream(TestSpace(), {.memory_fraction = 1.5}), Error);
  EXPECT_THROW(typename TestFixture::Stream(TestSpace(), {.piece_bytes = 100}), Error);
}

}  // namespace
}  // namespace siderum::test
