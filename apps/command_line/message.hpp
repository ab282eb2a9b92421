// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace siderum::apps {

/// A sentence that is safe to show: names of files and ids in it may hold characters that command
/// the terminal, which become "?".
std::string printable(std::string_view sentence);

/// "siderum: " and the sentence on standard error, as a line of its own.
void print_message(std::string_view sentence) noexcept;

/// Writes as much as can be written: no result is lost because a message is. Neither throws nor
/// ends the program where nobody reads, as SIGPIPE would.
void write_quietly(int descriptor, std::string_view text) noexcept;

/// Each of them.
void print_messages(std::vector<std::string> const& sentences);

}  // namespace siderum::apps
