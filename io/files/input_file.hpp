// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace siderum::io {

/// The bytes of a file or, for "-", of standard input, for as long as this object lives.
///
/// Regular files are mapped, not copied; pipes are read whole. Throws Error where it cannot be
/// read.
/// @param instead_of_folder  what to do where it is a folder
class InputFile {
 public:
  explicit InputFile(std::string const& path,
                     std::string_view instead_of_folder = "Name a file in it.");
  ~InputFile();
  InputFile(InputFile const&) = delete;
  InputFile& operator=(InputFile const&) = delete;

  std::string_view bytes() const { return bytes_; }

 private:
  void read_whole(int descriptor);

  std::string name_;
  std::string_view bytes_;
  std::string copy_;
  void* mapping_ = nullptr;
  std::size_t mapped_size_ = 0;
};

/// How sentences call a path: itself, or "standard input".
std::string input_name(std::string const& path);

/// What a file without ids calls its object: its name without folder and ending. An ending that
/// begins with a digit belongs to the name (star.0001); .gz is taken off first.
std::string object_name(std::string const& path);

}  // namespace siderum::io
