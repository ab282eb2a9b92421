// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Preloaded by the tests: of the calls by which the program opens, reads, writes, closes and
// renames files, the one with the number SIDERUM_FAIL_AT fails. Where SIDERUM_FAIL_WITH is "full",
// the disk is full from then on: of a write half is done, and what would make a file longer or new
// fails with ENOSPC. Where it is "broken", that one call fails with EIO. Of a file whose close
// fails half is lost, as on NFS, which looks for room when a file is closed. SIDERUM_FAILED names a
// file that is made when this happens. What goes to standard error, and other programs, are left
// alone.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <set>

namespace {

enum class Kind { reads, writes };

long fail_at = 0;
bool is_full = false;
std::atomic<long> calls = 0;

__attribute__((constructor)) void read_environment() {
  char const* const number = getenv("SIDERUM_FAIL_AT");
  char const* const how = getenv("SIDERUM_FAIL_WITH");
  if (number != nullptr && strcmp(program_invocation_short_name, "siderum") == 0) {
    fail_at = atol(number);
    is_full = how != nullptr && strcmp(how, "full") == 0;
  }
}

/// Counts a call; true where it is to fail, with the reason in errno.
bool fails(Kind kind) {
  if (fail_at == 0 || (is_full && kind == Kind::reads)) {
    return false;
  }
  long const number = ++calls;
  if (number == fail_at) {
    char const* const witness = getenv("SIDERUM_FAILED");
    syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, witness, O_CREAT | O_WRONLY, 0600));
  }
  if (is_full ? number < fail_at : number != fail_at) {
    return false;
  }
  errno = is_full ? ENOSPC : EIO;
  return true;
}

bool is_new(int flags) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

int do_open(int folder, char const* path, int flags, mode_t mode) {
  if (fails(is_new(flags) ? Kind::writes : Kind::reads)) {
    return -1;
  }
  return static_cast<int>(syscall(SYS_openat, folder, path, flags, mode));
}

mode_t mode_of(int flags, va_list list) {
  return is_new(flags) ? va_arg(list, mode_t) : 0;
}

/// The files that were written to and not closed since, by their inodes.
class UnsavedFiles {
 public:
  void add(int descriptor) {
    if (ino_t const file = inode(descriptor); file != 0) {
      std::lock_guard const lock(mutex_);
      files_.insert(file);
    }
  }
  /// Whether it was among them.
  bool remove(int descriptor) {
    ino_t const file = inode(descriptor);
    std::lock_guard const lock(mutex_);
    return files_.erase(file) != 0;
  }

 private:
  static ino_t inode(int descriptor) {
    struct stat status {};
    bool const is_file = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    return is_file ? status.st_ino : 0;
  }

  std::mutex mutex_;
  std::set<ino_t> files_;
};

UnsavedFiles& unsaved_files() {
  static UnsavedFiles& files = *new UnsavedFiles;  // files are closed until the process ends
  return files;
}

void note_writing(int descriptor) {
  if (fail_at != 0) {
    unsaved_files().add(descriptor);
  }
}

FILE* do_fopen(char const* name, char const* path, char const* mode) {
  using Function = FILE* (*)(char const*, char const*);
  if (fails(strpbrk(mode, "wa") != nullptr ? Kind::writes : Kind::reads)) {
    return nullptr;
  }
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name))(path, mode);
}

}  // namespace

extern "C" {

int open(char const* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t const mode = mode_of(flags, list);
  va_end(list);
  return do_open(AT_FDCWD, path, flags, mode);
}

int openat(int folder, char const* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t const mode = mode_of(flags, list);
  va_end(list);
  return do_open(folder, path, flags, mode);
}

int open64(char const* path, int flags, ...) __attribute__((alias("open")));
int openat64(int folder, char const* path, int flags, ...) __attribute__((alias("openat")));

FILE* fopen(char const* path, char const* mode) {
  return do_fopen("fopen", path, mode);
}

FILE* fopen64(char const* path, char const* mode) {
  return do_fopen("fopen64", path, mode);
}

ssize_t read(int descriptor, void* bytes, size_t count) {
  return fails(Kind::reads) ? -1 : syscall(SYS_read, descriptor, bytes, count);
}

ssize_t pread(int descriptor, void* bytes, size_t count, off_t place) {
  return fails(Kind::reads) ? -1 : syscall(SYS_pread64, descriptor, bytes, count, place);
}

ssize_t pread64(int descriptor, void* bytes, size_t count, off_t place)
    __attribute__((alias("pread")));

ssize_t write(int descriptor, void const* bytes, size_t count) {
  note_writing(descriptor);
  if (descriptor == STDERR_FILENO || !fails(Kind::writes)) {
    return syscall(SYS_write, descriptor, bytes, count);
  }
  // The last bytes that the disk takes; the next call is told that it is full.
  if (is_full && calls == fail_at && count > 1) {
    return syscall(SYS_write, descriptor, bytes, count / 2);
  }
  return -1;
}

ssize_t pwrite(int descriptor, void const* bytes, size_t count, off_t place) {
  note_writing(descriptor);
  if (!fails(Kind::writes)) {
    return syscall(SYS_pwrite64, descriptor, bytes, count, place);
  }
  if (is_full && calls == fail_at && count > 1) {
    return syscall(SYS_pwrite64, descriptor, bytes, count / 2, place);
  }
  return -1;
}

ssize_t pwrite64(int descriptor, void const* bytes, size_t count, off_t place)
    __attribute__((alias("pwrite")));

ssize_t writev(int descriptor, iovec const* pieces, int count) {
  note_writing(descriptor);
  return fails(Kind::writes) ? -1 : syscall(SYS_writev, descriptor, pieces, count);
}

int fsync(int descriptor) {
  return fails(Kind::writes) ? -1 : static_cast<int>(syscall(SYS_fsync, descriptor));
}

int close(int descriptor) {
  bool const lost = fail_at != 0 && unsaved_files().remove(descriptor) && fails(Kind::writes);
  int const reason = errno;
  if (lost) {
    struct stat status {};
    fstat(descriptor, &status);
    syscall(SYS_ftruncate, descriptor, status.st_size / 2);
  }
  // The descriptor is closed all the same, as the system does it.
  int const result = static_cast<int>(syscall(SYS_close, descriptor));
  errno = lost ? reason : errno;
  return lost ? -1 : result;
}

int mkdir(char const* path, mode_t mode) {
  return fails(Kind::writes) ? -1 : static_cast<int>(syscall(SYS_mkdirat, AT_FDCWD, path, mode));
}

int rename(char const* from, char const* to) {
  return fails(Kind::writes)
             ? -1
             : static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int renameat(int from_folder, char const* from, int to_folder, char const* to) {
  return fails(Kind::writes)
             ? -1
             : static_cast<int>(syscall(SYS_renameat2, from_folder, from, to_folder, to, 0));
}

int linkat(int from_folder, char const* from, int to_folder, char const* to, int flags) {
  return fails(Kind::writes)
             ? -1
             : static_cast<int>(syscall(SYS_linkat, from_folder, from, to_folder, to, flags));
}

}  // extern "C"
