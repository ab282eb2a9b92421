// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "reference/false_alarm_probability.hpp"
#include "support/data.hpp"

namespace siderum::test {

/// What astropy says of one power.
struct GoldenFalseAlarm {
  LightCurve const* curve;
  LombScargleOptions options;
  std::string method;
  double maximum_frequency;
  double power;
  double probability;
  double level;  // NaN: not known
};

inline Normalization normalization_named(std::string const& name) {
  static std::map<std::string, Normalization> const names = {
      {"standard", Normalization::standard}, {"model", Normalization::model},
      {"log", Normalization::log},           {"psd", Normalization::psd},
      {"raw", Normalization::raw},
  };
  return names.at(name);
}

/// The rows of tests/golden/false_alarms.txt; `curves` owns what they point to.
inline std::vector<GoldenFalseAlarm> read_golden_false_alarms(
    std::vector<GoldenLombScargle> const& curves) {
  std::map<std::string, LightCurve const*> by_name;
  for (GoldenLombScargle const& golden : curves) {
    std::string const id = golden.curve.id;  // lomb_scargle_NAME.txt
    by_name[id.substr(13, id.size() - 17)] = &golden.curve;
  }
  std::vector<GoldenFalseAlarm> all;
  for (auto const& row : read_rows(std::string(SIDERUM_GOLDEN) + "/false_alarms.txt")) {
    LombScargleOptions options;
    options.errors = row.at(1) == "yes" ? Errors::use : Errors::ignore;
    options.normalization = normalization_named(row.at(2));
    all.push_back({by_name.at(row.at(0)), options, row.at(3), std::stod(row.at(4)),
                   std::stod(row.at(5)), std::stod(row.at(6)), std::stod(row.at(7))});
  }
  return all;
}

inline reference::FalseAlarm oracle_method(std::string const& name) {
  return name == "naive"    ? reference::FalseAlarm::naive
         : name == "davies" ? reference::FalseAlarm::davies
                            : reference::FalseAlarm::baluev;
}

inline reference::Significance significance_of(LightCurve const& curve,
                                               LombScargleOptions const& options,
                                               double maximum_frequency) {
  return {static_cast<std::int64_t>(curve.time.size()),       curve.time.data(), curve.value.data(),
          curve.error.empty() ? nullptr : curve.error.data(), maximum_frequency, options};
}

}  // namespace siderum::test
