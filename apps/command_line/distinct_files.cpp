// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/distinct_files.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <siderum/core/error.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/files/output_file.hpp>

namespace siderum::apps {

namespace {

/// Which file it is: by its number where it is there, else by that of its folder and its name, with
/// links followed. Equal to nothing for what is no file, and where the system does not say.
class Identity {
 public:
  /// @param stream  the descriptor that "-" stands for
  Identity(std::string const& path, int stream) {
    struct stat status {};
    if ((path == "-" ? ::fstat(stream, &status) : ::stat(path.c_str(), &status)) == 0) {
      is_file_ = S_ISREG(status.st_mode);
    } else if (!path.empty() && path != "-" && errno == ENOENT) {
      std::filesystem::path const target = io::follow_links(path);
      std::filesystem::path const folder = target.parent_path();
      name_ = target.filename().string();
      is_file_ = ::stat(folder.empty() ? "." : folder.c_str(), &status) == 0;
    }
    number_ = {status.st_dev, status.st_ino};
  }

  friend bool operator==(Identity const& a, Identity const& b) {
    return a.is_file_ && b.is_file_ && a.number_ == b.number_ && a.name_ == b.name_;
  }

 private:
  bool is_file_ = false;
  std::pair<dev_t, ino_t> number_{};  ///< of the file, or of its folder
  std::string name_;                  ///< of a file that is not there
};

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
  SIDERUM_VALIDATE(
      io::stream_of(first.path) != STDOUT_FILENO || io::stream_of(second.path) != STDOUT_FILENO,
      fmt::format("{} and {} both go to standard output (two tables in one stream cannot be told"
                  " apart). Give one of them the name of a file.",
                  first.option, second.option));
  SIDERUM_VALIDATE(
      !(Identity(first.path, STDOUT_FILENO) == Identity(second.path, STDOUT_FILENO)),
      fmt::format("{} and {} are the same file '{}' (one would overwrite the other). Give them"
                  " different names.",
                  output_name(first), output_name(second),
                  second.path == "-" ? first.path : second.path));
}

void check_input(Identity const& output_identity, NamedFile const& output, NamedFile const& input) {
  if (output_identity == Identity(input.path, STDIN_FILENO)) {
    std::string const path = input.path == "-" ? output.path : input.path;
    throw Error(
        fmt::format("{} is the input file '{}' (it would be overwritten). Give another"
                    " name.",
                    output_name(output), io::input_name(path)));
  }
}

}  // namespace

bool same_file(std::string const& first, std::string const& second) {
  return first != "-" && second != "-" &&
         Identity(first, STDIN_FILENO) == Identity(second, STDIN_FILENO);
}

void check_distinct_files(std::vector<NamedFile> const& outputs,
                          std::vector<NamedFile> const& inputs) {
  SIDERUM_VALIDATE(
      std::count_if(inputs.begin(), inputs.end(),
                    [](NamedFile const& input) { return is_standard_input(input.path); }) <= 1,
      "Standard input is named more than once (it can be read once). Give one of them"
      " as a file.");
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    for (auto other = outputs.begin(); other != output; ++other) {
      check_two_outputs(*other, *output);
    }
    Identity const identity(output->path, STDOUT_FILENO);
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
