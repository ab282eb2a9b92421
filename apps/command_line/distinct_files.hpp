// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace siderum::apps {

/// An output and the option that named it.
struct NamedOutput {
  std::string option;
  std::string path;  ///< empty: not asked for; "-": standard output
};

/// Are two paths one file, however they are spelled? Devices and streams are never.
bool same_file(std::string const& first, std::string const& second);

/// Throws Error where two outputs, or an output and an input, are one file, however their paths are
/// spelled, or two outputs are standard output. Devices such as /dev/null may be named twice.
void check_distinct_files(std::vector<NamedOutput> const& outputs,
                          std::vector<std::string> const& inputs);

}  // namespace siderum::apps
