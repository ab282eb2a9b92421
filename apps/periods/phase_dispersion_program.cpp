// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/phase_dispersion_program.hpp>

#include <siderum/apps/command_line/verb_options.hpp>
#include <siderum/apps/periods/periods_options.hpp>
#include <siderum/apps/pictures/plot.hpp>

namespace siderum::apps {

using Program = FinderProgram<PhaseDispersionOptions>;

void Program::add_options(Verb& verb, Arguments&, PeriodsOptions& options) {
  add_whole_number(verb, "--phase-bins", options.phase_bins, {2, 64, 10},
                   "pdm, conditional-entropy: bins of phase (default 10)");
}

std::vector<ActingOption> Program::acting(Arguments const&, PeriodsOptions const& options) {
  return {{"--phase-bins", options.phase_bins.has_value()}};
}

PhaseDispersionOptions Program::options(Arguments const&, PeriodsOptions const& options) {
  PhaseDispersionOptions dispersion;
  dispersion.bins = options.phase_bins.value_or(dispersion.bins);
  return dispersion;
}

std::string Program::power_name(PhaseDispersionOptions const&) {
  return "1 - theta";
}

void Program::shape_fit(PhaseDispersionOptions const& options, PeriodPicture& picture) {
  picture.shape = FitShape::steps;
  picture.phase_bins = options.bins;
}

}  // namespace siderum::apps
