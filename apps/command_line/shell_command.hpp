// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <siderum/apps/command_line/verb.hpp>

/// Command lines as sentences advise them: words that were given, with some changed.
namespace siderum::apps {

/// A word as a shell must be given it: in quotes where it holds more than plain characters.
std::string shell_quoted(std::string const& word);

/// The words, each quoted where it must be, to be pasted.
std::string shell_command(std::vector<std::string> const& words);

/// The words with another value of an option, or with that option; without it where `value` is
/// empty.
/// @param words  as check_syntax() returns them
std::vector<std::string> with_option(std::vector<std::string> words, std::string const& option,
                                     std::string const& value);

/// The words up to the verb, the one file, and the options of the verb with their values.
/// @param words  as check_syntax() returns them, of a verb that is no part of another
std::vector<std::string> with_file(std::vector<std::string> const& words, Verb const& verb,
                                   std::string const& file);

}  // namespace siderum::apps
