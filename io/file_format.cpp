// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/file_format.hpp>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/input_file.hpp>

namespace siderum::io {
namespace {

bool ends_with(std::string const& path, std::string_view ending) {
  if (path.size() < ending.size()) {
    return false;
  }
  std::size_t const start = path.size() - ending.size();
  for (std::size_t i = 0; i < ending.size(); ++i) {
    char const letter = path[start + i];
    if ((letter >= 'A' && letter <= 'Z' ? letter + 32 : letter) != ending[i]) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool has_fits_ending(std::string const& path) {
  return ends_with(path, ".fits") || ends_with(path, ".fit");
}

FileFormat detect_format(std::string const& path, std::string_view bytes) {
  if (bytes.starts_with("SIMPLE  =") || has_fits_ending(path) || ends_with(path, ".fits.gz") ||
      ends_with(path, ".fit.gz")) {
    return FileFormat::fits;
  }
  bool const gzip = bytes.starts_with("\x1F\x8B");
  if (gzip || bytes.starts_with("BZh") || bytes.starts_with("\x28\xB5\x2F\xFD") ||
      bytes.starts_with("\xFD"
                        "7zXZ")) {
    throw Error(
        fmt::format("{} is compressed (only FITS files may be). Decompress it first, for "
                    "example into standard input, named -.",
                    input_name(path)));
  }
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    throw Error(fmt::format("{} is text in UTF-16 (UTF-8 or ASCII is read). Convert it first.",
                            input_name(path)));
  }
  return FileFormat::text;
}

}  // namespace siderum::io
