// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/super_smoother_program.hpp>

#include <siderum/apps/command_line/option_values.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/command_line/verb_options.hpp>
#include <siderum/apps/periods/periods_options.hpp>
#include <siderum/apps/periods/periods_values.hpp>
#include <siderum/apps/pictures/plot.hpp>

namespace siderum::apps {

namespace {

constexpr std::array variant_choices{
    Choice<SmootherVariant>{"multi-pass", SmootherVariant::multi_pass},
    Choice<SmootherVariant>{"single-pass", SmootherVariant::single_pass}};

constexpr std::array ends_choices{Choice<PhaseEnds>{"periodic", PhaseEnds::periodic},
                                  Choice<PhaseEnds>{"open", PhaseEnds::open}};

constexpr std::array ties_choices{Choice<EqualPhases>{"average", EqualPhases::average},
                                  Choice<EqualPhases>{"keep", EqualPhases::keep}};

constexpr std::array score_choices{Choice<SmootherScore>{"power", SmootherScore::power},
                                   Choice<SmootherScore>{"normalized", SmootherScore::normalized}};

}  // namespace

using Program = FinderProgram<SuperSmootherOptions>;

void Program::add_options(Verb& verb, Arguments& arguments, PeriodsOptions&) {
  add_choice(verb, "--variant", arguments.variant, variant_choices,
             "Super Smoother: Friedman's (default), or the cheaper generalized validation");
  add_choice(verb, "--ends", arguments.ends, ends_choices,
             "whether phases wrap around (default periodic)");
  add_number(verb, "--alpha", arguments.alpha,
             "bass, 0 .. 10: larger is smoother; 9 (default) for pulsating stars and asteroids, 0 "
             "for transits");
  verb.add_option(
      "--spans", "S,M,L",
      [&arguments](std::string const& text) { arguments.spans = parse_spans("--spans", text); },
      "the three spans, shares of the points (default 0.05,0.2,0.5)");
  add_number(verb, "--span", arguments.span,
             "one fixed span, in place of a choice of three (default 0: the choice)");
  add_choice(verb, "--ties", arguments.ties, ties_choices,
             "points of equal phase share one fit, or keep their own (default average)");
  add_choice(verb, "--score", arguments.score, score_choices,
             "n/2 (1 - chi2/chi0) (default), or without the n/2");
  add_whole_number(verb, "--candidates", arguments.candidates, {1, engine::most_peaks, 20},
                   "score only windows about the N highest Lomb-Scargle peaks, their halves and "
                   "doubles");
  add_whole_number(verb, "--half-window", arguments.half_window, {0, 1'000'000'000, 10},
                   "with --candidates: steps to either side of each (default 10)");
}

std::vector<ActingOption> Program::acting(Arguments const& arguments,
                                          PeriodsOptions const& options) {
  return {{"--errors", options.errors.has_value()},
          {"--variant", arguments.variant.has_value()},
          {"--ends", arguments.ends.has_value()},
          {"--alpha", arguments.alpha.has_value()},
          {"--spans", arguments.spans.has_value()},
          {"--span", arguments.span.has_value()},
          {"--ties", arguments.ties.has_value()},
          {"--score", arguments.score.has_value()},
          {"--candidates", arguments.candidates.has_value()},
          {"--half-window", arguments.half_window.has_value()}};
}

void Program::check(Arguments const& arguments, PeriodsOptions const& options) {
  constexpr std::string_view one_span =
      "a fixed span is one smooth with the same span everywhere, of which nothing is chosen";
  bool const fixed = arguments.span.value_or(0.0) != 0.0;
  refuse_together("--span", fixed, "--spans", arguments.spans.has_value(), one_span);
  refuse_together("--span", fixed, "--alpha", arguments.alpha.has_value(), one_span);
  refuse_together("--span", fixed, "--variant", arguments.variant.has_value(), one_span);
  refuse_together("--variant single-pass", arguments.variant == SmootherVariant::single_pass,
                  "--ends open", arguments.ends == PhaseEnds::open,
                  "the windows of the single-pass smoother always wrap");
  constexpr std::string_view windows_alone =
      "with candidates the smoother scores windows, of which the best is kept";
  bool const windows = arguments.candidates.has_value();
  refuse_together("--candidates", windows, "--peaks", options.peaks.has_value(), windows_alone);
  refuse_together("--candidates", windows, "--periodogram", !options.periodogram.empty(),
                  windows_alone);
  if (arguments.half_window && !windows) {
    throw UsageError(
        "--half-window does nothing without --candidates (it is the width of the windows about"
        " them). Add --candidates, or leave it out.");
  }
  validate(Program::options(arguments, options));
}

SuperSmootherOptions Program::options(Arguments const& arguments, PeriodsOptions const& options) {
  SuperSmootherOptions smoother;
  smoother.variant = arguments.variant.value_or(smoother.variant);
  smoother.ends = arguments.ends.value_or(smoother.ends);
  smoother.alpha = arguments.alpha.value_or(smoother.alpha);
  smoother.bass_rule = BassRule::real;
  smoother.spans = arguments.spans.value_or(smoother.spans);
  smoother.span = arguments.span.value_or(smoother.span);
  smoother.equal_phases = arguments.ties.value_or(smoother.equal_phases);
  smoother.score = arguments.score.value_or(smoother.score);
  smoother.errors = options.errors.value_or(smoother.errors);
  return smoother;
}

std::string Program::power_name(SuperSmootherOptions const& options) {
  return options.score == SmootherScore::power ? "n/2 (1 - chi2/chi0)" : "1 - chi2/chi0";
}

void Program::shape_fit(SuperSmootherOptions const& options, PeriodPicture& picture) {
  picture.shape =
      options.ends == PhaseEnds::periodic ? FitShape::closed_curve : FitShape::open_curve;
}

}  // namespace siderum::apps
