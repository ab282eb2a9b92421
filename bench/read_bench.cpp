// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <unistd.h>

#include <siderum/algorithms/periods/detail/lomb_scargle/preparation.hpp>
#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/io/periods/read_light_curves.hpp>

#include "support/checks.hpp"
#include "support/dispatch.hpp"
#include "support/program.hpp"
#include "support/report.hpp"
#include "support/timing.hpp"

/// Reading files, and what of a search from file to answer is not spent in its sums. Files are in
/// the page cache: this times the reader and not the disk.
namespace siderum::bench {

namespace {

/// A file of a simulated survey in the folder for temporary files, gone with the object.
class SurveyFile {
 public:
  SurveyFile(Curves const& curves, std::int64_t copies)
      : path_(std::filesystem::temp_directory_path() /
              ("siderum_bench_" + std::to_string(::getpid()) + ".csv")) {
    write_curves(curves, path_, copies);
  }
  ~SurveyFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  SurveyFile(SurveyFile const&) = delete;
  SurveyFile& operator=(SurveyFile const&) = delete;

  std::string path() const { return path_; }
  double bytes() const { return static_cast<double>(std::filesystem::file_size(path_)); }

 private:
  std::filesystem::path path_;
};

// About a million rows.
Curves const& million_rows() {
  static Curves const curves = survey_of(6046);
  return curves;
}

void read_csv(benchmark::State& state, std::int64_t copies) {
  SurveyFile const file(million_rows(), copies);
  LightCurveTable table;
  Timing const timing =
      time_fastest(HostSpace(), [&] { table = io::read_light_curves({file.path()}); },
                   {.least = 3, .most = 20, .seconds = 2.0});
  if (table.points() != copies * million_rows().points() ||
      table.time.back() != million_rows().time.back()) {
    fail(state, "wrong: the file was not read whole");
    return;
  }
  report_timing(state, timing);
  state.counters["bytes"] = file.bytes();
  state.counters["rows"] = static_cast<double>(table.points());
  state.counters["megabytes_per_second"] = file.bytes() * 1e-6 / timing.fastest;
}

/// Reading to prepared curves, all of a search but itself, over reading alone: many short curves.
template <class Exec>
void read_prepared(benchmark::State& state, std::int64_t objects) {
  Curves const curves = equal_objects(objects, 200);
  SurveyFile const file(curves, 1);
  Exec const exec;
  double fastest_reading = 0.0;
  double fastest = 0.0;
  for (int repeat = 0; repeat < 4; ++repeat) {
    LightCurveTable table;
    double const reading = seconds_of(exec, [&] { table = io::read_light_curves({file.path()}); });
    double const preparing = seconds_of(exec, [&] {
      auto const host =
          make_light_curves<double>(table.time, table.value, table.error, table.offsets);
      prepare(exec, mirror_to(exec, host), standard_periodogram());
    });
    if (table.points() != curves.points() || table.time.back() != curves.time.back()) {
      fail(state, "wrong: the file was not read whole");
      return;
    }
    // The first is not counted, as elsewhere.
    if (repeat == 1 || (repeat > 1 && reading + preparing < fastest)) {
      fastest = reading + preparing;
    }
    if (repeat == 1 || (repeat > 1 && reading < fastest_reading)) {
      fastest_reading = reading;
    }
  }
  report_time(state, fastest);
  state.counters["read_s"] = fastest_reading;
  state.counters["over_reading"] = fastest / fastest_reading;
  state.counters["rows"] = static_cast<double>(curves.points());
  state.counters["megabytes_per_second"] = file.bytes() * 1e-6 / fastest;
}

/// A search from file to answer, stage by stage.
template <class Exec, class Real>
class FileSearch {
 public:
  FileSearch(std::string path, FrequencyGrid const& grid) : path_(std::move(path)), grid_(grid) {}

