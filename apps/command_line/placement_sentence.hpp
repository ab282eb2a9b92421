// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/apps/command_line/choices.hpp>
#include <siderum/engine/execution.hpp>

namespace siderum::apps {

/// "computed on OpenMP, 2 threads, backend portable: it was asked for."
std::string placement_sentence(engine::Placement const& placement);

/// The sentence as a message, for who wants to know; before it, for everybody, that measurements by
/// which the place was chosen are not used.
void tell_where(Verbose verbose, engine::Placement const& placement);

}  // namespace siderum::apps
