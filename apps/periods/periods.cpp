// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/periods.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <siderum/algorithms/periods/suggested_range.hpp>
#include <siderum/apps/command_line/message.hpp>
#include <siderum/apps/command_line/progress_bar.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/periods/object_picture.hpp>
#include <siderum/apps/periods/period_table.hpp>
#include <siderum/apps/periods/periodogram_writer.hpp>
#include <siderum/apps/zero_powers.hpp>
#include <siderum/io/tables/table_files.hpp>

namespace siderum::apps {

namespace {

io::LightCurveTable read_input(PeriodsOptions const& options, io::ReadReport& report) {
  io::ReadOptions reading = options.reading;
  reading.numbers = options.execution.precision == Precision::single_precision
                        ? io::NumberRange::floats
                        : io::NumberRange::doubles;
  io::LightCurveTable curves = io::read_light_curves(options.files, reading, &report);
  for (std::string const& note : report.notes) {
    print_message(note);
  }
  if (report.dropped > 0) {
    print_message(fmt::format("{} of {} rows {} dropped, the first being {}.", report.dropped,
                              report.rows, report.dropped == 1 ? "was" : "were",
                              report.first_dropped));
  }
  SIDERUM_VALIDATE(options.errors != Errors::use || !curves.error.empty(),
                   "--errors use needs errors (no column of the data is the error). Name the column"
                   " with --columns, or leave --errors out.");
  return curves;
}

/// The files that a search writes, opened so that one that cannot be written is known at once.
struct Outputs {
  Outputs(PeriodsOptions const& options, io::LightCurveTable const& curves,
          FrequencyGrid const& grid)
      : result(options.output) {
    if (!options.periodogram.empty()) {
      periodogram.emplace(options.periodogram, curves.objects(), grid, options.execution.precision);
    }
    if (!options.window.empty()) {
      window.emplace(options.window, curves.objects(), grid, options.execution.precision,
                     "--window");
    }
    if (!options.plot.empty()) {
      plot.emplace(options.plot);
    }
  }

  /// All or none: the table last, as it may go to standard output.
  void commit() {
    for_each([](auto& output) { output.finish(); });
    for_each([](auto& output) { output.commit(); });
  }

  io::OutputFile result;
  std::optional<PeriodogramWriter> periodogram;
  std::optional<PeriodogramWriter> window;
  std::optional<io::OutputFile> plot;

