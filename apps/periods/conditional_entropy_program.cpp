// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/conditional_entropy_program.hpp>

#include <siderum/apps/command_line/verb_options.hpp>
#include <siderum/apps/periods/periods_options.hpp>
#include <siderum/apps/pictures/plot.hpp>

namespace siderum::apps {

using Program = FinderProgram<ConditionalEntropyOptions>;

void Program::add_options(Verb& verb, Arguments& arguments, PeriodsOptions&) {
  add_whole_number(verb, "--value-bins", arguments.value_bins, {2, 16, 5},
                   "conditional-entropy: bins of the values (default 5)");
}

std::vector<ActingOption> Program::acting(Arguments const& arguments,
                                          PeriodsOptions const& options) {
  return {{"--phase-bins", options.phase_bins.has_value()},
          {"--value-bins", arguments.value_bins.has_value()}};
}

ConditionalEntropyOptions Program::options(Arguments const& arguments,
                                           PeriodsOptions const& options) {
  ConditionalEntropyOptions entropy;
  entropy.phase_bins = options.phase_bins.value_or(entropy.phase_bins);
  entropy.value_bins = arguments.value_bins.value_or(entropy.value_bins);
  return entropy;
}

std::string Program::power_name(ConditionalEntropyOptions const&) {
  return "-H";
}

void Program::shape_fit(ConditionalEntropyOptions const&, PeriodPicture& picture) {
  picture.shape = FitShape::none;
}

}  // namespace siderum::apps
