// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Arrays in host memory, which the CPU's engine uses in place, and what is refused of any.
#include <siderum/engine/arrays.hpp>

#include <list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <siderum/core/progress.hpp>

#include "engine/array_cases.hpp"
#include "support/progress_witness.hpp"
#include "support/sentence.hpp"

namespace siderum::engine::test {
namespace {

using siderum::test::sentence_of;

/// Host memory, of vectors.
template <class RealOfPlace>
class Host {
 public:
  using Real = RealOfPlace;
  static constexpr DeviceKind kind = DeviceKind::cpu;
  static bool is_there() { return true; }

  /// From the second element of an allocation on: arrays may be parts of others.
  template <class T>
  Array<T> put(std::vector<T> const& elements, std::int64_t columns = 0) {
    auto const held = std::make_shared<std::vector<T>>(elements);
    held->insert(held->begin(), T());
    held_.push_back(held);
    std::span<T> const part = std::span(*held).subspan(1);
    return columns == 0 ? host_array(part) : host_array(part, columns);
  }

  template <class T>
  std::vector<T> take(Array<T> const& array) {
    return {array.data, array.data + array.size()};
  }

 private:
  std::list<std::shared_ptr<void>> held_;
};

using Hosts = testing::Types<Host<float>, Host<double>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Host, Arrays, Hosts);

/// Two objects, and room for their results.
struct Call {
  std::vector<double> time{1.0, 2.5, 3.0, 4.5, 5.0, 6.0, 7.5, 8.0, 9.0};
  std::vector<double> value{1.0, 2.0, 1.5, 1.0, 2.0, 3.0, 1.0, 2.0, 2.5};
  std::vector<std::int64_t> offsets{0, 4, 9};
  std::vector<double> room = std::vector<double>(20);
  std::vector<std::int64_t> indices = std::vector<std::int64_t>(2);
  std::vector<ObjectStatus> states = std::vector<ObjectStatus>(2);

  CurveArrays<double> curves{host_array(std::span<double const>(time)),
                             host_array(std::span<double const>(value)),
                             {},
                             offsets};
  ArraySearch search{FrequencyGrid{0.1, 0.1, 10}, {}, {}};
  Array<double> power = host_array(std::span(room), 10);
  Execution execution;

  Call() = default;
  Call(Call const&) = delete;
  Call& operator=(Call const&) = delete;

