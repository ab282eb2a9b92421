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
#include <siderum/apps/command_line/placement_sentence.hpp>
#include <siderum/apps/command_line/progress_bar.hpp>
#include <siderum/apps/command_line/shell_command.hpp>
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/periods/object_picture.hpp>
#include <siderum/apps/periods/period_table.hpp>
#include <siderum/apps/periods/periodogram_writer.hpp>
#include <siderum/io/tables/column_advice.hpp>
#include <siderum/io/tables/least_rows.hpp>
#include <siderum/io/tables/table_files.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::apps {

namespace {

LightCurveTable read_input(PeriodsOptions const& options, io::ReadReport& report) {
  io::ReadOptions reading = options.reading;
  reading.numbers = options.execution.precision == engine::Precision::single_precision
                        ? io::NumberRange::floats
                        : io::NumberRange::doubles;
  LightCurveTable curves = io::read_light_curves(options.files, reading, &report);
  print_messages(report.notes);
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

/// Advice about columns is a command line to be pasted.
LightCurveTable read_or_advise(PeriodsOptions const& options,
                               std::vector<std::string> const& command, Verb const& verb,
                               io::ReadReport& report) {
  During const reading(Activity::reading);
  try {
    return read_input(options, report);
  } catch (io::ColumnError const& error) {
    io::ColumnAdvice const& advice = error.advice();
    std::vector<std::string> words =
        advice.alone.empty() ? command : with_file(command, verb, advice.alone);
    words = advice.columns ? with_option(words, "--columns", *advice.columns) : words;
    words = advice.band ? with_option(words, "--band-column", *advice.band) : words;
    throw Error(fmt::format("{} {}\n  {}", error.problem(), advice.lead, shell_command(words)));
  }
}

/// The points that the files hold at least, as far as the first of them tell by their sizes.
std::int64_t least_points(std::vector<std::string> const& files) {
  constexpr std::size_t most_asked = 16;
  std::int64_t points = 0;
  for (std::size_t i = 0; i < std::min(files.size(), most_asked); ++i) {
    points += files[i].starts_with('@') ? 0 : io::least_rows(files[i]);
  }
  return points;
}

/// The files that a search writes, opened so that one that cannot be written is known at once.
struct Outputs {
  Outputs(PeriodsOptions const& options, LightCurveTable const& curves, FrequencyGrid const& grid)
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

  /// All but the picture, or none: the table last, as it may go to standard output.
  void commit_tables() {
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
    visit(result);
  }
};

engine::PeriodSearch search_of(PeriodsOptions const& options, FrequencyGrid const& grid) {
  engine::PeriodSearch search;
  search.grid = grid;
  search.finder = finder_options(options);
  search.options = lomb_scargle_options(options);
  search.candidates = candidate_search(options);
  // No grid has more peaks than frequencies.
  search.peaks = std::min(options.peaks.value_or(1), grid.count);
  search.excluded = options.excluded;
  search.terms = options.terms.value_or(search.terms);
  search.bands = options.reading.band_column.empty() ? engine::Bands::ignore : engine::Bands::use;
  search.refine = options.refine;
  search.false_alarm = options.false_alarm;
  return search;
}

engine::PeriodSearchResult search_with_progress(engine::Placement const& placement,
                                                LightCurveTable const& curves,
                                                engine::PeriodSearch const& search,
                                                ProgressChoice choice) {
  ProgressBar progress(placement.description, choice);
  engine::Execution execution = placement.execution;
  execution.progress = &progress;
  return engine::search_periods(curves, search, execution);
}

/// What a reader of the result should know.
void tell_about(LightCurveTable const& curves, engine::PeriodSearch const& search,
                engine::PeriodSearchResult const& result, engine::Precision precision) {
  for (std::string const& sentence : missing_answers(curves, search, result, precision)) {
    print_message(sentence);
  }
  if (std::string const notice = edge_notice(curves, search, result); !notice.empty()) {
    print_message(notice);
  }
  if (search.false_alarm == engine::FalseAlarm::bootstrap) {
    print_message(
        fmt::format("fap is (N + 1) / {}, N of {} searches of resampled values reached the power.",
                    search.bootstrap_samples + 1, search.bootstrap_samples));
  }
}

/// How the powers came to be.
void tell_how(PeriodsOptions const& options, engine::Placement const& placement,
              engine::PeriodSearch const& search, engine::PeriodSearchResult const& result,
              Outputs& outputs) {
  tell_where(options.verbose, placement);
  if (options.verbose == Verbose::yes) {
    print_message(search_sentence(search, result));
  }
  if (outputs.periodogram) {
    outputs.periodogram->describe(search_facts(search, result));
  }
}

void write_tables(PeriodsOptions const& options, LightCurveTable const& curves,
                  engine::PeriodSearch const& search, engine::PeriodSearchResult const& result,
                  Outputs& outputs) {
  now(Activity::writing);
  RankColumn const rank = options.peaks ? RankColumn::present : RankColumn::absent;
  MethodColumn const method = options.method ? MethodColumn::present : MethodColumn::absent;
  io::write_table(period_table(curves, search, result, rank, options.execution.precision, method,
                               io::table_format(outputs.result.path())),
                  outputs.result);
  outputs.commit_tables();
}

/// Comes last: a search that took hours is kept where no picture comes of it.
void draw(engine::Placement const& placement, LightCurveTable const& curves,
          engine::PeriodSearch const& search, engine::PeriodSearchResult const& result,
          io::ReadReport const& report, std::string const& gnuplot, io::OutputFile& file) {
  now(Activity::drawing);
  std::int64_t const object = first_answer(result, search);
  if (object < 0) {
    throw Error(
        fmt::format("'{}' was not drawn (no object has a period). Leave --plot out.", file.path()));
  }
  if (curves.objects() > 1) {
    print_message(fmt::format(
        "'{}' shows object '{}' only, the first with a period among {} objects.", file.path(),
        io::shown_text(curves.id[static_cast<std::size_t>(object)]), curves.objects()));
  }
  PeriodPicture picture = object_picture(placement.execution, curves, object, search);
  picture.values = report.values;
  picture.times = report.times;
  draw_picture(picture, gnuplot, file);
  file.commit();
}

void check_picture(PeriodsOptions const& options, FrequencyGrid const& grid) {
  SIDERUM_VALIDATE(
      options.plot.empty() || grid.count > 1,
      "--plot needs more than one frequency (a single power is no curve). Give a larger"
      " --count, or leave --plot out.");
}

}  // namespace

void run_periods(PeriodsOptions const& options, std::vector<std::string> const& command,
                 Verb const& verb) {
  check_files(options);
  check_method(options);
  check_model(options);
  RangeKind const kind = range_kind(options.range);
  int const harmonics = options.terms.value_or(1);  // no band has more of its own
  io::ReadReport report;
  if (kind == RangeKind::missing) {
    LightCurveTable const curves = read_or_advise(options, command, verb, report);
    validate_baseline(longest_baseline(curves.time, curves.offsets));
    throw UsageError(range_suggestion(curves, command, harmonics));
  }
  // A bad value is refused before anything is read.
  std::optional<FrequencyGrid> const known = grid_without_baseline(options.range);
  if (known) check_picture(options, *known);
  std::string const gnuplot = options.plot.empty() ? std::string() : find_gnuplot();
  now(Activity::waking);
  engine::check(options.execution);
  if (known) {
    engine::foresee(least_points(options.files), search_of(options, *known), options.execution);
  }
  now(Activity::computing);
  LightCurveTable const curves = read_or_advise(options, command, verb, report);
  double const baseline = checked_baseline(curves);
  FrequencyGrid const grid = known ? *known : make_grid(options.range, baseline, harmonics);
  check_phases(curves, grid);
  check_picture(options, grid);

  Outputs outputs(options, curves, grid);
  engine::PeriodSearch search = search_of(options, grid);
  if (outputs.periodogram) {
    search.sink = [&outputs](engine::PeriodogramRows const& rows) {
      outputs.periodogram->append(rows);
    };
  }
  if (std::string const notice = coarse_grid_notice(options.range, grid, baseline, harmonics);
      !notice.empty()) {
    print_message(notice);
  }
  now(Activity::waking);
  engine::Placement const placement = engine::place(curves, search, options.execution);
  now(Activity::computing);
  engine::PeriodSearchResult const result =
      search_with_progress(placement, curves, search, options.progress);
  tell_about(curves, search, result, options.execution.precision);
  tell_how(options, placement, search, result, outputs);
  if (outputs.window) {
    engine::spectral_windows(
        curves, grid, search.options.errors,
        [&](engine::PeriodogramRows const& rows) { outputs.window->append(rows); },
        placement.execution);
  }
  write_tables(options, curves, search, result, outputs);
  if (outputs.plot) {
    draw(placement, curves, search, result, report, gnuplot, *outputs.plot);
  }
}

}  // namespace siderum::apps