  void operator()() {
    LightCurveTable table;
    LightCurves<Real, Kokkos::HostSpace> host;
    LightCurves<Real, typename Exec::memory_space> curves;
    BestPeriods<Real, Exec> best;
    read = seconds_of(exec_, [&] { table = io::read_light_curves({path_}); });
    check = seconds_of(exec_, [&] {
      host = make_light_curves<Real>(table.time, table.value, table.error, table.offsets);
    });
    move = seconds_of(exec_, [&] {
      curves = mirror_to(exec_, host);
      best = BestPeriods<Real, Exec>::allocate(exec_, curves.objects());
    });
    sums = seconds_of(exec_, [&] { best_periods(exec_, curves, grid_, best, options); });
    fetch = seconds_of(exec_, [&] {
      index = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), best.index);
      power = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), best.power);
    });
  }

  double outside() const { return read + check + move + fetch; }
  double total() const { return outside() + sums; }

  /// What the first objects' best frequencies are, for the oracle.
  std::vector<Sample> samples() const {
    std::vector<Sample> first;
    for (std::int64_t object = 0; object < 4; ++object) {
      first.push_back({object, index(object), static_cast<double>(power(object))});
    }
    return first;
  }

  static constexpr LombScargleOptions options = standard_periodogram();
  double read = 0.0;
  double check = 0.0;
  double move = 0.0;
  double sums = 0.0;  // with the preparation, which is O(points)
  double fetch = 0.0;
  Kokkos::View<std::int64_t*, Kokkos::HostSpace> index;
  Kokkos::View<Real*, Kokkos::HostSpace> power;

 private:
  Exec exec_;
  std::string path_;
  FrequencyGrid grid_;
};

template <class Exec>
void search_file(benchmark::State& state) {
  SurveyFile const file(million_rows(), 1);
  FrequencyGrid const grid = search_grid(10'000);
  FileSearch<Exec, double> run(file.path(), grid);
  run();
  FileSearch<Exec, double> best = run;
  for (int repeat = 0; repeat < 3; ++repeat) {
    run();
    best = run.total() < best.total() ? run : best;
  }
  Verdict const verdict =
      check_best(million_rows(), grid, best.options, PrecisionOfValues::of_double, best.samples());
  if (!verdict.sentence.empty()) {
    fail(state, verdict.sentence);
    return;
  }
  report_time(state, best.total());
  double const points = static_cast<double>(million_rows().points());
  state.counters["rows"] = points;
  state.counters["read_s"] = best.read;
  state.counters["check_s"] = best.check;
  state.counters["move_s"] = best.move;
  state.counters["sums_s"] = best.sums;
  state.counters["fetch_s"] = best.fetch;
  state.counters["outside_share"] = best.outside() / best.total();
  state.counters["evals"] = points * static_cast<double>(grid.count) / best.total();
}

void register_cases() {
  register_case("read/csv/1e6_rows", benchmark::kMillisecond,
                [](benchmark::State& state) { read_csv(state, 1); });
  if (settings().cases >= Cases::full) {
    register_case("read/csv/3e7_rows", benchmark::kMillisecond,
                  [](benchmark::State& state) { read_csv(state, 30); });
  }
  for_each_space([]<class Exec>(Exec const&) {
    std::string const prepared = "read/prepared/" + space_name<Exec>() + "/";
    register_case(prepared + "1e4_objects_2e6_points", benchmark::kMillisecond,
                  [](benchmark::State& state) { read_prepared<Exec>(state, 10'000); });
    if (settings().cases >= Cases::full) {
      register_case(prepared + "1e5_objects_2e7_points", benchmark::kMillisecond,
                    [](benchmark::State& state) { read_prepared<Exec>(state, 100'000); });
    }
    std::string const backend(backend::default_for_t<Exec>::name);
    register_case("file_to_answer/standard/best/" + backend + "/" + space_name<Exec>() +
                      "/double/1e6_rows_x10000",
                  benchmark::kMillisecond, search_file<Exec>);
  });
}

}  // namespace

}  // namespace siderum::bench

int main(int argc, char** argv) {
  return siderum::bench::run(argc, argv, siderum::bench::register_cases);
}
