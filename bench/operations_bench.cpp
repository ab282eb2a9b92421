// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "operations/inline_loops.hpp"
#include "operations/key_sort_run.hpp"
#include "operations/library_runs.hpp"
#include "operations/operation_run.hpp"
#include "operations/trig_sums_run.hpp"
#include "super_smoother/inputs.hpp"
#include "support/dispatch.hpp"
#include "support/peaks.hpp"
#include "support/program.hpp"
#include "support/report.hpp"

#include <siderum/core/spaces.hpp>

/// The operations of each backend side by side: SinCos, PhaseRotation, TrigSums, Fft, Product (the
/// last two by one thread on a host), KeySort, FoldAndSort, PairHistogram; and Lanes beside one
/// number at a time.
namespace siderum::bench {

namespace {

template <class Function>
void register_operation(std::string const& name, Function const& function) {
  register_case("operations/" + name, benchmark::kMicrosecond, function);
}

/// A loop of an inline operation, ready to run.
template <class Loop, class Exec>
class LoopRun {
 public:
  LoopRun() : loop_{decltype(Loop::sum)("siderum::bench::sum", workers())} {}

  void operator()() const { enqueue(exec_, "siderum::bench::operation", workers(), loop_); }

  double results() const { return Loop::results * static_cast<double>(workers()); }

  /// The sentence that says what is wrong, or nothing.
  std::string complaint() const {
    auto const sum = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), loop_.sum);
    for (std::int64_t worker = 0; worker < workers(); worker += workers() / 16) {
      double const difference =
          std::fabs(static_cast<double>(sum(worker)) - Loop::expected(worker));
      if (!(difference <= Loop::tolerance)) {
        return "wrong: worker " + std::to_string(worker) + " is off by " +
               std::to_string(difference / Loop::tolerance) + " tolerances";
      }
    }
    return "";
  }

 private:
  std::int64_t workers() const {
    std::int64_t const concurrency = exec_.concurrency();
    return is_host<Exec> ? concurrency * 1024 : concurrency * 4;
  }

  Exec exec_;
  Loop loop_;
};

template <class Loop, class Exec, class Real>
void run_loop(benchmark::State& state) {
  LoopRun<Loop, Exec> const run;
  Timing const timing = time_fastest(Exec(), run, {.least = 5, .most = 200, .seconds = 0.3});
  if (std::string const sentence = run.complaint(); !sentence.empty()) {
    fail(state, sentence);
    return;
  }
  report_timing(state, timing);
  double const rate = run.results() / timing.fastest;
  state.counters["results"] = rate;
  state.counters["gflops"] = rate * Loop::operations * 1e-9;
  state.counters["peak_share"] = rate * Loop::operations / multiply_add_peak<Exec, Real>();
}

template <class First, class Second, class Exec>
void compare_loops(benchmark::State& state) {
  LoopRun<First, Exec> const first;
  LoopRun<Second, Exec> const second;
  report_comparison(state, compare(Exec(), first, second, {.count = 8, .runs = 10}));
}

template <template <class, class, class> class LoopOf, class Exec, class Real>
void register_loops(std::string const& operation) {
  std::string const place = "/" + space_name<Exec>() + "/" + precision_name<Real>();
  for_each_backend<Exec>([&]<class Backend>(Backend const&) {
    register_operation(operation + "/" + std::string(Backend::name) + place,
                       run_loop<LoopOf<Backend, Exec, Real>, Exec, Real>);
  });
  if constexpr (has_other_backend<Exec>) {
    using Chosen = backend::default_for_t<Exec>;
    register_operation(
        operation + "/portable_over_" + std::string(Chosen::name) + place,
        compare_loops<LoopOf<backend::Portable, Exec, Real>, LoopOf<Chosen, Exec, Real>, Exec>);
  }
}

template <class Backend, class Exec, class Real>
using WideSinCosLoop = SinCosLoop<Backend, Exec, Real>;

template <class Real>
void register_lanes() {
  using One = SinCosLoop<backend::Portable, HostSpace, Real, Width::one>;
  using Wide = SinCosLoop<backend::Portable, HostSpace, Real>;
  register_operation("lanes/sin_cos/one_at_a_time/" + precision_name<Real>(),
                     run_loop<One, HostSpace, Real>);
  register_operation("lanes/sin_cos/lanes/" + precision_name<Real>(),
                     run_loop<Wide, HostSpace, Real>);
}

