// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/output_file.hpp>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/worker_threads.hpp>
#include <siderum/io/files/blocked_stream.hpp>
#include <siderum/io/files/traffic.hpp>

namespace siderum::io {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18;

/// Of the bytes of rows, which the caches of a processor hold until they are written.
constexpr std::int64_t made_at_a_time = std::int64_t{1} << 19;

/// Of bytes that are there.
constexpr std::int64_t written_at_a_time = std::int64_t{1} << 22;

/// The mode that open() would give a new file.
mode_t default_mode() {
  mode_t const mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

bool is_mount_point(std::string const& path) {
  struct statx status {};
  return ::statx(AT_FDCWD, path.c_str(), 0, STATX_TYPE, &status) == 0 &&
         (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

/// Nothing in a folder that only takes more (chattr +a) can be replaced, nor such a file itself.
bool only_takes_more(std::string const& path) {
  struct statx status {};
  constexpr unsigned kept = STATX_ATTR_APPEND | STATX_ATTR_IMMUTABLE;
  return ::statx(AT_FDCWD, path.empty() ? "." : path.c_str(), 0, STATX_TYPE, &status) == 0 &&
         (status.stx_attributes & kept) != 0;
}

/// In a folder such as /tmp only the owner of a file or of the folder may replace it.
bool is_kept_for_others(struct stat const& file, std::string const& folder) {
  struct stat status {};
  uid_t const user = ::geteuid();
  return ::stat(folder.empty() ? "." : folder.c_str(), &status) == 0 &&
         (status.st_mode & S_ISVTX) != 0 && user != 0 && user != status.st_uid &&
         user != file.st_uid;
}

std::string_view advice(int reason) {
  switch (reason) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return "Choose another file, or make room for it.";
    case EMFILE:
    case ENFILE:
      return "Raise the limit of open files, as by ulimit -n.";
    case ENOENT:
      return "Name a file in a folder that is there.";
    default:
      return "Choose another file.";
  }
}

/// Calls write(bytes) for what is left of them until they are written; the reason where they cannot
/// be.
template <class Write>
int write_all(int descriptor, std::string_view bytes, Write const& write) {
  while (!bytes.empty()) {
    ssize_t const count = write(bytes);
    if (count >= 0) {
      count_written(count);
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      wait_until_ready(descriptor, POLLOUT);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

}  // namespace

std::string follow_links(std::string const& path) {
  constexpr int most_links = 40;  // as the system has it
  std::error_code none;
  std::filesystem::path target = path;
  for (int i = 0; i < most_links && std::filesystem::is_symlink(target, none); ++i) {
    std::filesystem::path const next = std::filesystem::read_symlink(target, none);
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  std::filesystem::path const real = std::filesystem::canonical(target, none);
  return none ? target.string() : real.string();
}

int stream_of(std::string_view path) {
  if (path.empty() || path == "-" || path == "/dev/stdout") {
    return STDOUT_FILENO;
  }
  if (path == "/dev/stderr") {
    return STDERR_FILENO;
  }
  for (std::string_view const folder : {"/dev/fd/", "/proc/self/fd/"}) {
    int number = -1;
    char const* const last = path.data() + path.size();
    if (path.starts_with(folder) &&
        std::from_chars(path.data() + folder.size(), last, number).ptr == last) {
      return number;
    }
  }
  return -1;
}

OutputFile::OutputFile(std::string const& path) : path_(path) {
  int const stream = stream_of(path);
  if (stream < 0) {
    open_beside_target();
    return;
  }
  int const mode = ::fcntl(stream, F_GETFL);
  if (mode < 0 || (mode & O_ACCMODE) == O_RDONLY) {
    fail(EBADF);
  }
  // One that can be closed: some file systems say only then that they did not keep all.
  descriptor_ = ::fcntl(stream, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (descriptor_ < 0) {
    fail(errno);
  }
}

void OutputFile::open_beside_target() {
  target_ = follow_links(path_);
  struct stat status {};
  bool const exists = ::stat(target_.c_str(), &status) == 0;
  // A name that no file can have, which a file without a name would meet only when all is done.
  if (!exists && errno != ENOENT) {
    fail(errno);
  }
  if (exists && S_ISDIR(status.st_mode)) {
    fail(EISDIR);
  }
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) {
      fail(errno);
    }
    return;
  }
  if (exists) {
    check_replaceable();
  }
  temporary_ = std::make_unique<TemporaryFile>(target_);
  descriptor_ = temporary_->descriptor();
  if (descriptor_ < 0) {
    int const reason = errno;
    bool const is_of_folder =
        reason != ENOSPC && reason != EDQUOT && reason != EMFILE && reason != ENFILE;
    if (exists && is_of_folder) {
      refuse_to_replace(fmt::format("its folder takes no new file: {}", std::strerror(reason)));
    }
    fail(reason);
  }
  // Root, and who is of the file's group, can keep the owner too. What runs as its owner is nobody
  // else's.
  bool const is_owned = exists && ::fchown(descriptor_, status.st_uid, status.st_gid) == 0;
  ::fchmod(descriptor_, exists ? status.st_mode & (is_owned ? 07777 : 0777) : default_mode());
}

void OutputFile::check_replaceable() const {
  struct stat status {};
  bool const is_writable = ::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) == 0;
  if (!is_writable || ::stat(target_.c_str(), &status) != 0) {
    fail(errno);
  }
  if (is_mount_point(target_)) {
    refuse_to_replace("it is a mount point");
  }
  std::string const folder = std::filesystem::path(target_).parent_path().string();
  if (only_takes_more(target_) || only_takes_more(folder)) {
    refuse_to_replace("it or its folder may only be appended to");
  }
  if (is_kept_for_others(status, folder)) {
    refuse_to_replace("it belongs to another user, and its folder keeps it for that one");
  }
}

void OutputFile::refuse_to_replace(std::string const& reason) const {
  throw Error(
      fmt::format("{} cannot be replaced ({}). Choose another file, or write to standard output:"
                  " to write into it could lose both its content and the result.",
                  name(), reason));
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::move(other.temporary_)),
      buffer_(std::exchange(other.buffer_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)),
      place_(other.place_),
      state_(std::exchange(other.state_, State::committed)) {}

OutputFile::~OutputFile() {
  if (!temporary_ && descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

std::string OutputFile::name() const {
  return path_.empty() || path_ == "-" ? "standard output" : path_;
}

void OutputFile::fail(int reason) const {
  std::filesystem::path const folder = std::filesystem::path(target_).parent_path();
  std::error_code ignored;
  if (reason == ENOENT && !folder.empty() && !std::filesystem::exists(folder, ignored)) {
    throw Error(
        fmt::format("{} cannot be written (the folder {} is not there). Make the folder, or "
                    "choose another file.",
                    name(), folder.string()));
  }
  throw Error(fmt::format("{} cannot be written ({}). {}", name(),
                          reason == EBADF ? "it is closed" : std::strerror(reason),
                          advice(reason)));
}

void OutputFile::write(std::string_view bytes) {
  SIDERUM_EXPECT(state_ == State::open);
  if (buffer_.size() + bytes.size() <= buffer_size) {
    buffer_ += bytes;
    return;
  }
  flush();
  if (bytes.size() < buffer_size) {
    buffer_ += bytes;
  } else {
    put(bytes);
  }
}

void OutputFile::flush() {
  put(buffer_);
  buffer_.clear();
}

void OutputFile::put(std::string_view bytes) {
  if (temporary_) {
    for_each_piece(std::ssize(bytes), written_at_a_time, [&] {
      return [&](std::int64_t begin, std::int64_t end) {
        auto const first = static_cast<std::size_t>(begin);
        put_at(place_ + begin, bytes.substr(first, static_cast<std::size_t>(end - begin)));
      };
    });
    place_ += std::ssize(bytes);
    return;
  }
  int const reason = write_all(descriptor_, bytes, [this](std::string_view rest) {
    return ::write(descriptor_, rest.data(), rest.size());
  });
  if (reason != 0) {
    fail(reason);
  }
}

void OutputFile::put_at(std::int64_t place, std::string_view bytes) const {
  std::int64_t const end = place + std::ssize(bytes);
  int const reason = write_all(descriptor_, bytes, [&](std::string_view rest) {
    return ::pwrite(descriptor_, rest.data(), rest.size(), end - std::ssize(rest));
  });
  if (reason != 0) {
    fail(reason);
  }
}

void OutputFile::write_rows(std::int64_t rows, std::int64_t row_bytes, MakeRows const& make) {
  SIDERUM_EXPECT(state_ == State::open);
  if (rows == 0) {
    return;
  }
  flush();
  std::int64_t const rows_at_a_time = std::max<std::int64_t>(1, made_at_a_time / row_bytes);
  auto const size = static_cast<std::size_t>(std::min(rows, rows_at_a_time) * row_bytes);
  auto const make_bytes = [&](char* target, std::int64_t begin, std::int64_t end) {
    make(begin, end, target);
    return std::string_view(target, static_cast<std::size_t>((end - begin) * row_bytes));
  };
  if (temporary_) {
    for_each_piece(rows, rows_at_a_time, [&] {
      return [&, buffer = std::make_unique_for_overwrite<char[]>(size)](std::int64_t begin,
                                                                        std::int64_t end) {
        put_at(place_ + begin * row_bytes, make_bytes(buffer.get(), begin, end));
      };
    });
    place_ += rows * row_bytes;
    return;
  }
  auto const buffer = std::make_unique_for_overwrite<char[]>(size);
  for (std::int64_t begin = 0; begin < rows; begin += rows_at_a_time) {
    put(make_bytes(buffer.get(), begin, std::min(rows, begin + rows_at_a_time)));
  }
}

void OutputFile::finish() {
  SIDERUM_EXPECT(state_ == State::open);
  flush();
  int const descriptor = std::exchange(descriptor_, -1);
  bool const is_kept = temporary_ ? temporary_->complete() : ::close(descriptor) == 0;
  if (!is_kept) {
    fail(errno);
  }
  state_ = State::finished;
}

void OutputFile::commit() {
  if (state_ == State::open) {
    finish();
  }
  SIDERUM_EXPECT(state_ == State::finished);
  if (temporary_ && !temporary_->replace_target()) {
    fail(errno);
  }
  state_ = State::committed;
}

}  // namespace siderum::io
