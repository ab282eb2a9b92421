// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/periods_options.hpp>

#include <fmt/format.h>

#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/periods/periodogram_writer.hpp>
#include <siderum/apps/pictures/plot.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>

namespace siderum::apps {

void check_model(PeriodsOptions const& options) {
  bool const banded = !options.reading.band_column.empty();
  int const terms = options.terms.value_or(1);
  bool const formula = options.false_alarm != engine::FalseAlarm::none &&
                       options.false_alarm != engine::FalseAlarm::bootstrap;
  validate_usage(!banded || (options.false_alarm == engine::FalseAlarm::none &&
                             options.refine == engine::Refine::no),
                 "--band-column does not go with --fap and --refine (they know the model of one"
                 " band). Leave them out, or search the bands apart.");
  validate_usage(!banded || terms <= 6,
                 "--nterms is above 6 (the model of several bands has at most 6 harmonics). Give"
                 " fewer, or leave --band-column out.");
  validate_usage(!formula || terms == 1,
                 "--fap has no formula for several harmonics (the formulas hold for one"
                 " sinusoid). Use --fap bootstrap, or --nterms 1.");
  validate_usage(options.plot.empty() || (!banded && terms == 1),
                 "--plot draws one sinusoid (the model has several harmonics or bands). Leave"
                 " --plot out; --periodogram keeps the powers.");
  validate_usage(!banded || !options.fit_mean.has_value(),
                 "--fit-mean does nothing with --band-column (the model always fits the mean of"
                 " each band). Leave it out.");
  validate_usage(
      !options.tolerance || (options.method.value_or(Method::automatic) != Method::direct &&
                             options.method != Method::product),
      "--tolerance does nothing with a method that is exact to rounding (it is that of"
      " nufft). Leave it out, or use --method nufft or automatic.");
  double const tolerance = options.tolerance.value_or(0.5);
  SIDERUM_VALIDATE(tolerance > 0.0 && tolerance < 1.0,
                   fmt::format("--tolerance is {} (it is the largest error of a power, in units of"
                               " the largest one). Give a number between 0 and 1, for example 1e-9,"
                               " or --method direct, which is exact.",
                               number_text(tolerance)));
}

void check_files(PeriodsOptions const& options) {
  if (!options.periodogram.empty()) {
    validate_periodogram_path(options.periodogram);
  }
  if (!options.window.empty()) {
    validate_periodogram_path(options.window, "--window");
  }
  if (!options.plot.empty()) {
    validate_picture_path(options.plot);
  }
}

}  // namespace siderum::apps
