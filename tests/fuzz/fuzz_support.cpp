// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "fuzz_support.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <siderum/core/error.hpp>

namespace siderum::fuzz {

MemoryFile::MemoryFile(std::string_view content)
    : descriptor_(::memfd_create("fuzzed", MFD_CLOEXEC)),
      path_("/proc/self/fd/" + std::to_string(descriptor_)),
      is_link_(content.starts_with("\x1F\x8B")) {
  while (!content.empty()) {
    ssize_t const count = ::write(descriptor_, content.data(), content.size());
    require(count > 0, "the file of the input cannot be written");
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  if (is_link_) {
    std::string const name = "siderum-fuzzed-" + std::to_string(::getpid()) + '-' +
                             std::to_string(descriptor_) + ".fits.gz";
    std::string const link = std::filesystem::temp_directory_path() / name;
    ::unlink(link.c_str());  // of a process that had the same number, and a finding
    require(::symlink(path_.c_str(), link.c_str()) == 0, "the file of the input cannot be named");
    path_ = link;
  }
}

MemoryFile::~MemoryFile() {
  if (is_link_) {
    ::unlink(path_.c_str());
  }
  ::close(descriptor_);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start <= text.size();) {
    std::size_t const end = std::min(text.find('\n', start), text.size());
    lines.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

bool accepts(std::function<void()> const& action) {
  try {
    action();
    return true;
  } catch (Error const& error) {
    require(*error.what() != '\0', "an Error without a sentence");
    return false;
  }
}

void require(bool holds, char const* what) {
  if (!holds) {
    std::fprintf(stderr, "what was required does not hold: %s\n", what);
    std::abort();
  }
}

bool same_numbers(std::span<double const> first, std::span<double const> second) {
  return std::ranges::equal(first, second, [](double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
           (std::isnan(a) && std::isnan(b));
  });
}

}  // namespace siderum::fuzz
