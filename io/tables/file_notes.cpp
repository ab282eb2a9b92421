// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/file_notes.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace siderum::io {

void FileNotes::add(std::string const& file, std::string_view text) {
  auto const same = std::find_if(notes_.begin(), notes_.end(),
                                 [text](Note const& note) { return note.text == text; });
  if (same == notes_.end()) {
    notes_.push_back({file, 1, std::string(text)});
  } else {
    ++same->files;
  }
}

std::vector<std::string> FileNotes::sentences() const {
  std::vector<std::string> sentences;
  for (Note const& note : notes_) {
    sentences.push_back(fmt::format("{}: {}", first_of(note.first, note.files), note.text));
  }
  return sentences;
}

std::string first_of(std::string const& file, std::int64_t files) {
  return files > 1 ? fmt::format("{} and {} more file{}", file, files - 1, files == 2 ? "" : "s")
                   : file;
}

std::string taken_by_position(std::string_view roles, std::string_view advice) {
  return fmt::format("without a header the columns were taken as {}. {}", roles, advice);
}

}  // namespace siderum::io
