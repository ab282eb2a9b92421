// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/apps/command_line/command_line.hpp>

namespace siderum::apps {

/// `siderum pairs`.
void add_pairs(CLI::App& program, Action& action);

/// `siderum simulate sky-points`, after add_simulate.
void add_sky_points(CLI::App& program, Action& action);

}  // namespace siderum::apps
