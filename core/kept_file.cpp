// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/kept_file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <siderum/core/signals_wait.hpp>

namespace siderum {

namespace {

/// Why a file of this kind is none that can be read; empty: it can.
std::string problem_of(struct stat const& status, std::size_t most) {
  if (S_ISDIR(status.st_mode)) {
    return "it is a folder";
  }
  if (!S_ISREG(status.st_mode)) {
    return "it is no regular file";
  }
  return static_cast<std::size_t>(status.st_size) > most ? "it is too large" : "";
}

std::string read_all(int descriptor, KeptFile& kept, std::size_t most) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) {
    return std::strerror(errno);
  }
  if (std::string problem = problem_of(status, most); !problem.empty()) {
    return problem;
  }
  kept.text.resize(static_cast<std::size_t>(status.st_size));
  std::size_t size = 0;
  while (size < kept.text.size()) {
    ssize_t const count = ::read(descriptor, kept.text.data() + size, kept.text.size() - size);
    if (count == 0) {
      break;
    }
    if (count < 0 && errno != EINTR) {
      return std::strerror(errno);
    }
    size += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
  kept.text.resize(size);
  return {};
}

}  // namespace

KeptFile read_kept_file(std::filesystem::path const& file, std::size_t most) {
  KeptFile kept;
  int const descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) {
    int const reason = errno;
    // Without a descriptor to spare only its name can be asked for.
    bool const has_no_descriptor = reason == EMFILE || reason == ENFILE;
    bool const is_there = reason != ENOENT && reason != ENOTDIR &&
                          (!has_no_descriptor || ::access(file.c_str(), F_OK) == 0);
    kept.problem = is_there && !file.empty() ? std::strerror(reason) : "";
    return kept;
  }
  kept.problem = read_all(descriptor, kept, most);
  ::close(descriptor);
  if (!kept.problem.empty()) {
    kept.text.clear();
  }
  return kept;
}

namespace {

/// A file that will take the place of another one, or go. Functions are false where they fail, with
/// the reason in errno.
class NewFile {
 public:
  explicit NewFile(std::filesystem::path const& target)
      : target_(target),
        // One name per process: two that write at once do not write into the same file.
        beside_(target.string() + "." + std::to_string(::getpid())) {}
  ~NewFile() {
    for (int const descriptor : {descriptor_, kept_}) {
      if (descriptor >= 0) {
        ::close(descriptor);
      }
    }
    if (has_name_) {
      ::unlink(beside_.c_str());
    }
  }
  NewFile(NewFile const&) = delete;
  NewFile& operator=(NewFile const&) = delete;

  bool open() {
    descriptor_ = ::open(target_.parent_path().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    if (descriptor_ >= 0 && ::access(path_of(descriptor_).c_str(), F_OK) != 0) {
      ::close(std::exchange(descriptor_, -1));
    }
    if (descriptor_ < 0) {
      descriptor_ = ::open(beside_.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, mode);
      has_name_ = descriptor_ >= 0;
      return has_name_;
    }
    kept_ = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
    return kept_ >= 0;
  }

  bool write(std::string_view text) const {
    while (!text.empty()) {
      ssize_t const count = ::write(descriptor_, text.data(), text.size());
      if (count < 0 && errno != EINTR) {
        return false;
      }
      text.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
    return true;
  }

  bool take_place() {
    // Some file systems say only now that there was no room.
    if (::close(std::exchange(descriptor_, -1)) != 0) {
      return false;
    }
    if (has_name_) {
      return rename();
    }
    if (link(target_)) {
      return true;
    }
    ::unlink(beside_.c_str());  // of a process that had the same number
    has_name_ = link(beside_);
    return has_name_ && rename();
  }

 private:
  static constexpr mode_t mode = 0666;

  static std::string path_of(int descriptor) {
    return "/proc/self/fd/" + std::to_string(descriptor);
  }

  bool link(std::filesystem::path const& name) const {
    return ::linkat(AT_FDCWD, path_of(kept_).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) ==
           0;
  }

  bool rename() {
    bool const is_renamed = ::rename(beside_.c_str(), target_.c_str()) == 0;
    has_name_ = !is_renamed;
    return is_renamed;
  }

  std::filesystem::path target_;
  std::filesystem::path beside_;
  int descriptor_ = -1;
  int kept_ = -1;  ///< another one of a file without a name, which goes with its last one
  bool has_name_ = false;
};

}  // namespace

std::string write_kept_file(std::filesystem::path const& file, std::string_view text) {
  std::error_code failure;
  std::filesystem::create_directories(file.parent_path(), failure);
  if (failure) {
    return failure.message();
  }
  // None ends the process while the file has another name than its own.
  SignalsWait const signals;
  NewFile beside(file);
  bool const is_kept = beside.open() && beside.write(text) && beside.take_place();
  return is_kept ? std::string() : std::strerror(errno);
}

std::string hindrance_to_keeping(std::filesystem::path const& file) {
  std::error_code failure;
  std::filesystem::path folder = file.parent_path();
  while (folder.has_relative_path() && !std::filesystem::exists(folder, failure)) {
    folder = folder.parent_path();
  }
  if (!std::filesystem::is_directory(folder, failure)) {
    return std::strerror(ENOTDIR);
  }
  bool const takes_files = ::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) == 0;
  return takes_files ? std::string() : std::strerror(errno);
}

}  // namespace siderum
