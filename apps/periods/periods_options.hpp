// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <siderum/apps/command_line/choices.hpp>
#include <siderum/apps/periods/finders.hpp>
#include <siderum/apps/periods/frequency_range.hpp>
#include <siderum/apps/periods/periods_choices.hpp>

namespace siderum::apps {

/// The command line of `siderum periods`.
struct PeriodsOptions {
  std::vector<std::string> files;
  io::ReadOptions reading;

  FinderChoice finder = FinderChoice::lomb_scargle;
  FinderArguments finders;
  std::optional<Errors> errors;   ///< overrides the model
  std::optional<int> phase_bins;  ///< of all finders that have them

  std::optional<Model> model;
  std::optional<FitMean> fit_mean;  ///< overrides the model
  std::optional<CenterData> center_data;
  std::optional<Normalization> normalization;

  std::optional<Method> method;  ///< adds the column method
  std::optional<double> tolerance;

  std::optional<int> terms;                                   ///< harmonics of the model (1)
  engine::FalseAlarm false_alarm = engine::FalseAlarm::none;  ///< adds the column fap
  engine::Refine refine = engine::Refine::no;                 ///< adds the column frequency_error

  RangeOptions range;
  std::optional<std::int64_t> peaks;  ///< adds the column rank
  std::vector<engine::FrequencyWindow> excluded;

  std::string output;       ///< empty: standard output
  std::string periodogram;  ///< empty: not kept
  std::string window;       ///< of the spectral window; empty: not kept
  std::string plot;         ///< empty: not drawn

  engine::Execution execution;
  ProgressChoice progress = ProgressChoice::automatic;
  Verbose verbose = Verbose::no;
};

/// The model with its overrides.
LombScargleOptions lomb_scargle_options(PeriodsOptions const& options);

/// The finder that folds, and what it is told; empty for Lomb-Scargle.
std::optional<FinderOptions> finder_options(PeriodsOptions const& options);

/// The search for candidates, where it is asked for.
std::optional<engine::CandidateSearch> candidate_search(PeriodsOptions const& options);

/// Throws UsageError for options that do nothing with the finder, or beside another option, and
/// Error for numbers out of their range.
void check_method(PeriodsOptions const& options);

/// Throws UsageError where options do not go together, as what holds for one sinusoid or one band
/// alone, and Error for a tolerance that is none.
void check_model(PeriodsOptions const& options);

/// Throws Error where an output has an ending that is not known.
void check_files(PeriodsOptions const& options);

}  // namespace siderum::apps
