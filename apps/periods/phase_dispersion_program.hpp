// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/phase_dispersion_options.hpp>
#include <siderum/apps/periods/finder_program.hpp>

namespace siderum::apps {

template <>
struct FinderProgram<PhaseDispersionOptions> {
  struct Arguments {};

  static void add_options(Verb& verb, Arguments& arguments, PeriodsOptions& options);
  static std::vector<ActingOption> acting(Arguments const& arguments,
                                          PeriodsOptions const& options);
  static void check(Arguments const&, PeriodsOptions const&) {}
  static PhaseDispersionOptions options(Arguments const& arguments, PeriodsOptions const& options);
  static std::string power_name(PhaseDispersionOptions const& options);
  static void shape_fit(PhaseDispersionOptions const& options, PeriodPicture& picture);
};

}  // namespace siderum::apps
