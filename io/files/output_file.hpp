// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <siderum/io/files/temporary_file.hpp>

namespace siderum::io {

/// The descriptor of this process that a path names: "" and "-" are standard output, "/dev/stderr",
/// "/dev/fd/3" and "/proc/self/fd/3" what they say; -1 for all other paths.
int stream_of(std::string_view path);

/// The path with symbolic links followed, also where the last one leads to no file yet: what an
/// OutputFile of this path writes.
std::string follow_links(std::string const& path);

/// A file that appears under its name only when it is complete.
///
/// The constructor opens a temporary file in the folder of the target, so that an output that
/// cannot be written is known before a long computation. commit() renames it over the target;
/// without commit() the destructor removes it and the target stays as it was, and so it is with a
/// program that calls end_without_temporary_files() when a signal does. Of a symbolic link the file
/// that it leads to is replaced; other names of that file (hard links) keep the old content. What
/// is no regular file (a pipe, /dev/null), and open streams, are written directly. A file that can
/// be written but not replaced (in a folder that takes no new file, a mount point) is refused:
/// written in place it would be lost where the writing ends early.
///
/// A run with several outputs calls finish() on all of them before the first commit(): a disk that
/// is full, or a device that takes no bytes, then leaves the targets of all as they were.
///
/// Throws Error, with the file and the system's reason, where it cannot be opened, written or
/// renamed.
class OutputFile {
 public:
  explicit OutputFile(std::string const& path);
  ~OutputFile();
  OutputFile(OutputFile const&) = delete;
  OutputFile& operator=(OutputFile const&) = delete;
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) = delete;

  /// Appends bytes; small pieces are gathered first.
  void write(std::string_view bytes);

  /// Makes the bytes of rows begin .. end - 1 at target; called by several threads at once.
  using MakeRows = std::function<void(std::int64_t begin, std::int64_t end, char* target)>;

  /// Appends rows of so many bytes, which all threads make and write where they belong; into a
  /// stream they go one after the other.
  void write_rows(std::int64_t rows, std::int64_t row_bytes, MakeRows const& make);

  /// Writes what is gathered and closes: all that can still fail afterwards is to take the place.
  /// Nothing may be written after.
  void finish();

  /// Puts the file in its place, finished before where it was not.
  void commit();

  bool is_finished() const { return state_ != State::open; }

  /// As given to the constructor.
  std::string const& path() const { return path_; }

  /// For sentences: the path, or "standard output".
  std::string name() const;

 private:
  void open_beside_target();
  void check_replaceable() const;
  void flush();
  void put(std::string_view bytes);
  void put_at(std::int64_t place, std::string_view bytes) const;
  [[noreturn]] void fail(int reason) const;
  [[noreturn]] void refuse_to_replace(std::string const& reason) const;

  enum class State { open, finished, committed };

  std::string path_;
  std::string target_;  ///< what is replaced: path_ with symbolic links followed
  std::unique_ptr<TemporaryFile> temporary_;  ///< none: written directly
  std::string buffer_;
  int descriptor_ = -1;
  std::int64_t place_ = 0;  ///< of the next byte, in a file that is not written directly
  State state_ = State::open;
};

}  // namespace siderum::io
