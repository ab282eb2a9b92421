// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace siderum::io {

/// What readers tell about their files besides what is in them, for the program to show. What is
/// said of several files becomes one sentence.
class FileNotes {
 public:
  /// @param text  what follows "FILE: "
  void add(std::string const& file, std::string_view text);

  /// "a.csv and 2 more files: without a header ...".
  std::vector<std::string> sentences() const;

 private:
  struct Note {
    std::string first;  ///< file
    std::int64_t files;
    std::string text;
  };
  std::vector<Note> notes_;
};

/// "a.csv", "a.csv and 1 more file".
std::string first_of(std::string const& file, std::int64_t files);

/// That columns were taken by their places, as every reader says it.
/// @param roles   "ra, dec": of the columns in their order
/// @param advice  what to do if that is wrong, a whole sentence
std::string taken_by_position(std::string_view roles, std::string_view advice);

}  // namespace siderum::io
