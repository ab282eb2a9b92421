// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

/// Small files that the library keeps for later runs, in the user's cache.
namespace siderum {

struct KeptFile {
  std::string text;
  std::string problem;  ///< why it cannot be read, as a clause: "it is a folder"; empty where it
                        ///< can, and where there is none
};

/// Reads one whole. Waits for nothing: what is no regular file (a pipe) is not opened for reading.
/// @param most  bytes that it may have
KeptFile read_kept_file(std::filesystem::path const& file, std::size_t most);

/// Writes one beside its place, in a folder that is made where it is missing, and renames it, so
/// that no reader sees half of it. Where the file system can (O_TMPFILE) it has no name before it
/// is whole, so that a process that is killed leaves nothing; elsewhere, and for the instant in
/// which it replaces a file, it is called FILE.PROCESS.
/// @return why it is not kept, as a clause; empty where it is
std::string write_kept_file(std::filesystem::path const& file, std::string_view text);

/// Why one cannot be kept there, as far as that shows before it is tried, which changes nothing;
/// empty where nothing does.
std::string hindrance_to_keeping(std::filesystem::path const& file);

}  // namespace siderum
