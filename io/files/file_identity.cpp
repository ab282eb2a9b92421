// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/file_identity.hpp>

#include <cerrno>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <siderum/core/error.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/files/output_file.hpp>

namespace siderum::io {

namespace {

/// Of what is no file.
FileIdentity named(std::string const& path) {
  std::error_code ignored;
  return {
      0, 0,
      path == "-" ? path : std::filesystem::absolute(path, ignored).lexically_normal().string()};
}

}  // namespace

std::optional<FileIdentity> identify(std::string const& path, int stream) {
  struct stat status {};
  if ((path == "-" ? ::fstat(stream, &status) : ::stat(path.c_str(), &status)) == 0) {
    return S_ISREG(status.st_mode)
               ? std::optional(FileIdentity(status.st_dev, status.st_ino, std::string()))
               : std::nullopt;
  }
  if (path.empty() || path == "-" || errno != ENOENT) {
    return {};
  }
  std::filesystem::path const target = follow_links(path);
  std::filesystem::path const folder = target.parent_path();
  return ::stat(folder.empty() ? "." : folder.c_str(), &status) == 0
             ? std::optional(FileIdentity(status.st_dev, status.st_ino, target.filename().string()))
             : std::nullopt;
}

bool same_file(std::string const& first, std::string const& second) {
  std::optional<FileIdentity> const identity = identify(first, STDIN_FILENO);
  return identity && identity == identify(second, STDIN_FILENO);
}

void refuse_repeated(std::vector<std::string> const& files) {
  std::map<FileIdentity, std::string const*> known;
  for (std::string const& file : files) {
    std::optional<FileIdentity> const identity = identify(file, STDIN_FILENO);
    auto const [entry, is_new] = known.emplace(identity ? *identity : named(file), &file);
    if (is_new) {
      continue;
    }
    std::string const name = input_name(file);
    std::string const other = input_name(*entry->second);
    throw Error(fmt::format("{} ({}). Name it once.",
                            name == other ? name + " is named twice"
                                          : fmt::format("{} and {} are one file", other, name),
                            name == other && file == "-" ? "it can be read only once"
                                                         : "its points would count twice"));
  }
}

}  // namespace siderum::io
