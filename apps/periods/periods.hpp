// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <siderum/apps/command_line/verb.hpp>
#include <siderum/apps/periods/periods_options.hpp>

namespace siderum::apps {

/// `siderum periods`: reads the light curves, searches them, writes what was asked for.
///
/// All input is read and checked and all outputs are opened before the search begins; files take
/// their names when everything is computed. Throws Error, and UsageError where no range was given.
/// @param command  the words of the command line, for sentences that advise another one
/// @param verb     that they call
void run_periods(PeriodsOptions const& options, std::vector<std::string> const& command,
                 Verb const& verb);

}  // namespace siderum::apps
