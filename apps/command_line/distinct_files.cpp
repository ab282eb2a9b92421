// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/distinct_files.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/core/error.hpp>
#include <siderum/io/files/file_identity.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/files/output_file.hpp>

namespace siderum::apps {

namespace {

bool are_one(std::optional<io::FileIdentity> const& a, std::optional<io::FileIdentity> const& b) {
  return a && a == b;
}

bool is_standard_input(std::string const& path) {
  constexpr std::array<std::string_view, 4> names{"-", "/dev/stdin", "/dev/fd/0",
                                                  "/proc/self/fd/0"};
  return std::find(names.begin(), names.end(), path) != names.end();
}

/// "--truth", or "standard output".
std::string output_name(NamedFile const& output) {
  return output.path == "-" ? "standard output" : output.option;
}

void check_two_outputs(NamedFile const& first, NamedFile const& second) {
  validate_usage(
      io::stream_of(first.path) != STDOUT_FILENO || io::stream_of(second.path) != STDOUT_FILENO,
      fmt::format("{} and {} both go to standard output (two tables in one stream cannot be told"
                  " apart). Give one of them the name of a file.",
                  first.option, second.option));
  validate_usage(
      !are_one(io::identify(first.path, STDOUT_FILENO), io::identify(second.path, STDOUT_FILENO)),
      fmt::format("{} and {} are the same file '{}' (one would overwrite the other). Give them"
                  " different names.",
                  output_name(first), output_name(second),
                  second.path == "-" ? first.path : second.path));
}

void check_input(std::optional<io::FileIdentity> const& output_identity, NamedFile const& output,
                 NamedFile const& input) {
  if (are_one(output_identity, io::identify(input.path, STDIN_FILENO))) {
    std::string const path = input.path == "-" ? output.path : input.path;
    throw Error(
        fmt::format("{} is the input file '{}' (it would be overwritten). Give another"
                    " name.",
                    output_name(output), io::input_name(path)));
  }
}

}  // namespace

void check_distinct_files(std::vector<NamedFile> const& outputs,
                          std::vector<NamedFile> const& inputs) {
  validate_usage(
      std::count_if(inputs.begin(), inputs.end(),
                    [](NamedFile const& input) { return is_standard_input(input.path); }) <= 1,
      "Standard input is named more than once (it can be read once). Give one of them"
      " as a file.");
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    for (auto other = outputs.begin(); other != output; ++other) {
      check_two_outputs(*other, *output);
    }
    std::optional<io::FileIdentity> const identity = io::identify(output->path, STDOUT_FILENO);
    for (NamedFile const& input : inputs) {
      check_input(identity, *output, input);
    }
  }
}

std::string hard_link_note(std::string const& output) {
  struct stat status {};
  bool const replaced = io::stream_of(output) < 0 && ::stat(output.c_str(), &status) == 0 &&
                        S_ISREG(status.st_mode) && status.st_nlink > 1;
  return replaced ? fmt::format(
                        "'{}' has other names (hard links): it will be replaced, and they keep"
                        " the old content.",
                        output)
                  : std::string();
}

}  // namespace siderum::apps
