// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What the fuzzers share. Each defines LLVMFuzzerTestOneInput (libFuzzer), which hands bytes to
/// one reader. An Error is an answer; every other exception, memory that is not the reader's,
/// behaviour that C++ leaves undefined, and more time or memory than run_fuzzers.py allows are
/// findings.
namespace siderum::fuzz {

/// A file without a name in memory, which lives as long as this object. What is compressed by gzip
/// has one, a link with the ending by which readers know such a FITS file.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view content = {});
  ~MemoryFile();
  MemoryFile(MemoryFile const&) = delete;
  MemoryFile& operator=(MemoryFile const&) = delete;

  /// By which it is opened, for reading and for writing.
  std::string const& path() const { return path_; }

 private:
  int descriptor_;
  std::string path_;
  bool is_link_;
};

/// The bytes of an input.
inline std::string_view text_of(std::uint8_t const* data, std::size_t size) {
  return {reinterpret_cast<char const*>(data), size};
}

/// The same in pieces: words of a command line, values of options.
std::vector<std::string> lines_of(std::string_view text);

/// Does it; false where it ends with Error.
bool accepts(std::function<void()> const& action);

/// Makes a finding of what does not hold.
void require(bool holds, char const* what);

/// Do they have the same bits, but for those of NaN?
bool same_numbers(std::span<double const> first, std::span<double const> second);

}  // namespace siderum::fuzz
