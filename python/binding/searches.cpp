// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/python/binding/searches.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <siderum/core/error.hpp>
#include <siderum/engine/periods.hpp>
#include <siderum/python/binding/jobs.hpp>
#include <siderum/python/binding/module.hpp>

namespace siderum::python {

namespace {

template <class T>
T option(nb::dict const& options, char const* name) {
  return nb::cast<T>(options[name]);
}

FinderOptions super_smoother(nb::dict const& options) {
  SuperSmootherOptions result;
  result.variant = static_cast<SmootherVariant>(option<int>(options, "variant"));
  result.ends = static_cast<PhaseEnds>(option<int>(options, "ends"));
  result.alpha = option<double>(options, "alpha");
  result.spans = option<std::array<double, 3>>(options, "spans");
  result.span = option<double>(options, "span");
  result.equal_phases = static_cast<EqualPhases>(option<int>(options, "ties"));
  result.score = static_cast<SmootherScore>(option<int>(options, "score"));
  result.errors = static_cast<Errors>(option<int>(options, "errors"));
  return result;
}

/// A search of a table, and where its rows go.
struct TableSearch {
  LightCurveTable curves;
  engine::PeriodSearch search;
  engine::Execution execution;
  engine::PeriodSearchResult result;
};

using TwoNumbers = std::pair<double, double>;

engine::PeriodSearch search_of(LombScargleOptions const& options, nb::tuple const& grid,
                               std::string const& finder, nb::dict const& finder_options,
                               nb::dict const& more) {
  engine::PeriodSearch search;
  search.grid = {nb::cast<double>(grid[0]), nb::cast<double>(grid[1]),
                 nb::cast<std::int64_t>(grid[2])};
  search.options = options;
  search.finder = finder_of(finder, finder_options);
  search.terms = option<int>(more, "terms");
  search.bands = option<bool>(more, "bands") ? engine::Bands::use : engine::Bands::ignore;
  search.refine = option<bool>(more, "refine") ? engine::Refine::yes : engine::Refine::no;
  search.false_alarm = static_cast<engine::FalseAlarm>(option<int>(more, "false_alarm"));
  search.bootstrap_samples = option<std::int64_t>(more, "samples");
  search.bootstrap_seed = option<std::uint64_t>(more, "seed");
  search.peaks = option<std::int64_t>(more, "peaks");
  if (auto const candidates = option<std::int64_t>(more, "candidates"); candidates > 0) {
    search.candidates =
        engine::CandidateSearch{candidates, option<std::int64_t>(more, "half_window")};
  }
  for (auto const& [frequency, half_width] : option<std::vector<TwoNumbers>>(more, "exclude")) {
    search.excluded.push_back({frequency, half_width});
  }
  return search;
}

double work_of(TableSearch const& job) {
  auto const& search = job.search;
  double const samples = search.false_alarm == engine::FalseAlarm::bootstrap
                             ? static_cast<double>(search.bootstrap_samples)
                             : 0.0;
  double const each = search.finder ? work_of_folding : 3.0 * search.terms;
  return static_cast<double>(job.curves.points()) * static_cast<double>(search.grid.count) * each *
         (1.0 + samples);
}

/// Rows go to an array of (objects, frequencies) in the precision of the search.
engine::PeriodogramSink sink_into(void* power) {
  return [power](engine::PeriodogramRows const& rows) {
    bool const is_double = rows.precision == engine::Precision::double_precision;
    std::size_t const row = static_cast<std::size_t>(rows.frequencies) * (is_double ? 8 : 4);
    std::memcpy(static_cast<char*>(power) + static_cast<std::size_t>(rows.first_object) * row,
                rows.power, static_cast<std::size_t>(rows.objects) * row);
  };
}

void check_rows(nb::ndarray<nb::c_contig, nb::device::cpu> const& power, std::int64_t objects,
                std::int64_t frequencies, engine::Execution const& execution) {
  bool const is_single = execution.precision == engine::Precision::single_precision;
  bool const fits = power.ndim() == 2 && power.shape(0) == static_cast<std::size_t>(objects) &&
                    power.shape(1) == static_cast<std::size_t>(frequencies) &&
                    power.dtype() == (is_single ? nb::dtype<float>() : nb::dtype<double>());
  SIDERUM_VALIDATE(fits,
                   "The array of powers does not fit (it has one row for each object, one"
                   " column for each frequency, and the precision of the search). Give one"
                   " that does.");
}

using MaybeRows = std::optional<nb::ndarray<nb::c_contig, nb::device::cpu>>;

template <class Number, class Get>
nb::object column(std::vector<engine::Peak> const& peaks, std::size_t ranks, Get const& get) {
  std::vector<Number> numbers(peaks.size());
  std::transform(peaks.begin(), peaks.end(), numbers.begin(), get);
  std::size_t const objects = ranks == 0 ? 0 : peaks.size() / ranks;
  return nb::cast(to_numpy(std::move(numbers), {objects, ranks}));
}

void add_peaks(nb::dict& answer, std::vector<engine::Peak> const& peaks, std::int64_t ranks) {
  using engine::Peak;
  auto const n = static_cast<std::size_t>(ranks);
  answer["index"] = column<std::int64_t>(peaks, n, [](Peak const& peak) { return peak.index; });
  answer["power"] = column<double>(peaks, n, [](Peak const& peak) { return peak.power; });
  answer["frequency"] = column<double>(peaks, n, [](Peak const& peak) { return peak.frequency; });
  answer["uncertainty"] =
      column<double>(peaks, n, [](Peak const& peak) { return peak.uncertainty; });
  answer["false_alarm"] =
      column<double>(peaks, n, [](Peak const& peak) { return peak.false_alarm; });
  answer["log_false_alarm"] =
      column<double>(peaks, n, [](Peak const& peak) { return peak.log_false_alarm; });
}

nb::object statuses(std::vector<ObjectStatus> const& status) {
  std::vector<std::uint8_t> numbers(status.size());
  std::transform(status.begin(), status.end(), numbers.begin(),
                 [](ObjectStatus one) { return static_cast<std::uint8_t>(one); });
  return nb::cast(to_numpy(std::move(numbers)));
}

nb::dict search_table(Points const& time, Points const& value, MaybePoints const& error,
                      Offsets const& offsets, MaybeBands const& band,
                      LombScargleOptions const& options, nb::tuple const& grid,
                      std::string const& finder, nb::dict const& finder_options,
                      nb::dict const& more, MaybeRows const& power,
                      engine::Execution const& execution, nb::object const& progress) {
  auto const job = std::make_shared<TableSearch>();
  job->search = search_of(options, grid, finder, finder_options, more);
  job->curves = table_of(time, value, error, offsets, band);
  job->execution = execution;
  if (power) {
    check_rows(*power, job->curves.objects(), job->search.grid.count, execution);
    job->search.sink = sink_into(power->data());
  }
  run(work_of(*job), progress, keep(power), [job](ProgressObserver* observer) {
    job->execution.progress = observer;
    job->result = engine::search_periods(job->curves, job->search, job->execution);
  });
  nb::dict answer;
  add_peaks(answer, job->result.peaks, job->search.peaks);
  answer["status"] = statuses(job->result.status);
  answer["method"] = static_cast<int>(job->result.method);
  answer["tolerance"] = job->result.tolerance;
  return answer;
}

/// Where the search of a table is done, and why, in words.
nb::tuple place_search(Points const& time, Points const& value, MaybePoints const& error,
                       Offsets const& offsets, MaybeBands const& band,
                       LombScargleOptions const& options, nb::tuple const& grid,
                       std::string const& finder, nb::dict const& finder_options,
                       nb::dict const& more, engine::Execution const& execution) {
  engine::Placement const found =
      computed(work_of_short_jobs, Needs::engine, keep(),
               [curves = table_of(time, value, error, offsets, band),
                search = search_of(options, grid, finder, finder_options, more),
                execution] { return engine::place(curves, search, execution); });
  return nb::make_tuple(found.description, found.reason);
}

nb::dict search_own_grids(Points const& time, Points const& value, MaybePoints const& error,
                          Offsets const& offsets, LombScargleOptions const& options, double minimum,
                          double maximum, double element, std::int64_t peaks,
                          engine::Execution const& execution, nb::object const& progress) {
  struct OwnSearch {
    LightCurveTable curves;
    engine::OwnGridSearch search;
    engine::Execution execution;
    engine::OwnGridResult result;
  };
  auto const job = std::make_shared<OwnSearch>();
  job->curves = table_of(time, value, error, offsets);
  job->search = {{minimum, maximum, element}, options, peaks};
  job->execution = execution;
  run(work_of_short_jobs, progress, keep(), [job](ProgressObserver* observer) {
    job->execution.progress = observer;
    job->result = engine::search_on_own_grids(job->curves, job->search, job->execution);
  });
  std::vector<engine::Peak>& found = job->result.peaks;
  std::vector<double> grids;
  for (std::size_t object = 0; object < job->result.grids.size(); ++object) {
    FrequencyGrid const& grid = job->result.grids[object];
    grids.insert(grids.end(), {grid.first, grid.step, static_cast<double>(grid.count)});
    for (std::int64_t rank = 0; rank < peaks; ++rank) {
      engine::Peak& peak =
          found[object * static_cast<std::size_t>(peaks) + static_cast<std::size_t>(rank)];
      if (peak.index >= 0) {
        peak.frequency = grid.frequency(peak.index);
      }
    }
  }
  nb::dict answer;
  add_peaks(answer, found, peaks);
  answer["status"] = statuses(job->result.status);
  answer["grids"] = to_numpy(std::move(grids), {job->result.grids.size(), 3});
  return answer;
}

void write_windows(Points const& time, MaybePoints const& error, Offsets const& offsets,
                   nb::tuple const& grid, bool uses_errors,
                   nb::ndarray<nb::c_contig, nb::device::cpu> const& power,
                   engine::Execution const& execution, nb::object const& progress) {
  FrequencyGrid const wanted{nb::cast<double>(grid[0]), nb::cast<double>(grid[1]),
                             nb::cast<std::int64_t>(grid[2])};
  auto const curves = std::make_shared<LightCurveTable const>(table_of(time, time, error, offsets));
  check_rows(power, curves->objects(), wanted.count, execution);
  double const work = static_cast<double>(time.size()) * static_cast<double>(wanted.count);
  run(work, progress, keep(power),
      [curves, wanted, uses_errors, sink = sink_into(power.data()),
       execution](ProgressObserver* observer) {
        engine::Execution here = execution;
        here.progress = observer;
        engine::spectral_windows(*curves, wanted, uses_errors ? Errors::use : Errors::ignore, sink,
                                 here);
      });
}

}  // namespace

LightCurveTable table_of(Points const& time, Points const& value, MaybePoints const& error,
                         std::optional<Offsets> const& offsets, MaybeBands const& band) {
  LightCurveTable table;
  auto const copy = [](auto const& from, auto& to) { to.assign(from.begin(), from.end()); };
  copy(span_of(time), table.time);
  copy(span_of(value), table.value);
  copy(span_of(error), table.error);
  copy(span_of(band), table.band);
  if (offsets) {
    copy(span_of(*offsets), table.offsets);
  } else {
    table.offsets = {0, table.points()};
  }
  SIDERUM_VALIDATE(!table.offsets.empty(),
                   "There are no offsets (of n objects there are n + 1). Give those of all.");
  table.id.resize(table.offsets.size() - 1);
  std::int32_t const bands =
      table.band.empty() ? 0 : 1 + *std::max_element(table.band.begin(), table.band.end());
  for (std::int32_t number = 0; number < bands; ++number) {
    table.band_names.push_back(std::to_string(number));
  }
  return table;
}

std::optional<FinderOptions> finder_of(std::string const& name, nb::dict const& options) {
  if (name.empty()) {
    return {};
  }
  if (name == SuperSmootherFinder::name) {
    return super_smoother(options);
  }
  if (name == PhaseDispersionFinder::name) {
    return PhaseDispersionOptions{.bins = option<int>(options, "bins")};
  }
  return ConditionalEntropyOptions{.phase_bins = option<int>(options, "phase_bins"),
                                   .value_bins = option<int>(options, "value_bins")};
}

void add_searches(nb::module_& module) {
  auto const line = [](char const* name) { return nb::arg(name).noconvert(); };
  module.def("search", &search_table, line("time"), line("value"), line("error").none(),
             line("offsets"), line("band").none(), nb::arg("options"), nb::arg("grid"),
             nb::arg("finder"), nb::arg("finder_options"), nb::arg("more"), line("power").none(),
             nb::arg("execution"), nb::arg("progress").none());
  module.def("place_search", &place_search, line("time"), line("value"), line("error").none(),
             line("offsets"), line("band").none(), nb::arg("options"), nb::arg("grid"),
             nb::arg("finder"), nb::arg("finder_options"), nb::arg("more"), nb::arg("execution"));
  module.def("search_own_grids", &search_own_grids, line("time"), line("value"),
             line("error").none(), line("offsets"), nb::arg("options"), nb::arg("minimum"),
             nb::arg("maximum"), nb::arg("element"), nb::arg("peaks"), nb::arg("execution"),
             nb::arg("progress").none());
  module.def("windows", &write_windows, line("time"), line("error").none(), line("offsets"),
             nb::arg("grid"), nb::arg("uses_errors"), line("power"), nb::arg("execution"),
             nb::arg("progress").none());
}

}  // namespace siderum::python
