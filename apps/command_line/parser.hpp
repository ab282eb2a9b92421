// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <siderum/apps/command_line/verb.hpp>

namespace siderum::apps {

/// Hands the values of a command line to the options of the verb that it calls, in the order in
/// which that verb declares them, and returns the verb's action. Lists of files are read here, so
/// that no run can write over what it reads. A call for help or for the version is answered on
/// standard output; the action is empty then.
///
/// Throws UsageError for words that cannot be read, what options throw about their values, and
/// Error where one file has two uses (distinct_files.hpp) or the answer cannot be written.
/// @param version  what --version prints
/// @param words    as check_syntax returns them
Action parse(Verb const& program, std::string const& version,
             std::vector<std::string> const& words);

}  // namespace siderum::apps
