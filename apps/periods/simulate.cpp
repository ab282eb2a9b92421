// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/periods/periods_command.hpp>

#include <array>
#include <memory>
#include <optional>
#include <utility>

#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/periods/simulated_tables.hpp>
#include <siderum/io/tables/table_files.hpp>

namespace siderum::apps {

namespace {

// A survey is made in memory: so many objects take about 100 GB.
constexpr std::int64_t most_objects = 10'000'000;

/// Without a value: rotating asteroids seen from the ground.
constexpr std::array surveys{
    Choice<std::optional<VariableSurvey>>{"asteroids", std::nullopt},
    Choice<std::optional<VariableSurvey>>{"stripe-82", VariableSurvey::stripe_82},
    Choice<std::optional<VariableSurvey>>{"linear", VariableSurvey::linear},
    Choice<std::optional<VariableSurvey>>{"tess-asteroids", VariableSurvey::tess_asteroids},
    Choice<std::optional<VariableSurvey>>{"tess-planets", VariableSurvey::tess_planets}};

struct SimulateOptions {
  SurveyOptions asteroids;
  std::optional<VariableSurvey> survey;
  std::optional<std::int64_t> points;
  std::optional<double> period;
  std::string output;
  std::string truth;
};

template <class Survey>
void write(Survey survey, SimulateOptions const& options) {
  now(Activity::writing);
  io::OutputFile light_curves(options.output);
  if (options.truth.empty()) {
    io::write_table(light_curve_table(std::move(survey)), light_curves);
    light_curves.commit();
    return;
  }
  io::OutputFile truth(options.truth);
  io::Table const truth_of_objects = truth_table(survey);
  io::write_table(light_curve_table(std::move(survey)), light_curves);
  io::write_table(truth_of_objects, truth);
  // All or none: neither takes its place before both are complete.
  truth.finish();
  light_curves.finish();
  truth.commit();
  light_curves.commit();
}

void run_simulate(SimulateOptions const& options) {
  now(Activity::computing);
  if (options.survey) {
    write(simulate_variables({.survey = *options.survey,
                              .objects = options.asteroids.objects,
                              .seed = options.asteroids.seed,
                              .points = options.points,
                              .period = options.period}),
          options);
    return;
  }
  if (options.points || options.period) {
    throw UsageError(std::string(options.points ? "--points" : "--period") +
                     " has no meaning with --survey asteroids (their numbers of points and periods"
                     " are drawn). Leave it out, or name another survey.");
  }
  write(simulate_light_curves(options.asteroids), options);
}

}  // namespace

void add_light_curves(Verb& simulate) {
  Verb& verb = simulate.add_verb(
      "light-curves",
      "A survey of rotating asteroids: 120 nights, magnitudes with errors; or stars, planets and "
      "asteroids as other surveys see them; CSV with id,time,mag,mag_err");
  auto const options = std::make_shared<SimulateOptions>();
  add_choice(verb, "--survey", options->survey, surveys,
             "whose objects, times and errors (default asteroids)");
  add_whole_number(verb, "--objects", options->asteroids.objects, {1, most_objects, 1000},
                   "how many objects (default 1000: of asteroids about 170,000 points in all)");
  add_seed(verb, options->asteroids.seed, "the same seed gives the same survey (default 1)");
  add_whole_number(verb, "--points", options->points, {1, 100'000, 50},
                   "points of each object, in place of the survey's own");
  add_number(verb, "--period", options->period,
             "of all objects that vary, in days, in place of drawn ones");
  add_table_output(verb, "--output", options->output,
                   "light curves, CSV or FITS by its ending; without it CSV on standard output")
      .file = FileUse::result;
  add_table_output(verb, "--truth", options->truth,
                   "what they were made from: id,points,rotation_period_h,light_curve_period_d,"
                   "amplitude, of other surveys id,points,shape,period_d,amplitude");
  add_time_line_option(verb);
  verb.set_action([options] { run_simulate(*options); });
}

}  // namespace siderum::apps
