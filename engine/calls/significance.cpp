// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/significance.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/engine/calls/check_search.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/observers.hpp>
#include <siderum/engine/loader/placement.hpp>
#include <siderum/engine/loader/session.hpp>
#include <siderum/engine/periods.hpp>

namespace siderum::engine {

namespace {

void check_question(LightCurveTable const& curves, NoiseQuestion const& question) {
  check_object(curves, question.object);
  double const highest = question.maximum_frequency;
  SIDERUM_VALIDATE(std::isfinite(highest) && highest > 0.0,
                   "The highest frequency of the search is " + number_text(highest) +
                       " (false alarms are counted from 0 up to it). Give a finite one above 0.");
}

}  // namespace

std::vector<double> log_false_alarms(LightCurveTable const& curves, NoiseQuestion const& question,
                                     std::span<double const> power, Execution const& execution) {
  check_question(curves, question);
  return with_module(on_cpu(execution), [&](Module& module) {
    return module.log_false_alarms(curves, question, power);
  });
}

std::vector<double> false_alarm_levels(LightCurveTable const& curves, NoiseQuestion const& question,
                                       std::span<double const> log_probability,
                                       Execution const& execution) {
  check_question(curves, question);
  return with_module(on_cpu(execution), [&](Module& module) {
    return module.false_alarm_levels(curves, question, log_probability);
  });
}

std::vector<double> noise_densities(LightCurveTable const& curves, NoiseQuestion const& question,
                                    std::span<double const> power, Execution const& execution) {
  check_question(curves, question);
  return with_module(on_cpu(execution), [&](Module& module) {
    return module.noise_densities(curves, question, power);
  });
}

std::vector<double> bootstrap_maxima(LightCurveTable const& curves,
                                     BootstrapQuestion const& question,
                                     Execution const& execution) {
  check_object(curves, question.object);
  validate(question.grid);
  check_memory_fraction(execution);
  SIDERUM_VALIDATE(question.samples >= 1, "The bootstrap has " + std::to_string(question.samples) +
                                              " samples (a probability needs one at least). Ask"
                                              " for more.");
  PeriodSearch search;  // that takes as long
  search.grid = question.grid;
  search.options = question.options;
  search.terms = question.terms;
  search.false_alarm = FalseAlarm::bootstrap;
  search.bootstrap_samples = question.samples;
  WatchedProgress progress(execution.progress);
  Execution here = place(execution, [&](MachineRates const& rates) {
                     return expected_time(curves, search, execution, rates);
                   }).execution;
  here.progress = progress.get();
  std::vector<double> maxima = with_module(
      here, [&](Module& module) { return module.bootstrap_maxima(curves, question, here); });
  SIDERUM_VALIDATE(
      std::none_of(maxima.begin(), maxima.end(),
                   [](double maximum) { return std::isnan(maximum); }),
      "The object cannot be searched, nor what is drawn of it (its values are equal, or"
      " too few). Leave the bootstrap out.");
  std::sort(maxima.begin(), maxima.end());
  return maxima;
}

}  // namespace siderum::engine
