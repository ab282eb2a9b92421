// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/apps/command_line/verb_options.hpp>

namespace siderum::apps {

/// `siderum pairs`.
void add_pairs(Verb& program);

/// `siderum simulate sky-points`.
void add_sky_points(Verb& simulate);

}  // namespace siderum::apps
