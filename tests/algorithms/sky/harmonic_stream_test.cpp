// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Transforms in pieces that fit a device, against whole ones.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include <siderum/algorithms/sky/iterative_analysis.hpp>
#include <siderum/algorithms/sky/ring_weights.hpp>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "algorithms/sky/iterative_analysis_support.hpp"
#include "support/matchers.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

template <class V>
class HarmonicStream : public testing::Test {};
TYPED_TEST_SUITE(HarmonicStream, Variants, VariantNames);

template <class V>
using Stream = HarmonicTransformStream<TestSpace, typename V::Real, typename V::Backend>;

template <class V>
typename Stream<V>::Map on_host(std::vector<Pixels> const& maps) {
  typename Stream<V>::Map const map("test::map", maps.size(), maps[0].size());
  for (std::size_t row = 0; row < maps.size(); ++row) {
    for (std::size_t i = 0; i < maps[row].size(); ++i) {
      map(row, i) = static_cast<typename V::Real>(maps[row][i]);
    }
  }
  return map;
}

template <class V>
typename Stream<V>::Coefficients on_host(HarmonicRange range, std::vector<Complexes> const& a_lm) {
  using Real = typename V::Real;
  typename Stream<V>::Coefficients coefficients{range, {}};
  coefficients.values = decltype(coefficients.values)("test::a_lm", a_lm.size(), a_lm[0].size());
  for (std::size_t row = 0; row < a_lm.size(); ++row) {
    for (std::size_t i = 0; i < a_lm[row].size(); ++i) {
      coefficients.values(row, i) = Kokkos::complex<Real>(static_cast<Real>(a_lm[row][i].real()),
                                                          static_cast<Real>(a_lm[row][i].imag()));
    }
  }
  return coefficients;
}

template <class V>
std::vector<Pixels> numbers_of(typename Stream<V>::Map const& map) {
  std::vector<Pixels> rows;
  for (std::size_t row = 0; row < map.extent(0); ++row) {
    rows.emplace_back(&map(row, 0), &map(row, 0) + map.extent(1));
  }
  return rows;
}

template <class V>
std::vector<Pixels> numbers_of(typename Stream<V>::Coefficients const& a_lm) {
  std::vector<Pixels> rows(a_lm.values.extent(0));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t i = 0; i < a_lm.values.extent(1); ++i) {
      rows[row].push_back(a_lm.values(row, i).real());
      rows[row].push_back(a_lm.values(row, i).imag());
    }
  }
  return rows;
}

std::vector<Pixels> numbers_of(std::vector<Complexes> const& a_lm) {
  std::vector<Pixels> rows(a_lm.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::complex<double> const value : a_lm[row]) {
      rows[row].push_back(value.real());
      rows[row].push_back(value.imag());
    }
  }
  return rows;
}

/// The same bits on hosts, and elements that neither has written.
template <class V>
void expect_same(std::vector<Pixels> const& found, std::vector<Pixels> const& expected) {
  constexpr double rounding = std::is_same_v<typename V::Real, double> ? 1e-13 : 1e-5;
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t row = 0; row < found.size(); ++row) {
    ASSERT_EQ(found[row].size(), expected[row].size());
    for (std::size_t i = 0; i < found[row].size(); ++i) {
      if (is_host<TestSpace> || std::isnan(expected[row][i])) {
        ASSERT_EQ(std::isnan(found[row][i]), std::isnan(expected[row][i])) << row << " " << i;
        ASSERT_TRUE(std::isnan(found[row][i]) || found[row][i] == expected[row][i])
            << row << " " << i << ": " << found[row][i] << " for " << expected[row][i];
      } else {
        double const scale = std::fabs(expected[row][i]) + 1.0;
        ASSERT_TRUE(near_value(found[row][i], expected[row][i], rounding * scale * 100.0));
      }
    }
  }
}

/// What of the library's views is in the memory of the test's space.
class Watcher {
 public:
  Watcher() : before_(Kokkos::Tools::Experimental::get_callbacks()) {
    sizes_.clear();
    now_ = most_ = 0;
    Kokkos::Tools::Experimental::set_allocate_data_callback(see_allocation);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(see_freeing);
  }
  ~Watcher() { Kokkos::Tools::Experimental::set_callbacks(before_); }
  Watcher(Watcher const&) = delete;
  Watcher& operator=(Watcher const&) = delete;

