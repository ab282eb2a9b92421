// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/loader/cost_model.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include <unistd.h>

#include <gtest/gtest.h>

#include <siderum/engine/loader/placement.hpp>

namespace siderum::engine {
namespace {

constexpr GpuState asleep{true, false};
constexpr GpuState awake{true, true};

/// Objects of the same number of points.
LightCurveTable curves_of(std::int64_t objects, std::int64_t points) {
  LightCurveTable curves;
  for (std::int64_t object = 0; object < objects; ++object) {
    curves.id.push_back(std::to_string(object));
    curves.offsets.push_back((object + 1) * points);
  }
  return curves;
}

PeriodSearch search_of(std::int64_t frequencies, Method method = Method::automatic) {
  PeriodSearch search;
  search.grid = {0.1, 1e-4, frequencies};
  search.options.method = method;
  search.options.fit_mean = FitMean::no;
  return search;
}

Execution with_threads(int threads) {
  Execution execution;
  execution.threads = threads;
  return execution;
}

MachineRates built_in() {
  return rates_of_devices(TuningCache(""), "a processor", "a GPU");
}

ExpectedTime time_of(LightCurveTable const& curves, PeriodSearch const& search, int threads = 1) {
  return expected_time(curves, search, with_threads(threads), built_in());
}

DeviceKind device_of(ExpectedTime const& expected, GpuState gpu) {
  return decide(expected, built_in().gpu.start, gpu).kind;
}

/// Within a factor of three.
void expect_near(double expected, double measured, char const* what) {
  EXPECT_LT(expected, 3.0 * measured) << what;
  EXPECT_GT(expected, measured / 3.0) << what;
}

TEST(Decision, LeavesSmallJobsToTheCpu) {
  ExpectedTime const ida = time_of(curves_of(1, 29), search_of(49'000), 2);
  EXPECT_EQ(device_of(ida, asleep), DeviceKind::cpu);
  EXPECT_LT(ida.cpu, 0.01);
  // By transforms, which take 12.5 ms of two cores.
  ExpectedTime const long_curve = time_of(curves_of(1, 3554), search_of(1'000'000), 2);
  EXPECT_EQ(device_of(long_curve, asleep), DeviceKind::cpu);
  EXPECT_EQ(device_of(long_curve, awake), DeviceKind::gpu);
}

TEST(Decision, WakesAGpuForLargeOnes) {
  PeriodSearch const direct = search_of(2'000'000, Method::direct);
  EXPECT_EQ(device_of(time_of(curves_of(1, 3554), direct, 2), asleep), DeviceKind::gpu);
  EXPECT_EQ(device_of(time_of(curves_of(1, 3554), direct, 16), asleep), DeviceKind::cpu);
  EXPECT_EQ(device_of(time_of(curves_of(999, 165), search_of(1'000'000), 2), asleep),
            DeviceKind::gpu);
}

TEST(Decision, KnowsWhyItWasMade) {
  Decision const none = decide({1.0, 0.1}, 0.3, {false, false});
  EXPECT_EQ(none.kind, DeviceKind::cpu);
  EXPECT_EQ(none.reason, "there is no GPU that this installation could use");
  Decision const small = decide({0.002, 0.01}, 0.3, asleep);
  EXPECT_EQ(small.kind, DeviceKind::cpu);
  EXPECT_EQ(small.reason, "the CPU would take about 0.002 s, a GPU 0.31 s with its start");
  Decision const large = decide({123.4, 1.26}, 0.3, awake);
  EXPECT_EQ(large.kind, DeviceKind::gpu);
  EXPECT_EQ(large.reason, "the CPU would take about 123 s, a GPU 1.3 s");
  EXPECT_EQ(decide({0.3, 0.0}, 0.3, asleep).kind, DeviceKind::cpu) << "a tie";
}

TEST(ExpectedTime, OfPeriodogramsIsNearTheBenchmarks) {
  ExpectedTime const direct = time_of(curves_of(1, 3554), search_of(1'000'000, Method::direct));
  expect_near(direct.cpu, 0.501, "direct sums, one thread");
  expect_near(direct.gpu, 0.89e-3, "direct sums, GPU");
  ExpectedTime const product = time_of(curves_of(1, 3554), search_of(1'000'000, Method::product));
  expect_near(product.gpu, 0.72e-3, "products, GPU");
  ExpectedTime const nufft = time_of(curves_of(1, 3554), search_of(1'000'000, Method::nufft));
  expect_near(nufft.cpu, 22.3e-3, "transforms, one thread");
  expect_near(nufft.gpu, 0.5e-3, "transforms, GPU");
  ExpectedTime const survey = time_of(curves_of(999, 158), search_of(28'608, Method::direct), 16);
  expect_near(survey.cpu, 64.1e-3, "a survey, 16 threads");
  expect_near(survey.gpu, 1.94e-3, "a survey, GPU");
  Execution portable;
  portable.backend = BackendChoice::portable;
  auto const by_portable = [&](Method method) {
    return expected_time(curves_of(1, 3554), search_of(1'000'000, method), portable, built_in());
  };
  expect_near(by_portable(Method::direct).gpu, 2.46e-3, "direct sums, GPU, portable");
  EXPECT_LT(by_portable(Method::automatic).gpu, by_portable(Method::direct).gpu);
  PeriodSearch harmonics = search_of(100'000);
  harmonics.terms = 4;
  expect_near(time_of(curves_of(1, 3000), harmonics).gpu, 1.04e-3, "four harmonics, GPU");
}

TEST(ExpectedTime, OfFindersIsNearTheBenchmarks) {
  PeriodSearch search = search_of(3300);
  search.finder = SuperSmootherOptions{};
  expect_near(time_of(curves_of(136, 52), search).cpu, 0.254, "multi-pass, one thread");
  search.grid.count = 330'000;
  expect_near(time_of(curves_of(136, 52), search).gpu, 0.115, "multi-pass, GPU");
  search.grid.count = 80'000;
  expect_near(time_of(curves_of(1, 5000), search).gpu, 0.548, "5,000 points, GPU");
  search.grid.count = 330'000;
  search.candidates = CandidateSearch{20};
  expect_near(time_of(curves_of(136, 52), search).gpu, 6.2e-3, "20 candidates, GPU");
  search.candidates.reset();
  search.finder = PhaseDispersionOptions{};
  expect_near(time_of(curves_of(136, 52), search).gpu, 28.2e-3, "phase dispersion, GPU");
  search.finder = ConditionalEntropyOptions{};
  expect_near(time_of(curves_of(136, 52), search).gpu, 0.247, "conditional entropy, GPU");
}

TEST(ExpectedTime, OfPairsIsNearTheBenchmarks) {
  auto const time = [](double points, double reach) {
    return expected_time(PairWork{0.5 * points * points, points}, SeparationBins{{0.01, reach}},
                         with_threads(1), built_in());
  };
  expect_near(time(2e4, 180).cpu, 47.3e-3, "2e4 points, all pairs, one thread");
  expect_near(time(1e5, 180).cpu, 0.596, "1e5 points, all pairs, one thread");
  expect_near(time(1e5, 10).cpu, 0.105, "1e5 points to 10 degrees, one thread");
  expect_near(time(1e6, 10).cpu, 2.5, "1e6 points to 10 degrees, one thread");
  expect_near(time(1e5, 180).gpu, 2.25e-3, "1e5 points, all pairs, GPU");
  // From host memory, less what the host does for itself as well.
  expect_near(time(1e6, 10).gpu, 15e-3, "1e6 points to 10 degrees, GPU");
}

/// Analyses of one map without iterations, or with; and a synthesis, as a smoothing has.
SkyWork sky_work(std::int64_t nside, std::int64_t iterations, bool smooths = false) {
  HarmonicRange const range = make_harmonic_range(2 * nside - 1);
  std::int64_t const pixels = 12 * nside * nside;
  SkyWork work{{analysis_size(pixels, range, Field::scalar, iterations)}, {}};
  if (smooths) {
    work.transforms.push_back({pixels, range});
  }
  return work;
}

ExpectedTime time_of(SkyWork const& work, int threads) {
  return expected_time(work, with_threads(threads), built_in());
}

/// Within a factor of 1.5.
void expect_close(double expected, double measured, char const* what) {
  EXPECT_LT(expected, 1.5 * measured) << what;
  EXPECT_GT(expected, measured / 1.5) << what;
}

// Computing in "Whole processes" on an H200 and its 16 cores, and on two cores.
TEST(ExpectedTime, OfTransformsIsThatOfWholeProcesses) {
  expect_close(time_of(sky_work(2048, 0), 16).cpu, 0.449, "anafast at nside 2048, 16 threads");
  expect_close(time_of(sky_work(2048, 0, true), 16).cpu, 0.974, "smooth there");
  expect_close(time_of(sky_work(512, 0), 2).cpu, 0.087, "anafast at nside 512, 2 threads");
  expect_close(time_of(sky_work(512, 0, true), 2).cpu, 0.168, "smooth there");
  expect_close(time_of(sky_work(512, 3), 2).cpu, 0.293, "map2alm there");
  expect_close(time_of(sky_work(2048, 0), 16).gpu, 0.098, "anafast, GPU");
  expect_close(time_of(sky_work(2048, 0, true), 16).gpu, 0.214, "smooth, GPU");
  expect_close(time_of(sky_work(2048, 3), 16).gpu, 0.145, "map2alm, GPU");
}

TEST(ExpectedTime, OfTransformsIsNearTheBenchmarks) {
  // Without plans and with maps in place.
  expect_near(time_of(sky_work(512, 0), 1).cpu, 67.7e-3, "lmax 1023, one thread");
  expect_near(time_of(sky_work(1024, 0), 1).cpu, 0.393, "lmax 2047, one thread");
  expect_near(time_of(sky_work(2048, 0), 16).cpu, 0.218, "lmax 4095, 16 threads");
  SkyWork const rotation{{}, {{4095, 1}}};
  expect_near(time_of(rotation, 1).gpu, 17.4e-3, "rotation, GPU");
}

TEST(Decision, TakesAGpuForTheMapsThatItIsSoonerDoneWith) {
  EXPECT_EQ(device_of(time_of(sky_work(2048, 0), 16), asleep), DeviceKind::gpu);
  EXPECT_EQ(device_of(time_of(sky_work(2048, 0, true), 16), asleep), DeviceKind::gpu);
  EXPECT_EQ(device_of(time_of(sky_work(2048, 3), 16), asleep), DeviceKind::gpu);
  EXPECT_EQ(device_of(time_of(sky_work(1024, 0), 16), asleep), DeviceKind::cpu);
  EXPECT_EQ(device_of(time_of(sky_work(512, 0, true), 2), asleep), DeviceKind::cpu);
  EXPECT_EQ(device_of(time_of(sky_work(512, 0, true), 2), awake), DeviceKind::gpu);
}

TEST(ExpectedTime, GrowsWithTheJobAndFallsWithThreads) {
  auto const more = [](ExpectedTime const& large, ExpectedTime const& small) {
    return large.cpu > small.cpu && large.gpu > small.gpu;
  };
  LightCurveTable const curves = curves_of(10, 300);
  PeriodSearch const plain = search_of(200'000);
  ExpectedTime const time = time_of(curves, plain);
  EXPECT_TRUE(more(time_of(curves_of(40, 300), plain), time));
  EXPECT_TRUE(more(time_of(curves_of(10, 3000), plain), time));
  EXPECT_TRUE(more(time_of(curves, search_of(800'000)), time));
  EXPECT_LT(time_of(curves, plain, 8).cpu, 0.2 * time.cpu);
  auto const with = [&](auto const& change) {
    PeriodSearch search = plain;
    change(search);
    return time_of(curves, search);
  };
  EXPECT_TRUE(more(with([](PeriodSearch& search) { search.terms = 2; }), time));
  EXPECT_TRUE(more(with([](PeriodSearch& search) { search.peaks = 2; }), time));
  EXPECT_TRUE(more(with([](PeriodSearch& search) { search.sink = [](auto const&) {}; }), time));
  ExpectedTime const bootstrap =
      with([](PeriodSearch& search) { search.false_alarm = FalseAlarm::bootstrap; });
  EXPECT_NEAR(bootstrap.cpu, 1001.0 * time.cpu, 1e-6 * bootstrap.cpu);
  ExpectedTime const window = expected_time(curves, plain.grid, with_threads(1), built_in());
  EXPECT_GT(window.cpu, 0.0);
  EXPECT_TRUE(more(time_of(curves, search_of(200'000, Method::direct)), {window.cpu / 10, 0.0}));

  auto const pairs = [](double points, double reach, double sky_share) {
    return expected_time(PairWork{0.5 * points * points, points, sky_share},
                         SeparationBins{{0.01, reach}}, with_threads(1), built_in());
  };
  EXPECT_TRUE(more(pairs(1e6, 10, 1.0), pairs(1e5, 10, 1.0)));
  EXPECT_TRUE(more(pairs(1e6, 10, 1.0), pairs(1e6, 1, 1.0)));
  EXPECT_TRUE(more(pairs(1e6, 1, 0.01), pairs(1e6, 1, 1.0))) << "dense catalogues";
}

TEST(ExpectedTime, CountsIterationsAndEachJobOfACommand) {
  HarmonicRange const range = make_harmonic_range(500, 500);
  auto const time = [](SkyWork const& work) {
    return expected_time(work, with_threads(1), built_in()).cpu;
  };
  std::int64_t const pixels = 12 * 256 * 256;
  TransformSize const once{pixels, range};
  TransformSize const other{pixels, range, Field::spin_two};
  EXPECT_EQ(analysis_size(pixels, range, Field::scalar, 3).transforms, 7);
  double const first = time({{once}, {}});
  double const second = time({{once, once}, {}}) - first;
  EXPECT_LT(second, first) << "it has a plan";
  EXPECT_NEAR(time({{once, once, once}, {}}), first + 2.0 * second, 1e-9);
  EXPECT_NEAR(time({{once, other}, {}}), first + time({{other}, {}}), 1e-9);
  TransformSize several = once;
  several.fields = 2;
  EXPECT_NEAR(time({{once, several}, {}}), first + time({{several}, {}}), 1e-9);
  EXPECT_NEAR(time({{several, several}, {}}) - time({{several}, {}}), 2.0 * second, 1e-9);
  EXPECT_NEAR(time({{once, once}, {{500, 1}}}), first + second + time({{}, {{500, 1}}}), 1e-9);
  // Iterations have the plan, and maps in place.
  double const iterated = time({{analysis_size(pixels, range, Field::scalar, 3)}, {}});
  double const step = (time({{analysis_size(pixels, range, Field::scalar, 6)}, {}}) - iterated) / 6;
  EXPECT_NEAR(iterated, first + 6.0 * step, 1e-9);
  EXPECT_LT(step, second);
}

TEST(SurestTime, LeavesTheDecisionToNoObjects) {
  std::int64_t const points = 1 << 18;
  PeriodSearch finder = search_of(100'000);
  finder.finder = PhaseDispersionOptions{};
  PeriodSearch peaks = search_of(1'000'000);
  peaks.peaks = 3;
  for (PeriodSearch const& search :
       {search_of(100'000'000), search_of(1'000'000, Method::direct), finder, peaks}) {
    ExpectedTime const surest = surest_time(points, search, with_threads(2), built_in());
    for (std::int64_t const objects : {1, 64, 1024, 8192}) {
      ExpectedTime const found = time_of(curves_of(objects, points / objects), search, 2);
      EXPECT_GE(found.cpu, surest.cpu) << objects;
      EXPECT_LE(found.gpu, surest.gpu) << objects;
    }
  }
}

TEST(SurestTime, WakesAGpuForWhatOnlyItDoesSoon) {
  auto const device = [](std::int64_t points, PeriodSearch const& search) {
    return device_of(surest_time(points, search, with_threads(2), built_in()), asleep);
  };
  PeriodSearch finder = search_of(100'000);
  finder.finder = PhaseDispersionOptions{};
  EXPECT_EQ(device(100'000, finder), DeviceKind::gpu);
  EXPECT_EQ(device(10, finder), DeviceKind::cpu);
  EXPECT_EQ(device(0, finder), DeviceKind::cpu);
  EXPECT_EQ(device(std::int64_t{1} << 40, finder), DeviceKind::gpu);
  EXPECT_EQ(device(100'000, search_of(1'000'000, Method::direct)), DeviceKind::gpu);
  // One object with a transform is nothing for a GPU, and there may be but one.
  EXPECT_EQ(device(100'000, search_of(10'000)), DeviceKind::cpu);
}

TEST(CostModel, CountsTheThreadsThatTheProcessHasBegunWith) {
  LightCurveTable const curves = curves_of(1, 1000);
  PeriodSearch const search = search_of(10'000, Method::direct);
  MachineRates rates = built_in();
  rates.threads = 4;
  EXPECT_EQ(expected_time(curves, search, with_threads(0), rates).cpu,
            time_of(curves, search, 4).cpu);
  EXPECT_EQ(expected_time(curves, search, with_threads(2), rates).cpu,
            time_of(curves, search, 2).cpu);
}

class TunedRates : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("siderum_cost_model_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("XDG_CACHE_HOME");
    std::filesystem::remove_all(folder_);
  }

  static Decision decision(LightCurveTable const& curves, PeriodSearch const& search) {
    MachineRates const rates = rates_of_devices(TuningCache(), "a processor", "a GPU");
    return decide(expected_time(curves, search, with_threads(2), rates), rates.gpu.start, asleep);
  }

  std::filesystem::path folder_;
};

TEST_F(TunedRates, ChangeTheDecision) {
  LightCurveTable const curves = curves_of(1, 3554);
  PeriodSearch const search = search_of(1'000'000);
  PeriodSearch finder = search_of(1'000);
  finder.finder = SuperSmootherOptions{};
  EXPECT_EQ(decision(curves, search).kind, DeviceKind::cpu);
  EXPECT_EQ(decision(curves, finder).kind, DeviceKind::cpu);
  TuningCache cache;
  cache.set("a GPU", "start", 1e-4);
  cache.save();
  EXPECT_EQ(decision(curves, search).kind, DeviceKind::gpu);
  EXPECT_EQ(decision(curves, finder).kind, DeviceKind::gpu);
  // A GPU on which double precision is slow.
  cache.set("a GPU", "lomb_scargle/double/direct_term", 1.0);
  cache.set("a GPU", "lomb_scargle/double/product_term", 1.0);
  cache.set("a GPU", "lomb_scargle/double/nufft_frequency", 100.0);
  cache.save();
  EXPECT_EQ(decision(curves, search).kind, DeviceKind::cpu);
  EXPECT_EQ(decision(curves, finder).kind, DeviceKind::cpu) << "as slow as the sums";
}

TEST_F(TunedRates, ThatNoMeasurementGivesDoNotCount) {
  MachineRates const built_in = rates_of_devices(TuningCache(""), "a processor", "a GPU");
  for (double const odd : {0.0, 1e308, 1e-300, -1.0}) {
    TuningCache cache("");
    cache.set("a processor", "lomb_scargle/double/direct_term", 2.0);
    cache.set("a processor", "lomb_scargle/single/direct_term", 3.0);
    EXPECT_EQ(odd_measurement(cache, "a processor"), "");
    cache.set("a processor", "lomb_scargle/double/nufft_spread", odd);
    EXPECT_EQ(odd_measurement(cache, "a processor"),
              "lomb_scargle/double/nufft_spread of 'a processor'");
    MachineRates const rates = rates_of_devices(cache, "a processor", "a GPU");
    EXPECT_EQ(rates.cpu.double_sums.direct_term, built_in.cpu.double_sums.direct_term);
    EXPECT_EQ(rates.cpu.double_sums.nufft_spread, built_in.cpu.double_sums.nufft_spread);
    EXPECT_EQ(rates.cpu.single_sums.direct_term, 3.0);
    EXPECT_FALSE(are_rates_measured(cache, true, "a processor"));
    TuningCache start("");
    start.set("a GPU", "start", odd);
    EXPECT_EQ(odd_measurement(start, "a processor"), "start of 'a GPU'");
    EXPECT_EQ(rates_of_devices(start, "a processor", "a GPU").gpu.start, built_in.gpu.start);
  }
  // What is built in as 0: on hosts, not on GPUs.
  TuningCache cache("");
  cache.set("a processor", "lomb_scargle/double/direct_point", 0.0);
  EXPECT_EQ(odd_measurement(cache, "a processor"), "");
  cache.set("a GPU", "lomb_scargle/double/direct_point", 0.0);
  EXPECT_EQ(odd_measurement(cache, "a processor"), "lomb_scargle/double/direct_point of 'a GPU'");
}

TEST_F(TunedRates, AreThoseOfTheDeviceThatTheDriverNames) {
  EXPECT_EQ(gpu_model(folder_ / "none"), "");
  for (auto const& [bus, model] :
       {std::pair{"0000:41:00.0", "NVIDIA H200"}, std::pair{"0000:61:00.0", "NVIDIA T4"}}) {
    std::filesystem::create_directories(folder_ / "gpus" / bus);
    std::ofstream(folder_ / "gpus" / bus / "information")
        << "Model: \t\t " << model << "\nIRQ:   \t\t 1\n";
  }
  EXPECT_EQ(gpu_model(folder_ / "gpus"), "NVIDIA H200");
}

TEST_F(TunedRates, AreThoseOfTheOneGpuThatWasTunedWhereNoDriverNamesIt) {
  TuningCache cache;
  EXPECT_EQ(tuned_gpu(cache, ""), "");
  cache.set("a processor", "lomb_scargle/double/direct_term", 1.0);
  cache.set("a GPU", "start", 0.2);
  EXPECT_EQ(tuned_gpu(cache, ""), "a GPU");
  EXPECT_EQ(tuned_gpu(cache, "another"), "another");
  cache.set("another", "start", 0.3);
  EXPECT_EQ(tuned_gpu(cache, ""), "");
}

TEST(SkyShare, IsThatOfTheBoxAboutThePoints) {
  CatalogueTable points;
  EXPECT_EQ(sky_share(points), 1.0);
  points.ra = {0.0, 360.0};
  points.dec = {-90.0, 90.0};
  EXPECT_EQ(sky_share(points), 1.0);
  points.ra = {10.0, 100.0};
  points.dec = {0.0, 30.0};
  EXPECT_DOUBLE_EQ(sky_share(points), 0.25 * 0.25);
}

}  // namespace
}  // namespace siderum::engine
