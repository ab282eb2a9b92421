// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/engine/machine.hpp>

namespace siderum::apps {

/// The report as `siderum info` prints it: one fact a line, names in a column of their own.
std::string info_text(engine::BuildReport const& report);

}  // namespace siderum::apps
