// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace siderum::io {

/// Says that the system lets a file not be opened or read, and what helps.
/// @param reason  of the system (errno)
[[noreturn]] void refuse_unread(std::string const& name, int reason);

/// A file or, for "-", standard input, whose bytes are read into memory of its own as they are
/// asked for: the beginning, all of them, or one window after the other.
///
/// All functions throw Error, with the file's name, where it cannot be read, and where a regular
/// file is written to, cut or extended while it is read: what was read may then be neither the old
/// nor the new content. Nothing is mapped, because bytes of a mapping that a file lost end the
/// process.
class InputFile {
 public:
  /// Opens the file and reads its beginning.
  /// @param instead_of_folder  what to do where it is a folder
  explicit InputFile(std::string path, std::string_view instead_of_folder = "Name a file in it.");
  InputFile(InputFile const&) = delete;
  InputFile& operator=(InputFile const&) = delete;

  std::string const& path() const { return path_; }
  std::string const& name() const { return name_; }  ///< for sentences, see input_name

  /// What of the file is in memory: at first its beginning, 64 KiB or the whole of a shorter file.
  std::string_view window() const { return {memory_.get() + first_, last_ - first_}; }

  /// Reads further bytes behind the window, whose views end. False: there are none.
  bool read_on();

  /// The first bytes of the window leave it; its views end with the next call that reads.
  void pass(std::size_t bytes) { first_ += bytes; }

  /// Moves bytes into the caller's memory: those of the window, which leave it, then those behind
  /// it. Fewer than `count` only at the end of the file.
  std::size_t take(char* target, std::size_t count);

  /// Are there no bytes behind the window?
  bool is_whole() const { return at_end_; }

  /// All bytes, of a file of whose window nothing has left. Behind them are `slack` zeros.
  std::string_view bytes();
  static constexpr std::size_t slack = 2880;

  /// How many bytes there are; none for pipes, which do not say it.
  std::optional<std::int64_t> size() const;

  /// Bytes from a place on, fewer only at the end of the file, which has a size(). The window
  /// stays. The caller counts them, by count_at.
  std::size_t read_at(std::int64_t place, char* target, std::size_t count) const;

  /// Counts bytes that were read by other means than the window (traffic.hpp), but for those that
  /// the window had: they are counted already.
  /// @param place  of the first one, in the file or in what unpacking makes of it
  void count_at(std::int64_t place, std::int64_t bytes) const;

  /// The descriptor of a regular file that is read from its first byte on; -1 for all others.
  int descriptor() const { return size_ && start_ == 0 ? descriptor_.number : -1; }

  /// To be called when the file was read by other means than the window: throws Error where it was
  /// written to since it was opened.
  void require_unchanged() const;

 private:
  struct Descriptor {
    explicit Descriptor(std::string const& path);
    ~Descriptor();
    Descriptor(Descriptor const&) = delete;
    Descriptor& operator=(Descriptor const&) = delete;
    int number;
  };
  struct Free {
    void operator()(char* memory) const { std::free(memory); }
  };
  /// When a file was written to last.
  struct Moment {
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    bool operator==(Moment const&) const = default;
  };

  void reserve(std::size_t bytes);
  std::size_t read_next(char* target, std::size_t count);
  bool append();

  std::string path_;
  std::string name_;
  Descriptor descriptor_;
  std::optional<std::int64_t> size_;  ///< of regular files
  Moment written_;
  std::int64_t start_ = 0;  ///< of what is read, in the file
  std::int64_t place_ = 0;  ///< of the next byte to be read, in the file
  bool at_end_ = false;
  std::unique_ptr<char[], Free> memory_;
  std::size_t capacity_ = 0;  ///< without the slack
  std::size_t first_ = 0;     ///< of the window, in memory
  std::size_t last_ = 0;
};

/// How sentences call a path: itself, or "standard input".
std::string input_name(std::string const& path);

/// What a file without ids calls its object: its name without folder and ending. An ending that
/// begins with a digit belongs to the name (star.0001); .gz is taken off first.
std::string object_name(std::string const& path);

}  // namespace siderum::io
