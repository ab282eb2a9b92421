// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>

namespace siderum::reference {

enum class FalseAlarm { naive, davies, baluev };

/// One search for periods: the formulas of Baluev 2008, MNRAS 385, 1279, as they are printed.
struct Significance {
  std::int64_t points;
  double const* time;
  double const* value;
  double const* error;  ///< may be null
  double maximum_frequency;
  LombScargleOptions options;  ///< with the normalization of the powers
};

/// The probability itself, to the 1e-4932 of a long double; davies is not held to 1.
long double false_alarm_probability(FalseAlarm method, Significance const& search,
                                    long double power);

}  // namespace siderum::reference