  std::int64_t most() const { return most_; }
  /// What was tried before does not count.
  void forget_most() { most_ = now_; }

 private:
  static void see_allocation(Kokkos_Profiling_SpaceHandle space, char const* label,
                             void const* data, std::uint64_t bytes) {
    if (std::strcmp(space.name, TestMemory::name()) == 0 &&
        std::string(label).rfind("siderum::", 0) == 0) {
      sizes_[data] = static_cast<std::int64_t>(bytes);
      now_ += sizes_[data];
      most_ = std::max(most_, now_);
    }
  }
  static void see_freeing(Kokkos_Profiling_SpaceHandle, char const*, void const* data,
                          std::uint64_t) {
    auto const found = sizes_.find(data);
    if (found != sizes_.end()) {
      now_ -= found->second;
      sizes_.erase(found);
    }
  }

  static inline std::map<void const*, std::int64_t> sizes_;
  static inline std::int64_t now_ = 0;
  static inline std::int64_t most_ = 0;
  Kokkos::Tools::Experimental::EventSet before_;
};

/// Rows of a field of one map, or of several.
template <class V>
struct Sky {
  Sky(RingGrid const& of_grid, HarmonicRange of_range, Field of_field, std::int64_t fields)
      : grid(of_grid), range(of_range), field(of_field), rows(fields * components(of_field)) {
    for (std::int64_t row = 0; row < rows; ++row) {
      auto const seed = static_cast<unsigned>(row);
      a_lm.push_back(random_coefficients_of<typename V::Real>(range, 3 + seed));
      maps.push_back(random_map<typename V::Real>(grid, 40 + seed));
    }
  }

  HarmonicStreamOptions options(std::int64_t memory_bytes) const {
    HarmonicStreamOptions options;
    options.field = field;
    options.maps = rows;
    options.memory_bytes = memory_bytes;
    return options;
  }
  HarmonicTransformOptions whole(std::int64_t work_bytes) const {
    HarmonicTransformOptions options;
    options.field = field;
    options.maps = rows;
    options.work_bytes = work_bytes;
    return options;
  }

  RingGrid grid;
  HarmonicRange range;
  Field field;
  std::int64_t rows;
  std::vector<Complexes> a_lm;
  std::vector<Pixels> maps;
};

template <class V>
std::vector<Pixels> maps_by(Stream<V> const& stream, Sky<V> const& sky, Direction direction) {
  auto const map = on_host<V>(sky.maps);
  Kokkos::deep_copy(map, std::numeric_limits<typename V::Real>::quiet_NaN());
  auto const a_lm = on_host<V>(sky.range, sky.a_lm);
  if (direction == Direction::synthesis) {
    stream.synthesis(a_lm, map);
  } else {
    stream.adjoint_analysis(a_lm, map);
  }
  return numbers_of<V>(map);
}

template <class V>
std::vector<Pixels> coefficients_by(Stream<V> const& stream, Sky<V> const& sky, Back back) {
  auto const a_lm = on_host<V>(sky.range, sky.a_lm);  // all are overwritten
  if (back == Back::analysis) {
    stream.analysis(on_host<V>(sky.maps), a_lm);
  } else {
    stream.adjoint_synthesis(on_host<V>(sky.maps), a_lm);
  }
  return numbers_of<V>(a_lm);
}

/// How a sky was divided.
struct Division {
  std::int64_t runs;
  std::int64_t blocks;
  bool operator==(Division const&) const = default;
};

