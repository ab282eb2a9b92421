// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/apps/command_line/verb_options.hpp>

namespace siderum::apps {

/// `siderum alm2map`, `map2alm`, `synalm`, `anafast`, `smooth`, `rotate`, `regrade` and `picture`.
void add_alm2map(Verb& program);
void add_map2alm(Verb& program);
void add_synalm(Verb& program);
void add_anafast(Verb& program);
void add_smooth_map(Verb& program);
void add_rotate(Verb& program);
void add_regrade(Verb& program);
void add_picture(Verb& program);

}  // namespace siderum::apps