template <class Backend, class Exec, class Real, MeanSums mean>
void run_trig_sums(benchmark::State& state, std::int64_t frequencies) {
  TrigSumsRun<Backend, Exec, Real, mean> const run(frequencies);
  Timing const timing = time_fastest(run.exec(), run);
  double const largest = run.largest();
  double const at_least = run.largest_of_some(frequencies / 200);
  double const slack = sizeof(Real) == 4 ? 1e-5 : 1e-12;
  if (!(largest >= at_least - slack && largest <= 4.0)) {
    fail(state, "wrong: the largest square is " + std::to_string(largest) +
                    " (the reference finds " + std::to_string(at_least) + ")");
    return;
  }
  report_timing(state, timing);
  double const rate = run.evaluations() / timing.fastest;
  state.counters["evals"] = rate;
  state.counters["gflops"] = rate * run.operations * 1e-9;
  state.counters["peak_share"] = rate * run.operations / multiply_add_peak<Exec, Real>();
}

template <class Exec, class Real, MeanSums mean>
void register_trig_sums() {
  std::int64_t const frequencies = is_host<Exec> ? 20'000 : 1'000'000;
  std::string const operation = mean == MeanSums::yes ? "trig_sums_with_mean" : "trig_sums";
  std::string const place = "/" + space_name<Exec>() + "/" + precision_name<Real>() + "/1x3554x" +
                            std::to_string(frequencies);
  for_each_backend<Exec>([&]<class Backend>(Backend const&) {
    register_operation(operation + "/" + std::string(Backend::name) + place,
                       [=](benchmark::State& state) {
                         run_trig_sums<Backend, Exec, Real, mean>(state, frequencies);
                       });
  });
  if constexpr (has_other_backend<Exec>) {
    using Chosen = backend::default_for_t<Exec>;
    register_operation(operation + "/portable_over_" + std::string(Chosen::name) + place,
                       [=](benchmark::State& state) {
                         TrigSumsRun<backend::Portable, Exec, Real, mean> const first(frequencies);
                         TrigSumsRun<Chosen, Exec, Real, mean> const second(frequencies);
                         report_comparison(state, compare(Exec(), first, second));
                       });
  }
}

template <class Run, class Exec, class Real>
void run_library(benchmark::State& state) {
  Run run;
  Timing const timing = time_fastest(run.exec(), run, {.least = 5, .most = 50, .seconds = 0.3});
  if (std::string const sentence = run.complaint(); !sentence.empty()) {
    fail(state, sentence);
    return;
  }
  report_timing(state, timing);
  state.counters["gflops"] = Run::operations() / timing.fastest * 1e-9;
}

/// What a library does, for the backends that have one.
template <template <class, class, class> class RunOf, class Exec, class Real>
void register_library(std::string const& operation) {
  std::string const place = "/" + space_name<Exec>() + "/" + precision_name<Real>();
  for_each_backend<Exec>([&]<class Backend>(Backend const&) {
    using Run = RunOf<Backend, Exec, Real>;
    if constexpr (Run::is_available) {
      register_operation(operation + "/" + std::string(Backend::name) + place,
                         run_library<Run, Exec, Real>);
    }
  });
  if constexpr (has_other_backend<Exec>) {
    using Chosen = backend::default_for_t<Exec>;
    using First = RunOf<backend::Portable, Exec, Real>;
    using Second = RunOf<Chosen, Exec, Real>;
    if constexpr (First::is_available && Second::is_available) {
      register_operation(operation + "/portable_over_" + std::string(Chosen::name) + place,
                         [](benchmark::State& state) {
                           First const first;
                           Second const second;
                           report_comparison(state, compare(Exec(), first, second));
                         });
    }
  }
}

template <class Exec>
void run_operation(benchmark::State& state, OperationRun const& run) {
  Timing const timing = time_fastest(Exec(), run, {.least = 5, .most = 50, .seconds = 0.3});
  if (std::string const sentence = run.complaint(); !sentence.empty()) {
    fail(state, sentence);
    return;
  }
  report_timing(state, timing);
  run.report(state, timing.fastest);
}

