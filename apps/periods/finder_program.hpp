// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/core/light_curve_table.hpp>

namespace siderum::apps {

class Verb;
struct PeriodPicture;
struct PeriodsOptions;

/// An option of the command line that acts with some finders alone.
struct ActingOption {
  std::string_view name;
  bool given;
};

/// The program's side of the finder with these options. Each finder has a specialisation in a file
/// of its own, with static functions:
///
///     struct Arguments            what the command line says to it alone
///     add_options(verb, Arguments&, PeriodsOptions&)     declares its options, and those that it
///                                 shares with finders behind it in the table
///     acting(Arguments, PeriodsOptions)                  a vector of the ActingOption
///     check(Arguments, PeriodsOptions)                   throws for what does not go together
///     options(Arguments, PeriodsOptions)                 the Options
///     power_name(Options)                                for the axis of a picture
///     shape_fit(Options, PeriodPicture&)                 how the curve that it fits is drawn
template <class Options>
struct FinderProgram;

/// Throws UsageError where both options are given.
void refuse_together(std::string_view option, bool given, std::string_view other, bool other_given,
                     std::string_view why);

}  // namespace siderum::apps
