// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/input_file.hpp>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/files/blocked_stream.hpp>
#include <siderum/io/files/traffic.hpp>

namespace siderum::io {
namespace {

/// What a file is, and most small files as a whole, is in its beginning; of larger ones go pieces
/// that the caches of a processor hold.
constexpr std::size_t beginning = std::size_t{1} << 16;
constexpr std::size_t piece = std::size_t{1} << 17;

/// Some bytes, from a place on or, where there is none, the next ones.
std::size_t read_some(int descriptor, std::string const& name, char* target, std::size_t count,
                      std::optional<std::int64_t> place) {
  while (true) {
    ssize_t const result =
        place ? ::pread(descriptor, target, count, *place) : ::read(descriptor, target, count);
    if (result >= 0) {
      return static_cast<std::size_t>(result);
    }
    if (errno == EAGAIN) {
      wait_until_ready(descriptor, POLLIN);
    } else if (errno != EINTR) {
      refuse_unread(name, errno);
    }
  }
}

}  // namespace

void refuse_unread(std::string const& name, int reason) {
  throw Error(fmt::format("{} cannot be read ({}). {}", name, std::strerror(reason),
                          reason == EIO ? "Check the disk that holds it."
                          : reason == EMFILE || reason == ENFILE
                              ? "Raise the limit of open files, as by ulimit -n."
                              : "Check the name and its permissions."));
}

InputFile::Descriptor::Descriptor(std::string const& path)
    : number(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}

InputFile::Descriptor::~Descriptor() {
  if (number > STDERR_FILENO) {
    ::close(number);
  }
}

InputFile::InputFile(std::string path, std::string_view instead_of_folder)
    : path_(std::move(path)), name_(input_name(path_)), descriptor_(path_) {
  struct stat status {};
  if (descriptor_.number < 0 || ::fstat(descriptor_.number, &status) != 0) {
    refuse_unread(name_, errno);
  }
  if (S_ISDIR(status.st_mode)) {
    throw Error(fmt::format("{} cannot be read (it is a folder). {}", name_, instead_of_folder));
  }
  // Files of the system, such as those of /proc, say that they are empty.
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    size_ = status.st_size;
    written_ = {status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
    start_ = path_ == "-" ? ::lseek(descriptor_.number, 0, SEEK_CUR) : 0;
    place_ = start_;
  }
  reserve(std::min<std::size_t>(beginning, static_cast<std::size_t>(size().value_or(beginning))));
  while (last_ < capacity_ && append()) {
  }
}

void InputFile::reserve(std::size_t bytes) {
  if (bytes <= capacity_ && memory_) {
    return;
  }
  void* const larger = std::realloc(memory_.get(), bytes + slack);
  if (larger == nullptr) {
    throw std::bad_alloc();
  }
  static_cast<void>(memory_.release());
  memory_.reset(static_cast<char*>(larger));
  capacity_ = bytes;
}

/// The bytes at place_, as many as there are at once; 0 at the end of the file.
std::size_t InputFile::read_next(char* target, std::size_t count) {
  if (size_) {
    count = std::min(count, static_cast<std::size_t>(std::max<std::int64_t>(0, *size_ - place_)));
  }
  std::size_t const read = count == 0 ? 0
                                      : read_some(descriptor_.number, name_, target, count,
                                                  size_ ? std::optional(place_) : std::nullopt);
  count_read(static_cast<std::int64_t>(read));
  place_ += static_cast<std::int64_t>(read);
  at_end_ = read == 0 || (size_ && place_ >= *size_);
  if (at_end_) {
    require_unchanged();
    if (size_ && place_ < *size_) {
      refuse_unread(name_, EIO);
    }
  }
  return read;
}

/// Reads on behind the window as far as there is room; false at the end of the file.
bool InputFile::append() {
  last_ += read_next(memory_.get() + last_, capacity_ - last_);
  return !at_end_;
}

std::size_t InputFile::take(char* target, std::size_t count) {
  std::size_t done = std::min(count, last_ - first_);
  std::memcpy(target, memory_.get() + first_, done);
  first_ += done;
  while (done < count && !at_end_) {
    done += read_next(target + done, count - done);
  }
  return done;
}

bool InputFile::read_on() {
  if (at_end_) {
    return false;
  }
  std::size_t const kept = last_ - first_;
  if (first_ > 0) {
    std::memmove(memory_.get(), memory_.get() + first_, kept);
    first_ = 0;
    last_ = kept;
  }
  // At least twice as much of a line that goes on and on.
  if (capacity_ - kept < piece) {
    reserve(kept + std::max(kept, piece));
  }
  append();
  return last_ > kept;
}

std::string_view InputFile::bytes() {
  SIDERUM_EXPECT(first_ == 0);
  if (size_) {
    reserve(static_cast<std::size_t>(std::max<std::int64_t>(0, *size_ - start_)));
  }
  while (!at_end_) {
    if (last_ == capacity_) {
      reserve(2 * capacity_);
    }
    append();
  }
  std::memset(memory_.get() + last_, 0, slack);
  return window();
}

std::optional<std::int64_t> InputFile::size() const {
  return size_ ? std::optional(std::max<std::int64_t>(0, *size_ - start_)) : std::nullopt;
}

std::size_t InputFile::read_at(std::int64_t place, char* target, std::size_t count) const {
  std::size_t done = 0;
  while (done < count) {
    std::int64_t const at = place + static_cast<std::int64_t>(done);
    std::size_t const read = read_some(descriptor_.number, name_, target + done, count - done, at);
    if (read == 0) {
      require_unchanged();
      if (at < size_.value_or(0)) {
        refuse_unread(name_, EIO);
      }
      break;
    }
    done += read;
  }
  return done;
}

void InputFile::count_at(std::int64_t place, std::int64_t bytes) const {
  count_read(std::max<std::int64_t>(0, place + bytes - std::max(place, place_)));
}

void InputFile::require_unchanged() const {
  struct stat status {};
  if (!size_ || ::fstat(descriptor_.number, &status) != 0) {
    return;
  }
  bool const same_size = status.st_size == *size_;
  if (same_size && Moment{status.st_mtim.tv_sec, status.st_mtim.tv_nsec} == written_) {
    return;
  }
  throw Error(fmt::format(
      "{} changed while it was read ({}). Wait until it is written, and read it then.", name_,
      same_size
          ? std::string("it was written to")
          : fmt::format("it had {} bytes when it was opened, and has {}", *size_, status.st_size)));
}

std::string input_name(std::string const& path) {
  return path == "-" ? "standard input" : path.empty() ? "''" : path;
}

std::string object_name(std::string const& path) {
  if (path == "-") {
    return "stdin";
  }
  std::filesystem::path name = std::filesystem::path(path).filename();
  if (name.extension() == ".gz") {
    name = name.stem();
  }
  std::string const ending = name.extension().string();
  bool const numbered = ending.size() < 2 || (ending[1] >= '0' && ending[1] <= '9');
  return numbered ? name.string() : name.stem().string();
}

}  // namespace siderum::io
