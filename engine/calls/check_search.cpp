// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/calls/check_search.hpp>

#include <cmath>
#include <string>
#include <variant>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/engine/periods.hpp>

namespace siderum::engine {

namespace {

bool has_formula(FalseAlarm method) {
  return method != FalseAlarm::none && method != FalseAlarm::bootstrap;
}

void check_lomb_scargle(PeriodSearch const& search) {
  SIDERUM_VALIDATE(!search.candidates,
                   "The search for candidates has no finder (the Super Smoother scores them). Set"
                   " it as the finder, or leave the candidates out.");
  bool const is_banded = search.bands == Bands::use;
  SIDERUM_VALIDATE(is_banded || search.terms >= 1,
                   "The model has " + std::to_string(search.terms) +
                       " harmonics (one is the least). Ask for 1 or more.");
  SIDERUM_VALIDATE(
      !is_banded || (search.refine == Refine::no && search.false_alarm == FalseAlarm::none),
      "Bands do not go with refined peaks and false alarms (they know the model of one"
      " band). Leave them out, or search the bands apart.");
  SIDERUM_VALIDATE(!has_formula(search.false_alarm) || search.terms == 1,
                   "There is no formula for the false alarms of " + std::to_string(search.terms) +
                       " harmonics (the formulas hold for one sinusoid). Ask for the bootstrap, or"
                       " for one harmonic.");
  SIDERUM_VALIDATE(search.false_alarm != FalseAlarm::bootstrap || search.bootstrap_samples >= 1,
                   "The bootstrap has " + std::to_string(search.bootstrap_samples) +
                       " samples (a probability needs one at least). Ask for more.");
}

void check_candidates(PeriodSearch const& search) {
  SIDERUM_VALIDATE(std::holds_alternative<SuperSmootherOptions>(*search.finder),
                   "The search for candidates has another finder than the Super Smoother (which"
                   " alone scores them). Set that one, or leave the candidates out.");
  SIDERUM_VALIDATE(search.peaks == 1 && !search.sink,
                   "Candidates do not go with several peaks and the periodogram (the smoother"
                   " scores windows, of which the best is kept). Leave them out.");
  auto const [peaks, half_window] = *search.candidates;
  SIDERUM_VALIDATE(
      peaks >= 1 && peaks <= most_peaks && half_window >= 0 && half_window <= most_half_window,
      "There cannot be " + std::to_string(peaks) + " candidates with windows of " +
          std::to_string(half_window) + " steps to either side (1 to " +
          std::to_string(most_peaks) + " of them can have 0 to " +
          std::to_string(most_half_window) + " steps). Ask for numbers in these ranges.");
}

void check_finder(PeriodSearch const& search) {
  SIDERUM_VALIDATE(search.terms == 1 && search.bands == Bands::ignore &&
                       search.refine == Refine::no && search.false_alarm == FalseAlarm::none,
                   "The search has a finder, and harmonics, bands, refined peaks or false alarms"
                   " (these are of Lomb-Scargle alone). Leave the finder or the others out.");
  if (search.candidates) {
    check_candidates(search);
  }
}

}  // namespace

void check_search(LightCurveTable const& curves, PeriodSearch const& search) {
  validate(curves);
  validate(search.grid);
  check_peaks(search.peaks);
  for (FrequencyWindow const& window : search.excluded) {
    SIDERUM_VALIDATE(std::isfinite(window.frequency) && window.half_width >= 0.0,
                     "The excluded frequencies " + number_text(window.frequency) + " +- " +
                         number_text(window.half_width) +
                         " are no range (a centre is finite, a half width not below 0). Give such"
                         " numbers.");
  }
  search.finder ? check_finder(search) : check_lomb_scargle(search);
}

void check_peaks(std::int64_t peaks) {
  SIDERUM_VALIDATE(peaks >= 1 && peaks <= most_peaks,
                   "There cannot be " + std::to_string(peaks) +
                       " peaks of each object (each costs a pass; " + std::to_string(most_peaks) +
                       " are the most). Write the periodogram and sort it.");
}

void check_object(LightCurveTable const& curves, std::int64_t object) {
  validate(curves);
  SIDERUM_VALIDATE(object >= 0 && object < curves.objects(),
                   "There is no object " + std::to_string(object) + " (the table has " +
                       std::to_string(curves.objects()) +
                       ", counted from 0). Give the number of one of them.");
}

void check_memory_fraction(Execution const& execution) {
  SIDERUM_VALIDATE(execution.memory_fraction > 0.0 && execution.memory_fraction <= 1.0,
                   "The memory fraction is " + number_text(execution.memory_fraction) +
                       " (it is a share of the free memory). Give a number above 0, at most 1.");
}

}  // namespace siderum::engine
