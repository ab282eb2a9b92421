// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <siderum/apps/command_line/verb.hpp>

namespace siderum::apps {

/// Reads the words of a command line against the verbs and options that were declared, before their
/// values are taken. Throws UsageError, in a sentence that names the help of the verb, for a verb
/// or an option that is missing, unknown, out of place or given twice, for an option without a
/// value, and for too few or too many arguments.
///
/// Returns the same command line in words that parse() understands in the same way: without what
/// stands beside a call for help or the version, and without --, the files after which are written
/// as ./-name.
/// @param words  the program's name first, here and in the result
std::vector<std::string> check_syntax(Verb const& program, std::vector<std::string> const& words);

}  // namespace siderum::apps
