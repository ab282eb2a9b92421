// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace siderum::apps {

/// The ticks of an axis that shows lower .. upper.
struct AxisTicks {
  std::string command;  ///< gnuplot's "set xtics ..." or "set ytics ..."
  std::string origin;   ///< what the labels are less, as text for the label of the axis; empty: 0
};

/// At most about six ticks, at round numbers. Where the range is so narrow that labels of a few
/// digits would all be the same, they show what is left above a round number below the range.
/// @param axis  'x' or 'y'
AxisTicks axis_ticks(char axis, double lower, double upper);

/// The name of the axis with what its labels are less: "value - 1000", "value + 1240".
std::string less_origin(std::string const& name, AxisTicks const& ticks);

}  // namespace siderum::apps
