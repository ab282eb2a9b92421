// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/distinct_files.hpp>

#include <filesystem>

#include <fmt/format.h>

#include <siderum/core/error.hpp>

namespace siderum::apps {

namespace {

namespace filesystem = std::filesystem;

/// The path in one spelling, whether or not the file is there; empty for what is no file.
std::string identity(std::string const& path) {
  std::error_code ignored;
  if (path.empty() || path == "-" ||
      (filesystem::exists(path, ignored) && !filesystem::is_regular_file(path, ignored))) {
    return {};
  }
  return filesystem::weakly_canonical(filesystem::absolute(path, ignored), ignored).string();
}

bool is_standard_output(std::string const& path) {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

}  // namespace

bool same_file(std::string const& first, std::string const& second) {
  std::string const first_name = identity(first);
  std::string const second_name = identity(second);
  if (first_name.empty() || second_name.empty()) {
    return false;
  }
  std::error_code ignored;
  return first_name == second_name || filesystem::equivalent(first, second, ignored);
}

void check_distinct_files(std::vector<NamedOutput> const& outputs,
                          std::vector<std::string> const& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    auto const& [option, path] = outputs[i];
    for (std::size_t j = 0; j < i; ++j) {
      SIDERUM_VALIDATE(!is_standard_output(path) || !is_standard_output(outputs[j].path),
                       fmt::format("{} and {} both go to standard output (two tables in one stream"
                                   " cannot be told apart). Give one of them the name of a file.",
                                   outputs[j].option, option));
      SIDERUM_VALIDATE(!same_file(path, outputs[j].path),
                       fmt::format("{} and {} are the same file '{}' (one would overwrite the"
                                   " other). Give them different names.",
                                   outputs[j].option, option, path));
    }
    for (std::string const& input : inputs) {
      SIDERUM_VALIDATE(!same_file(path, input),
                       fmt::format("{} is the input file '{}' (it would be overwritten). Give"
                                   " another name.",
                                   option, path));
    }
  }
}

}  // namespace siderum::apps