 private:
  void for_each(auto const& visit) {
    auto const visit_if_there = [&visit](auto& output) {
      if (output) {
        visit(*output);
      }
    };
    visit_if_there(periodogram);
    visit_if_there(window);
    visit_if_there(plot);
    visit(result);
  }
};

PeriodSearch search_of(PeriodsOptions const& options, FrequencyGrid const& grid) {
  PeriodSearch search;
  search.grid = grid;
  search.finder = finder_options(options);
  search.options = lomb_scargle_options(options);
  search.candidates = candidate_search(options);
  // No grid has more peaks than frequencies.
  search.peaks = std::min(options.peaks.value_or(1), grid.count);
  search.excluded = options.excluded;
  search.terms = options.terms.value_or(search.terms);
  search.bands = options.reading.band_column.empty() ? Bands::ignore : Bands::use;
  search.refine = options.refine;
  search.false_alarm = options.false_alarm;
  return search;
}

PeriodSearchResult search_with_progress(Compute const& compute, io::LightCurveTable const& curves,
                                        PeriodSearch const& search, ProgressChoice choice) {
  ProgressBar progress(compute.description(), choice);
  return compute.search_periods(curves, search, &progress);
}

/// Values that differ, and are all 0 as floats, look constant to a search in single precision.
void find_lost_values(io::LightCurveTable const& curves, PeriodSearchResult& result) {
  for (std::size_t object = 0; object < result.status.size(); ++object) {
    auto const first = curves.value.begin() + curves.offsets[object];
    auto const last = curves.value.begin() + curves.offsets[object + 1];
    if (result.status[object] != ObjectStatus::constant || first == last) {
      continue;
    }
    auto const [lowest, highest] = std::minmax_element(first, last);
    constexpr double smallest = std::numeric_limits<float>::min();
    if (*lowest < *highest && std::max(-*lowest, *highest) < smallest) {
      result.status[object] = ObjectStatus::out_of_range;
    }
  }
}

/// What a reader of the result should know.
void tell_about(io::LightCurveTable const& curves, PeriodSearch const& search,
                PeriodSearchResult const& result) {
  for (std::string const& sentence : missing_answers(curves, search, result)) {
    print_message(sentence);
  }
  if (std::string const notice = edge_notice(curves, search, result); !notice.empty()) {
    print_message(notice);
  }
  if (search.false_alarm == FalseAlarm::bootstrap) {
    print_message(
        fmt::format("fap is (N + 1) / {}, N of {} searches of resampled values reached the power.",
                    search.bootstrap_samples + 1, search.bootstrap_samples));
  }
}

/// How the powers came to be.
void tell_how(PeriodsOptions const& options, Compute const& compute, PeriodSearch const& search,
              PeriodSearchResult const& result, Outputs& outputs) {
  if (options.verbose == Verbose::yes) {
    print_message(search_sentence(search, result, compute.description()));
  }
  if (outputs.periodogram) {
    outputs.periodogram->describe(search_facts(search, result));
  }
}

void draw(Compute const& compute, io::LightCurveTable const& curves, PeriodSearch const& search,
          PeriodSearchResult const& result, io::ValueKind values, std::string const& gnuplot,
          io::OutputFile& file) {
  std::int64_t const object = first_answer(result, search);
  if (object < 0) {
    throw Error(
        fmt::format("'{}' was not drawn (no object has a period). Leave --plot out.", file.path()));
  }
  if (curves.objects() > 1) {
    print_message(
        fmt::format("'{}' shows object '{}' only, the first with a period among {} objects.",
                    file.path(), curves.id[static_cast<std::size_t>(object)], curves.objects()));
  }
  PeriodPicture picture = object_picture(compute, curves, object, search);
  picture.values = values;
  draw_picture(picture, gnuplot, file);
}

}  // namespace

void run_periods(PeriodsOptions const& options, std::vector<std::string> const& command) {
  check_files(options);
  check_method(options);
  check_model(options);
  RangeKind const kind = range_kind(options.range);
  int const harmonics = options.terms.value_or(1);  // no band has more of its own
  io::ReadReport report;
  if (kind == RangeKind::missing) {
    io::LightCurveTable const curves = read_input(options, report);
    validate_baseline(longest_baseline(curves.time, curves.offsets));
    throw UsageError(range_suggestion(curves, command, harmonics));
  }
  // A bad value is refused before anything is read.
  std::optional<FrequencyGrid> const known = grid_without_baseline(options.range);
  std::string const gnuplot = options.plot.empty() ? std::string() : find_gnuplot();
  Compute const compute(options.execution);
  io::LightCurveTable const curves = read_input(options, report);
  double const baseline = checked_baseline(curves);
  FrequencyGrid const grid = known ? *known : make_grid(options.range, baseline, harmonics);
  check_phases(curves, grid);
  SIDERUM_VALIDATE(
      options.plot.empty() || grid.count > 1,
      "--plot needs more than one frequency (a single power is no curve). Give a larger"
      " --count, or leave --plot out.");

  Outputs outputs(options, curves, grid);
  PeriodSearch search = search_of(options, grid);
  if (outputs.periodogram) {
    search.sink = [&outputs](PeriodogramRows const& rows) { outputs.periodogram->append(rows); };
  }
  if (std::string const notice = coarse_grid_notice(options.range, grid, baseline, harmonics);
      !notice.empty()) {
    print_message(notice);
  }
  PeriodSearchResult result = search_with_progress(compute, curves, search, options.progress);
  if (options.finder == FinderChoice::lomb_scargle) {
    drop_zero_powers(result);
  }
  if (options.execution.precision == Precision::single_precision) {
    find_lost_values(curves, result);
  }
  tell_about(curves, search, result);
  tell_how(options, compute, search, result, outputs);
  if (outputs.window) {
    compute.spectral_windows(curves, grid, search.options.errors,
                             [&](PeriodogramRows const& rows) { outputs.window->append(rows); });
  }
  if (outputs.plot) {
    draw(compute, curves, search, result, report.values, gnuplot, *outputs.plot);
  }
  RankColumn const rank = options.peaks ? RankColumn::present : RankColumn::absent;
  MethodColumn const method = options.method ? MethodColumn::present : MethodColumn::absent;
  io::write_table(period_table(curves, search, result, rank, options.execution.precision, method,
                               io::table_format(outputs.result.path())),
                  outputs.result);
  outputs.commit();
}

}  // namespace siderum::apps
