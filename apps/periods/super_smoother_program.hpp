// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include <siderum/algorithms/periods/super_smoother_options.hpp>
#include <siderum/apps/periods/finder_program.hpp>

namespace siderum::apps {

template <>
struct FinderProgram<SuperSmootherOptions> {
  struct Arguments {
    std::optional<SmootherVariant> variant;
    std::optional<PhaseEnds> ends;
    std::optional<double> alpha;
    std::optional<std::array<double, 3>> spans;
    std::optional<double> span;
    std::optional<EqualPhases> ties;
    std::optional<SmootherScore> score;
    std::optional<std::int64_t> candidates;
    std::optional<std::int64_t> half_window;
  };

  static void add_options(Verb& verb, Arguments& arguments, PeriodsOptions& options);
  static std::vector<ActingOption> acting(Arguments const& arguments,
                                          PeriodsOptions const& options);
  static void check(Arguments const& arguments, PeriodsOptions const& options);
  /// A bass that is no whole number counts in both variants.
  static SuperSmootherOptions options(Arguments const& arguments, PeriodsOptions const& options);
  static std::string power_name(SuperSmootherOptions const& options);
  static void shape_fit(SuperSmootherOptions const& options, PeriodPicture& picture);
};

using SuperSmootherArguments = FinderProgram<SuperSmootherOptions>::Arguments;

}  // namespace siderum::apps
