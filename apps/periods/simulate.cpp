// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/periods/periods_command.hpp>

#include <memory>

#include <siderum/apps/periods/simulated_tables.hpp>
#include <siderum/io/tables/table_files.hpp>

namespace siderum::apps {

namespace {

// A survey is made in memory: so many objects take about 100 GB.
constexpr std::int64_t most_objects = 10'000'000;

struct SimulateOptions {
  SurveyOptions survey;
  std::string output;
  std::string truth;
};

void run_simulate(SimulateOptions const& options) {
  now(Activity::computing);
  SimulatedSurvey const survey = simulate_light_curves(options.survey);
  now(Activity::writing);
  io::OutputFile light_curves(options.output);
  if (options.truth.empty()) {
    io::write_table(light_curve_table(survey), light_curves);
    light_curves.commit();
    return;
  }
  io::OutputFile truth(options.truth);
  io::write_table(light_curve_table(survey), light_curves);
  io::write_table(truth_table(survey), truth);
  // All or none: neither takes its place before both are complete.
  truth.finish();
  light_curves.finish();
  truth.commit();
  light_curves.commit();
}

}  // namespace

void add_light_curves(Verb& simulate) {
  Verb& verb = simulate.add_verb(
      "light-curves",
      "A survey of rotating asteroids: 120 nights, magnitudes with errors; CSV with "
      "id,time,value,error");
  auto const options = std::make_shared<SimulateOptions>();
  add_whole_number(verb, "--objects", options->survey.objects, {1, most_objects, 1000},
                   "how many asteroids (default 1000, with about 170,000 points in all)");
  add_seed(verb, options->survey.seed, "the same seed gives the same survey (default 1)");
  add_table_output(verb, "--output", options->output,
                   "light curves, CSV or FITS by its ending; without it CSV on standard output")
      .file = FileUse::result;
  add_table_output(verb, "--truth", options->truth,
                   "what they were made from: id,points,rotation_period_h,light_curve_period_d,"
                   "amplitude");
  add_time_line_option(verb);
  verb.set_action([options] { run_simulate(*options); });
}

}  // namespace siderum::apps