/// All ways to divide it that less and less memory leads to, each of them against whole transforms
/// in runs of the same lengths: grids have fewer than 768 pairs of rings.
template <class V>
std::vector<Division> expect_same_in_pieces(Sky<V> const& sky) {
  SCOPED_TRACE(sky.grid.name());
  Plan<V> const in_one_run(TestSpace(), sky.grid, sky.range, sky.whole(0));
  Plan<V> const in_runs(TestSpace(), sky.grid, sky.range, sky.whole(1));
  std::vector<Division> divisions;
  for (std::int64_t memory = std::int64_t{1} << 30;; memory = memory * 49 / 50) {
    try {
      Stream<V> const stream(TestSpace(), sky.grid, sky.range, sky.options(memory));
      Division const division{stream.runs(), stream.blocks()};
      memory = std::min(memory, stream.bytes());
      if (!divisions.empty() && divisions.back() == division) {
        continue;
      }
      divisions.push_back(division);
      SCOPED_TRACE(std::to_string(division.runs) + " runs, " + std::to_string(division.blocks) +
                   " blocks");
      Plan<V> const& whole = division.runs == 1 ? in_one_run : in_runs;
      expect_same<V>(maps_by<V>(stream, sky, Direction::synthesis),
                     make_maps<V>(whole, sky.a_lm, Direction::synthesis));
      expect_same<V>(coefficients_by<V>(stream, sky, Back::adjoint_synthesis),
                     numbers_of(make_coefficients<V>(whole, sky.maps, Back::adjoint_synthesis)));
      if (sky.grid.has_weights()) {
        expect_same<V>(maps_by<V>(stream, sky, Direction::adjoint_analysis),
                       make_maps<V>(whole, sky.a_lm, Direction::adjoint_analysis));
        expect_same<V>(coefficients_by<V>(stream, sky, Back::analysis),
                       numbers_of(make_coefficients<V>(whole, sky.maps, Back::analysis)));
      }
    } catch (OutOfMemory const& refusal) {
      EXPECT_THAT(refusal.what(), testing::HasSubstr("The smallest pieces of this transform need"));
      return divisions;
    }
  }
}

TYPED_TEST(HarmonicStream, OfBlocksOfOrdersIsThatOfWholeTransforms) {
  auto const divided = expect_same_in_pieces<TypeParam>(
      {healpix_grid(16), make_harmonic_range(47), Field::scalar, 1});
  EXPECT_EQ(divided.front(), (Division{1, 1}));
  EXPECT_GE(divided.back().blocks, 5);
  for (Field const field : {Field::spin_one, Field::spin_two, Field::polarised}) {
    EXPECT_GE(
        expect_same_in_pieces<TypeParam>({healpix_grid(8), make_harmonic_range(31, 25), field, 2})
            .back()
            .blocks,
        3);
  }
}

TYPED_TEST(HarmonicStream, OfRunsOfRingsIsThatOfWholeTransforms) {
  for (Field const field : {Field::scalar, Field::polarised}) {
    auto const divided = expect_same_in_pieces<TypeParam>(
        {gauss_legendre_grid(1300, 7), make_harmonic_range(20), field, 1});
    EXPECT_EQ(divided.front(), (Division{1, 1}));
    EXPECT_EQ(divided.back().runs, 3);
  }
  // Nearly as many pairs as may be: two pieces in turn are well below the whole map, whatever
  // tables a backend has for each length of a ring.
  EXPECT_EQ(expect_same_in_pieces<TypeParam>(
                {healpix_grid(380), make_harmonic_range(48), Field::scalar, 1})
                .back()
                .runs,
            3);
}

TYPED_TEST(HarmonicStream, OfRingsInAnyOrderIsThatOfWholeTransforms) {
  expect_same_in_pieces<TypeParam>({scattered_grid(), make_harmonic_range(35), Field::scalar, 2});
  // Two rings whose pixels alternate, and one that lies before them.
  std::vector<Ring> rings{next_ring({}, 1.2, 7, 0.3), next_ring({}, 1.9, 7, 0.1),
                          next_ring({}, 0.5, 4, 0.0)};
  for (std::size_t i = 0; i < 2; ++i) {
    rings[i].first = 5 + static_cast<std::int64_t>(i);
    rings[i].stride = 2;
  }
  expect_same_in_pieces<TypeParam>(
      {make_ring_grid(rings, 24), make_harmonic_range(20), Field::spin_two, 1});
}

