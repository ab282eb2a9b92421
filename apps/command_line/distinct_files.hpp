// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace siderum::apps {

/// A file of a command line and the option that named it.
struct NamedFile {
  std::string option;
  std::string path;  ///< "-": standard input or output
};

/// Throws UsageError where two outputs are one file, by whatever names, links or redirected
/// streams, or go to standard output, or two inputs come from standard input; Error where an output
/// is an input. Devices such as /dev/null may be named twice.
void check_distinct_files(std::vector<NamedFile> const& outputs,
                          std::vector<NamedFile> const& inputs);

/// What to say of an output that will be replaced while other names (hard links) keep the old
/// content; empty for others.
std::string hard_link_note(std::string const& output);

}  // namespace siderum::apps