  std::string refusal() const {
    return sentence_of([this] { periodograms(curves, search, power, {}, execution); });
  }
};

TEST(HostArrays, AreComputedWithWhereTheyLie) {
  Call call;
  EXPECT_EQ(call.refusal(), "");
  EXPECT_GT(call.room[0], 0.0);
  EXPECT_GT(call.room[19], 0.0);
}

/// Ends a job when it is told of it.
class Ender : public ProgressObserver {
 public:
  struct Ended {};
  void advance(std::int64_t, std::int64_t) override {
    ++calls;
    throw Ended();
  }
  int calls = 0;
};

/// All that can be searched for in arrays, with offsets for each object.
std::vector<ArraySearch> all_searches(FrequencyGrid const& grid, std::span<double const> list) {
  std::vector<ArraySearch> all = searches(grid);
  for (ArraySearch const& search : searches(grid)) {
    all.push_back(search);
    all.back().frequencies = host_array(list);
  }
  all.push_back({grid});
  all.back().options.method = Method::nufft;
  all.push_back({grid});
  all.back().terms = 2;
  all.back().bands = 3;
  return all;
}

/// The curves once more for each of three bands.
CurveArrays<double> in_bands(CurveArrays<double> curves, std::vector<std::int64_t>& offsets) {
  offsets.assign(1, 0);
  for (std::size_t object = 0; object + 1 < curves.offsets.size(); ++object) {
    std::int64_t const first = curves.offsets[object];
    std::int64_t const points = curves.offsets[object + 1] - first;
    for (std::int64_t band = 1; band <= 3; ++band) {
      offsets.push_back(first + points * band / 3);
    }
  }
  curves.offsets = offsets;
  return curves;
}

template <class T>
std::string bits_of(std::vector<T> const& elements) {
  return {reinterpret_cast<char const*>(elements.data()), elements.size() * sizeof(T)};
}

TEST(HostArrays, TellHowTheirSumsWereFormed) {
  Curves const given;
  Host<double> place;
  auto const arrays = put<double>(place, given.table);
  auto const objects = static_cast<std::size_t>(given.table.objects());
  std::vector<std::int64_t> index(objects);
  std::vector<double> power(objects);
  std::vector<ObjectStatus> states(objects);
  auto const how_of = [&](ArraySearch const& search) {
    return best_periods(arrays, search,
                        {host_array(std::span(index)), host_array(std::span(power)),
                         host_array(std::span(states))});
  };
  for (int const terms : {1, 2}) {
    for (Method const method :
         {Method::automatic, Method::direct, Method::product, Method::nufft}) {
      PeriodSearch of_table;
      of_table.grid = given.grid;
      of_table.options.method = method;
      of_table.terms = terms;
      PeriodSearchResult const expected = search_periods(given.table, of_table);
      ArraySearch search;
      search.frequencies = given.grid;
      search.options.method = method;
      search.terms = terms;
      SumMethod const how = how_of(search);
      EXPECT_NE(how.method, Method::automatic);
      EXPECT_EQ(how.method, expected.method);
      EXPECT_EQ(how.tolerance, expected.tolerance);
    }
  }
  ArraySearch folding;
  folding.frequencies = given.grid;
  folding.finder = PhaseDispersionOptions{};
  EXPECT_EQ(how_of(folding).method, Method::automatic);
  std::vector<double> const list{0.5, 0.1, 0.3};
  ArraySearch of_list;
  of_list.frequencies = host_array(std::span<double const>(list));
  EXPECT_EQ(how_of(of_list).method, Method::direct);
}

TEST(HostArrays, AreTheSameWhereAnObserverIsTold) {
  Curves const given;
  Host<double> place;
  auto const arrays = put<double>(place, given.table);
  std::int64_t const objects = given.table.objects();
  std::vector<double> const list{0.5, 0.1, 0.3};
  std::vector<std::int64_t> offsets;
  for (ArraySearch const& search : all_searches(given.grid, list)) {
    bool const is_list = search.frequencies.index() == 1;
    auto const curves = search.bands > 1 ? in_bands(arrays, offsets) : arrays;
    auto const power_where = [&](ProgressObserver* observer) {
      std::int64_t const columns = is_list ? std::ssize(list) : given.grid.count;
      std::vector<double> power(static_cast<std::size_t>(objects * columns));
      std::vector<ObjectStatus> states(static_cast<std::size_t>(objects));
      Execution execution;
      execution.progress = observer;
      periodograms(curves, search, host_array(std::span(power), columns),
                   host_array(std::span(states)), execution);
      return bits_of(power) + bits_of(states);
    };
    siderum::test::ProgressWitness witness;
    EXPECT_EQ(power_where(&witness), power_where(nullptr));
    EXPECT_TRUE(witness.complete());
    Ender ender;
    EXPECT_THROW(power_where(&ender), Ender::Ended);
    EXPECT_EQ(ender.calls, 1);
    if (is_list && (search.terms > 1 || search.bands > 1)) {
      continue;
    }
    auto const best_where = [&](ProgressObserver* observer) {
      std::vector<std::int64_t> index(static_cast<std::size_t>(objects));
      std::vector<double> power(index.size());
      std::vector<ObjectStatus> states(index.size());
      Execution execution;
      execution.progress = observer;
      best_periods(curves, search,
                   {host_array(std::span(index)), host_array(std::span(power)),
                    host_array(std::span(states))},
                   execution);
      return bits_of(index) + bits_of(power) + bits_of(states);
    };
    siderum::test::ProgressWitness of_best;
    EXPECT_EQ(best_where(&of_best), best_where(nullptr));
    EXPECT_TRUE(of_best.complete());
    EXPECT_THROW(best_where(&ender), Ender::Ended);
    EXPECT_EQ(ender.calls, 2);
  }
}

TEST(HostArrays, OfOneObjectAreLeftWithinItsGrid) {
  Call call;
  std::vector<std::int64_t> const one{0, 9};
  call.curves.offsets = one;
  call.search.frequencies = FrequencyGrid{0.1, 1e-6, std::int64_t{1} << 20};
  std::vector<double> room(std::size_t{1} << 20);
  call.power = host_array(std::span(room), std::ssize(room));
  Ender ender;
  call.execution.progress = &ender;
  EXPECT_THROW(periodograms(call.curves, call.search, call.power, {}, call.execution),
               Ender::Ended);
  EXPECT_GT(room.front(), 0.0);
  EXPECT_EQ(room.back(), 0.0);
}

TEST(HostArrays, MayHoldNoObject) {
  Call call;
  call.offsets = {0};
  call.curves = {{}, {}, {}, call.offsets};
  call.power = {nullptr, 0, 10, {}};
  EXPECT_EQ(call.refusal(), "");
  call.search.finder = PhaseDispersionOptions{};
  EXPECT_EQ(sentence_of([&] { best_periods(call.curves, call.search, {}, {}); }), "");
}

TEST(HostArrays, FitTogether) {
  Call call;
  call.curves.value.columns = 8;
  EXPECT_EQ(
      call.refusal(),
      "The array of values has 8 elements (there are 9 points, each with one). Give as many.");
  Call other;
  other.power = {other.power.data, 2, 9, {}};
  EXPECT_EQ(other.refusal(),
            "The array of powers has the shape 2 x 9 (2 x 10 is needed, rows and columns). Give one"
            " of this shape.");
}

TEST(HostArrays, HaveAnAddress) {
  Call call;
  call.curves.value.data = nullptr;
  EXPECT_EQ(call.refusal(),
            "The array of values has a null pointer (and 9 elements). Give the address of its"
            " memory.");
  HarmonicRange const range = make_harmonic_range(1, 1);
  std::vector<std::complex<double>> a_lm(4);
  auto const shifted =
      reinterpret_cast<std::complex<double>*>(reinterpret_cast<double*>(a_lm.data()) + 1);
  EXPECT_EQ(sentence_of([&] {
              rotate<double>(range, Array<std::complex<double>>{shifted, 1, 3, {}}, {},
                             Array<std::complex<double>>{a_lm.data(), 1, 3, {}});
            }),
            "The array of coefficients begins at an address that is no multiple of 16 bytes (its"
            " elements are read whole). Copy it to memory that is aligned.");
}

TEST(HostArrays, LieTogether) {
  Call call;
  call.power.where = {MemoryKind::cuda, 0, 0};
  EXPECT_EQ(call.refusal(),
            "The array of powers lies elsewhere than that of times (the arrays of a call are in the"
            " memory of one device, and of one stream of it). Bring them together.");
}

TEST(HostArrays, AreNotForAGpu) {
  Call call;
  call.execution.device = {DeviceKind::gpu, 1};
  EXPECT_EQ(call.refusal(),
            "The arrays lie in host memory (gpu:1 was asked for, and arrays are used where they"
            " lie). Copy them to the GPU, or call the function of tables, which does.");
}

TEST(HostArrays, AreCheckedAsTablesAre) {
  Call call;
  call.value[5] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(call.refusal(),
            "The value of object 1, point 1 is not finite in the precision asked for. Remove or"
            " rescale it.");
  Call other;
  other.offsets = {0, 5, 8};
  other.curves.offsets = other.offsets;
  EXPECT_EQ(other.refusal(),
            "The offsets of the objects do not run from 0 to the number of points (9). Give one"
            " offset per object and the end.");
}

TEST(ArraysOfAGpu, AreNotForTheCpu) {
  Call call;
  Location const there{MemoryKind::cuda, 1, 0};
  call.curves.time.where = call.curves.value.where = call.power.where = there;
  call.execution.device = {DeviceKind::cpu, -1};
  EXPECT_EQ(
      call.refusal(),
      "The arrays lie in the memory of a GPU (the CPU was asked for, and arrays are used where"
      " they lie). Copy them to host memory, or leave the device to them.");
  call.execution.device = {DeviceKind::gpu, 0};
  EXPECT_EQ(call.refusal(),
            "The arrays lie in the memory of the GPU 1 (gpu:0 was asked for, and arrays are used"
            " where they lie). Copy them there.");
}

TEST(SearchesOfArrays, AreThoseThatTheLibraryHas) {
  Call call;
  std::vector<double> const list{0.1, 0.3};
  call.power = {call.power.data, 2, 2, {}};
  call.search.frequencies = host_array(std::span(list));
  EXPECT_EQ(call.refusal(), "");
  call.search.terms = 2;
  EXPECT_EQ(call.refusal(), "");
  Call other;
  other.curves.offsets = {};
  other.curves.value = {other.value.data(), 1, 9, {}};
  other.power = {other.power.data, 1, 10, {}};
  EXPECT_EQ(other.refusal(), "");
  other.search.finder = PhaseDispersionOptions{};
  EXPECT_EQ(other.refusal(),
            "Objects that share their times are searched on a grid by Lomb-Scargle with one term"
            " alone (no other search gains by it). Give offsets, and times of each object.");
}

TEST(PlansForArrays, AreOfOneDevice) {
  RingGrid const grid = healpix_grid(4);
  HarmonicRange const range = make_harmonic_range(4, 4);
  SkyTransform<double> const transform(grid, range, Field::scalar);
  std::vector<std::complex<double>> a_lm(static_cast<std::size_t>(range.count()));
  std::vector<double> map(static_cast<std::size_t>(grid.pixels()));
  Location const there{MemoryKind::cuda, 0, 0};
  EXPECT_EQ(
      sentence_of([&] {
        transform.synthesise(Array<std::complex<double>>{a_lm.data(), 1, range.count(), there},
                             {map.data(), 1, grid.pixels(), there});
      }),
      "The arrays lie in the memory of a GPU (the CPU was asked for, and arrays are used where"
      " they lie). Copy them to host memory, or leave the device to them.");
}

TEST(CataloguesInArrays, FitTogether) {
  PairCounter counter(linear_bins(0.0, 1.0, 2), {}, {});
  std::vector<double> const two{1.0, 2.0};
  std::vector<double> const three{1.0, 2.0, 3.0};
  std::vector<CatalogueArrays> const sets{
      {host_array(std::span(two)), host_array(std::span(three)), {}, {}}};
  EXPECT_EQ(sentence_of([&] { counter.add(sets); }),
            "The array of declinations has 3 elements (there are 2 points, each with one). Give as"
            " many.");
}

}  // namespace
}  // namespace siderum::engine::test
