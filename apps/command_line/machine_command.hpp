// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/apps/command_line/verb_options.hpp>

namespace siderum::apps {

/// `siderum info` and `siderum tune`, which are about the machine alone.
void add_info(Verb& program);
void add_tune(Verb& program);

}  // namespace siderum::apps
