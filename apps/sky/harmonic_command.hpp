// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/apps/command_line/command_line.hpp>

namespace siderum::apps {

/// `siderum alm2map`, `map2alm`, `synalm`, `anafast`, `smooth`, `rotate`, `regrade` and `picture`.
void add_alm2map(CLI::App& program, Action& action);
void add_map2alm(CLI::App& program, Action& action);
void add_synalm(CLI::App& program, Action& action);
void add_anafast(CLI::App& program, Action& action);
void add_smooth_map(CLI::App& program, Action& action);
void add_rotate(CLI::App& program, Action& action);
void add_regrade(CLI::App& program, Action& action);
void add_picture(CLI::App& program, Action& action);

}  // namespace siderum::apps
