// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <siderum/apps/command_line/verb_options.hpp>

namespace siderum::apps {

/// `siderum periods`.
/// @param command  the words of the command line; read when the verb acts, so that it must live
void add_periods(Verb& program, std::vector<std::string> const& command);

/// `siderum simulate light-curves`.
void add_light_curves(Verb& simulate);

}  // namespace siderum::apps