/// An operation of one size, where make(Backend{}) is a run of it.
template <class Exec, class Real, class Make>
void register_sized(std::string const& operation, std::string const& size, Make const& make) {
  std::string const place = "/" + space_name<Exec>() + "/" + precision_name<Real>() + "/" + size;
  for_each_backend<Exec>([&]<class Backend>(Backend const&) {
    register_operation(
        operation + "/" + std::string(Backend::name) + place,
        [=](benchmark::State& state) { run_operation<Exec>(state, *make(Backend{})); });
  });
  if constexpr (has_other_backend<Exec>) {
    using Chosen = backend::default_for_t<Exec>;
    register_operation(operation + "/portable_over_" + std::string(Chosen::name) + place,
                       [=](benchmark::State& state) {
                         auto const first = make(backend::Portable{});
                         auto const second = make(Chosen{});
                         report_comparison(state, compare(Exec(), *first, *second));
                       });
  }
}

/// Keys have 64 bits in counts of either precision: their rows stand with those of FP64.
template <class Exec>
void register_key_sort() {
  std::vector<std::int64_t> const sizes = settings().cases == Cases::quick
                                              ? std::vector<std::int64_t>{100'000}
                                              : std::vector<std::int64_t>{1'000'000, 10'000'000};
  for (std::int64_t const points : sizes) {
    register_sized<Exec, double>(
        "key_sort", std::to_string(points),
        [points]<class Backend>(Backend const&) -> std::unique_ptr<OperationRun> {
          return std::make_unique<KeySortRun<Backend, Exec>>(points);
        });
  }
}

template <class Exec, class Real>
void register_fold_and_sort() {
  static Curves const stars = pulsating_stars();
  static Curves const one = one_object(3554);
  std::int64_t const frequencies =
      (settings().cases == Cases::quick ? 330 : 3'300) * (is_host<Exec> ? 1 : 10);
  for (Curves const* curves : {&stars, &one}) {
    FoldSize const size{curves, frequencies};
    register_sized<Exec, Real>("fold_and_sort", size.name(), [size]<class Backend>(Backend const&) {
      return make_fold_and_sort<Backend, Exec, Real>(size);
    });
  }
}

/// Points to so many degrees that a tile meets as many others in both sizes.
template <class Exec, class Real>
void register_pair_histogram() {
  PairSize const size =
      settings().cases == Cases::quick ? PairSize{100'000, 3} : PairSize{1'000'000, 1};
  register_sized<Exec, Real>("pair_histogram", size.name(), [size]<class Backend>(Backend const&) {
    return make_pair_histogram<Backend, Exec, Real>(size);
  });
}

template <class Exec, class Real>
void register_operations() {
  register_loops<WideSinCosLoop, Exec, Real>("sin_cos");
  register_loops<RotationLoop, Exec, Real>("phase_rotation");
  register_trig_sums<Exec, Real, MeanSums::no>();
  register_trig_sums<Exec, Real, MeanSums::yes>();
  register_library<FftRun, Exec, Real>("fft");
  register_library<ProductRun, Exec, Real>("product");
  if constexpr (std::is_same_v<Real, double>) {
    register_key_sort<Exec>();
  }
  register_fold_and_sort<Exec, Real>();
  register_pair_histogram<Exec, Real>();
}

void register_cases() {
  for_each_space([]<class Exec>(Exec const&) {
    register_operations<Exec, double>();
    register_operations<Exec, float>();
  });
  register_lanes<double>();
  register_lanes<float>();
}

// --peak tells the peak of the host [GFLOP/s], fastest and median, and runs nothing else: by it
// bench/quiet.py sees whether the host is busy.
bool tell_peak(int argc, char** argv) {
  if (argc != 2 || std::strcmp(argv[1], "--peak") != 0) {
    return false;
  }
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Rate const rate = measure_multiply_add_peak<HostSpace, double>();
  std::printf("%.6g %.6g\n", rate.fastest * 1e-9, rate.median * 1e-9);
  return true;
}

}  // namespace

}  // namespace siderum::bench

int main(int argc, char** argv) {
  if (siderum::bench::tell_peak(argc, argv)) {
    return 0;
  }
  return siderum::bench::run(argc, argv, siderum::bench::register_cases);
}
