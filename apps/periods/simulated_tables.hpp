// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/simulate_light_curves.hpp>
#include <siderum/algorithms/periods/simulate_variables.hpp>
#include <siderum/io/tables/table.hpp>

namespace siderum::apps {

/// id, time, value, error: one row per point. The ids are numbers from 1.
io::Table light_curve_table(SimulatedSurvey&& survey);
io::Table light_curve_table(SimulatedVariables&& survey);

/// id, points, rotation_period_h, light_curve_period_d, amplitude: one row per object.
io::Table truth_table(SimulatedSurvey const& survey);

/// id, points, shape, period_d, amplitude: one row per object.
io::Table truth_table(SimulatedVariables const& survey);

}  // namespace siderum::apps
