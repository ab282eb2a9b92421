// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace siderum::io {

/// A new file that stands beside the file that it will replace, and that never outlives the
/// process: neither this object nor, where the program's handler of signals calls
/// remove_temporary_files(), a signal.
class TemporaryFile {
 public:
  /// Creates it, or leaves descriptor() at -1 with the reason in errno.
  explicit TemporaryFile(std::string const& target);

  /// Removes it, unless it replaced its target. The descriptor is the caller's to close.
  ~TemporaryFile();
  TemporaryFile(TemporaryFile const&) = delete;
  TemporaryFile& operator=(TemporaryFile const&) = delete;

  int descriptor() const { return descriptor_; }

  /// Renames it over the target; false, with the reason in errno, where that fails.
  bool replace_target();

 private:
  friend void remove_temporary_files() noexcept;

  void unlist();

  std::string target_;
  std::string path_;  ///< empty where there is no such file
  int descriptor_ = -1;
  TemporaryFile* previous_ = nullptr;
  TemporaryFile* next_ = nullptr;
};

/// Removes all temporary files that exist. Async-signal-safe: meant for a handler of signals that
/// ends the process, because afterwards none of them can be written or take its place any more.
void remove_temporary_files() noexcept;

}  // namespace siderum::io
