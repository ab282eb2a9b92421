// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/input_file.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include <siderum/core/error.hpp>

namespace siderum::io {
namespace {

class Descriptor {
 public:
  explicit Descriptor(std::string const& path)
      : number_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (number_ > STDERR_FILENO) {
      ::close(number_);
    }
  }
  Descriptor(Descriptor const&) = delete;
  Descriptor& operator=(Descriptor const&) = delete;

  int number() const { return number_; }

 private:
  int number_;
};

[[noreturn]] void fail(std::string const& name, int reason) {
  throw Error(fmt::format("{} cannot be read ({}). Check the name and its permissions.", name,
                          std::strerror(reason)));
}

}  // namespace

InputFile::InputFile(std::string const& path, std::string_view instead_of_folder)
    : name_(input_name(path)) {
  Descriptor const descriptor(path);
  struct stat status {};
  if (descriptor.number() < 0 || ::fstat(descriptor.number(), &status) != 0) {
    fail(name_, errno);
  }
  if (S_ISDIR(status.st_mode)) {
    throw Error(fmt::format("{} cannot be read (it is a folder). {}", name_, instead_of_folder));
  }
  bool const at_start = path != "-" || ::lseek(descriptor.number(), 0, SEEK_CUR) == 0;
  if (S_ISREG(status.st_mode) && status.st_size > 0 && at_start) {
    std::size_t const size = static_cast<std::size_t>(status.st_size);
    void* const mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor.number(), 0);
    if (mapping != MAP_FAILED) {
      mapping_ = mapping;
      mapped_size_ = size;
      ::madvise(mapping, size, MADV_SEQUENTIAL);
      bytes_ = {static_cast<char const*>(mapping), size};
      return;
    }
  }
  read_whole(descriptor.number());
}

InputFile::~InputFile() {
  if (mapping_ != nullptr) {
    ::munmap(mapping_, mapped_size_);
  }
}

void InputFile::read_whole(int descriptor) {
  constexpr std::size_t smallest = std::size_t{1} << 16;
  std::size_t size = 0;
  while (true) {
    if (copy_.size() - size < smallest) {
      copy_.resize(std::max(2 * copy_.size(), 4 * smallest));
    }
    ssize_t const count = ::read(descriptor, copy_.data() + size, copy_.size() - size);
    if (count < 0 && errno != EINTR) {
      fail(name_, errno);
    }
    if (count == 0) {
      break;
    }
    size += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
  bytes_ = std::string_view(copy_).substr(0, size);
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
