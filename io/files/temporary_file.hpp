// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>

namespace siderum::io {

/// Removes all temporary files as remove_temporary_files() does and ends the process with the
/// status, so that no thread makes another file in between. Async-signal-safe.
[[noreturn]] void end_without_temporary_files(int status) noexcept;

/// A new file that will replace another one, and that never outlives the process: neither this
/// object, nor a call of exit, nor, where the program's handler of signals calls
/// end_without_temporary_files(), a signal.
///
/// It lies in the folder of its target. Where the file system can (O_TMPFILE) it has no name before
/// it takes its place, so that not even SIGKILL leaves anything; elsewhere, and for the instant in
/// which it replaces a file, its name is ".siderum-PROCESS-NUMBER".
class TemporaryFile {
 public:
  /// Creates it, or leaves descriptor() at -1 with the reason in errno.
  explicit TemporaryFile(std::string const& target);

  /// Closes it, and removes it unless it replaced its target.
  ~TemporaryFile();
  TemporaryFile(TemporaryFile const&) = delete;
  TemporaryFile& operator=(TemporaryFile const&) = delete;

  /// For writing; this object's to close.
  int descriptor() const { return descriptor_; }

  /// All is written: closes descriptor(). False, with the reason in errno, where the file system
  /// says only now that it did not keep it, as NFS does and some quotas.
  bool complete();

  /// Puts it in the place of the target; false, with the reason in errno, where that fails.
  bool replace_target();

 private:
  friend void remove_temporary_files() noexcept;
  friend void end_without_temporary_files(int status) noexcept;

  static void remove_all() noexcept;
  void create_named();
  bool link_to(std::string const& name) const;
  bool give_name();
  void enlist();
  void unlist();

  int folder_ = -1;     ///< in which all names are
  std::string target_;  ///< its name there
  std::string name_;    ///< of this file; empty where it has none
  int descriptor_ = -1;
  int kept_ = -1;      ///< another one of a file without a name, which goes with its last one
  pid_t process_ = 0;  ///< that gave the name: a forked child leaves the files of its parent alone
  TemporaryFile* previous_ = nullptr;
  TemporaryFile* next_ = nullptr;
};

/// Removes all temporary files of this process that have a name. Async-signal-safe. Afterwards none
/// of them can be written or take its place any more.
void remove_temporary_files() noexcept;

}  // namespace siderum::io