TYPED_TEST(HarmonicStream, TakesNoMoreThanItMay) {
  using Real = typename TypeParam::Real;
  Sky<TypeParam> const sky(gauss_legendre_grid(1400, 40), make_harmonic_range(250),
                           Field::polarised, 1);
  std::int64_t const of_views = sky.rows * static_cast<std::int64_t>(sizeof(Real)) *
                                (sky.grid.pixels() + 2 * sky.range.count());
  std::int64_t whole = of_views;
  {
    Plan<TypeParam> const plan(TestSpace(), sky.grid, sky.range, sky.whole(0));
    whole += plan.bytes();
  }
  for (std::int64_t const memory : {whole * 6 / 10, whole * 4 / 10}) {
    Watcher watcher;
    auto const map = on_host<TypeParam>(sky.maps);
    auto const a_lm = on_host<TypeParam>(sky.range, sky.a_lm);
    Stream<TypeParam> const stream(TestSpace(), sky.grid, sky.range, sky.options(memory));
    EXPECT_GT(stream.runs() + stream.blocks(), 2);
    EXPECT_LE(stream.bytes(), memory);
    watcher.forget_most();
    stream.analysis(map, a_lm);
    stream.synthesis(a_lm, map);
    EXPECT_GT(watcher.most(), 0);
    // Places and factors of rings and degrees are not counted in bytes.
    EXPECT_LE(watcher.most(), memory + memory / 10);
  }
}

TYPED_TEST(HarmonicStream, IteratesAsWholeTransformsDo) {
  RingGrid const grid = healpix_grid_with_ring_weights(8);
  Pixels weight(static_cast<std::size_t>(grid.pixels()));
  for (std::size_t i = 0; i < weight.size(); ++i) {
    weight[i] = static_cast<double>(i % 5);
  }
  Sky<TypeParam> const sky(grid, make_harmonic_range(31), Field::polarised, 1);
  Plan<TypeParam> const whole(TestSpace(), grid, sky.range, sky.whole(0));
  Stream<TypeParam> const large(TestSpace(), grid, sky.range, sky.options(0));
  Stream<TypeParam> const stream(TestSpace(), grid, sky.range, sky.options(large.bytes() - 1));
  EXPECT_GT(stream.blocks(), 1);
  auto const map = on_host<TypeParam>(sky.maps);
  auto const a_lm = on_host<TypeParam>(sky.range, sky.a_lm);
  for (IterativeMethod const method : {IterativeMethod::jacobi, IterativeMethod::lsmr}) {
    IterativeAnalysisOptions options;
    options.method = method;
    Analysed const expected = analyse<TypeParam>(whole, sky.maps, options);
    IterativeAnalysisResult const result = iterative_analysis(stream, map, a_lm, options);
    expect_same<TypeParam>(numbers_of<TypeParam>(a_lm), numbers_of(expected.a_lm));
    expect_same<TypeParam>({{result.residual}}, {{expected.result.residual}});
    EXPECT_EQ(result.iterations, 3);
  }
  Analysed const expected = analyse<TypeParam>(whole, sky.maps, {}, {weight});
  weighted_analysis(stream, map, on_host<TypeParam>({weight}), a_lm);
  expect_same<TypeParam>(numbers_of<TypeParam>(a_lm), numbers_of(expected.a_lm));
}

TYPED_TEST(HarmonicStream, RefusesWhatItCannotTake) {
  RingGrid const grid = healpix_grid(4);
  HarmonicRange const range = make_harmonic_range(8);
  HarmonicStreamOptions options;
  options.memory_bytes = 100;
  EXPECT_THAT(sentence_of([&] { Stream<TypeParam>(TestSpace(), grid, range, options); }),
              testing::HasSubstr("The smallest pieces of this transform need 1 MB at least"));
  options.memory_bytes = -1;
  EXPECT_THAT(sentence_of([&] { Stream<TypeParam>(TestSpace(), grid, range, options); }),
              testing::HasSubstr("The memory is -1 bytes"));
  Stream<TypeParam> const stream(TestSpace(), grid, range);
  auto const a_lm =
      on_host<TypeParam>(range, {random_coefficients_of<typename TypeParam::Real>(range, 1)});
  typename Stream<TypeParam>::Map const map("test::map", 1, 48);
  EXPECT_THAT(sentence_of([&] { stream.synthesis(a_lm, map); }),
              testing::HasSubstr("A map has 48 pixels (HEALPix nside 4 has 192)"));
}

}  // namespace
}  // namespace siderum::test
