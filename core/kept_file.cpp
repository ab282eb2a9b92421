// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/kept_file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

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

bool write_kept_file(std::filesystem::path const& file, std::string_view text) {
  std::error_code failure;
  std::filesystem::create_directories(file.parent_path(), failure);
  // One name per process: two that write at once do not write into the same file.
  std::filesystem::path const beside = file.string() + "." + std::to_string(::getpid());
  std::ofstream stream(beside);
  stream << text;
  stream.close();
  bool is_kept = !stream.fail();
  if (is_kept) {
    std::filesystem::rename(beside, file, failure);
    is_kept = !failure;
  }
  if (!is_kept) {
    std::filesystem::remove(beside, failure);
  }
  return is_kept;
}

}  // namespace siderum
