// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <siderum/apps/periods/periods_options.hpp>
#include <siderum/apps/command_line/usage_error.hpp>

namespace siderum::apps {

namespace {

/// An option of the method, and whether it does anything with the finder.
struct MethodOption {
  std::string_view name;
  bool given;
  bool acts;
  std::string_view wants;  ///< what it acts with
};

std::vector<MethodOption> method_options(PeriodsOptions const& options) {
  bool const sinusoids = options.finder == Finder::lomb_scargle;
  bool const smoother = options.finder == Finder::super_smoother;
  bool const entropy = options.finder == Finder::conditional_entropy;
  bool const bins = options.finder == Finder::phase_dispersion || entropy;
  bool const searched = sinusoids || (smoother && options.candidates.has_value());
  constexpr std::string_view to_lomb_scargle = "--finder lomb-scargle";
  constexpr std::string_view to_sinusoids =
      "--finder lomb-scargle, or with --finder super-smoother and --candidates";
  constexpr std::string_view to_smoother = "--finder super-smoother";
  return {
      {"--model", options.model.has_value(), searched, to_sinusoids},
      {"--fit-mean", options.fit_mean.has_value(), searched, to_sinusoids},
      {"--center-data", options.center_data.has_value(), searched, to_sinusoids},
      {"--normalization", options.normalization.has_value(), sinusoids, to_lomb_scargle},
      {"--method", options.method.has_value(), searched, to_sinusoids},
      {"--tolerance", options.tolerance.has_value(), searched, to_sinusoids},
      {"--nterms", options.terms.has_value(), sinusoids, to_lomb_scargle},
      {"--band-column", !options.reading.band_column.empty(), sinusoids, to_lomb_scargle},
      {"--refine", options.refine != Refine::no, sinusoids, to_lomb_scargle},
      {"--fap", options.false_alarm != FalseAlarm::none, sinusoids, to_lomb_scargle},
      {"--errors", options.errors.has_value(), sinusoids || smoother,
       "--finder lomb-scargle and super-smoother"},
      {"--variant", options.variant.has_value(), smoother, to_smoother},
      {"--ends", options.ends.has_value(), smoother, to_smoother},
      {"--alpha", options.alpha.has_value(), smoother, to_smoother},
      {"--spans", options.spans.has_value(), smoother, to_smoother},
      {"--span", options.span.has_value(), smoother, to_smoother},
      {"--ties", options.ties.has_value(), smoother, to_smoother},
      {"--score", options.score.has_value(), smoother, to_smoother},
      {"--candidates", options.candidates.has_value(), smoother, to_smoother},
      {"--half-window", options.half_window.has_value(), smoother, to_smoother},
      {"--phase-bins", options.phase_bins.has_value(), bins,
       "--finder pdm and conditional-entropy"},
      {"--value-bins", options.value_bins.has_value(), entropy, "--finder conditional-entropy"},
  };
}

void refuse_together(std::string_view option, bool given, std::string_view other, bool other_given,
                     std::string_view why) {
  if (given && other_given) {
    throw UsageError(fmt::format("{} and {} do not go together ({}). Leave one of them out.",
                                 option, other, why));
  }
}

void check_combinations(PeriodsOptions const& options) {
  constexpr std::string_view one_span =
      "a fixed span is one smooth with the same span everywhere, of which nothing is chosen";
  bool const fixed = options.span.value_or(0.0) != 0.0;
  refuse_together("--span", fixed, "--spans", options.spans.has_value(), one_span);
  refuse_together("--span", fixed, "--alpha", options.alpha.has_value(), one_span);
  refuse_together("--span", fixed, "--variant", options.variant.has_value(), one_span);
  constexpr std::string_view windows_alone =
      "with candidates the smoother scores windows, of which the best is kept";
  bool const windows = options.candidates.has_value();
  refuse_together("--candidates", windows, "--peaks", options.peaks.has_value(), windows_alone);
  refuse_together("--candidates", windows, "--periodogram", !options.periodogram.empty(),
                  windows_alone);
  if (options.half_window && !windows) {
    throw UsageError(
        "--half-window does nothing without --candidates (it is the width of the windows about"
        " them). Add --candidates, or leave it out.");
  }
}

}  // namespace

LombScargleOptions lomb_scargle_options(PeriodsOptions const& options) {
  LombScargleOptions method =
      options.model == Model::standard ? standard_periodogram() : generalized_periodogram();
  method.fit_mean = options.fit_mean.value_or(method.fit_mean);
  method.errors = options.errors.value_or(method.errors);
  method.center_data = options.center_data.value_or(method.center_data);
  method.normalization = options.normalization.value_or(method.normalization);
  method.method = options.method.value_or(method.method);
  method.tolerance = options.tolerance.value_or(method.tolerance);
  return method;
}

FoldingOptions folding_options(PeriodsOptions const& options) {
  FoldingOptions folding;
  SuperSmootherOptions& smoother = folding.super_smoother;
  smoother.variant = options.variant.value_or(smoother.variant);
  smoother.ends = options.ends.value_or(smoother.ends);
  smoother.alpha = options.alpha.value_or(smoother.alpha);
  smoother.bass_rule = BassRule::real;
  smoother.spans = options.spans.value_or(smoother.spans);
  smoother.span = options.span.value_or(smoother.span);
  smoother.equal_phases = options.ties.value_or(smoother.equal_phases);
  smoother.score = options.score.value_or(smoother.score);
  smoother.errors = options.errors.value_or(smoother.errors);
  if (options.candidates) {
    folding.candidates = CandidateSearch{*options.candidates};
    folding.candidates->half_window = options.half_window.value_or(folding.candidates->half_window);
  }
  folding.phase_bins = options.phase_bins.value_or(folding.phase_bins);
  folding.value_bins = options.value_bins.value_or(folding.value_bins);
  return folding;
}

void check_method(PeriodsOptions const& options) {
  for (MethodOption const& option : method_options(options)) {
    if (option.given && !option.acts) {
      throw UsageError(
          fmt::format("{} does nothing with --finder {} (it acts with {}). Leave it out, or choose"
                      " another finder.",
                      option.name, name_of(options.finder, finder_choices), option.wants));
    }
  }
  check_combinations(options);
  validate(folding_options(options).super_smoother);
  SIDERUM_VALIDATE(options.finder == Finder::lomb_scargle || options.range.fmin != 0.0,
                   fmt::format("--fmin is 0 (its period is infinite, and --finder {} folds with"
                               " it). Begin above 0.",
                               name_of(options.finder, finder_choices)));
}

}  // namespace siderum::apps
