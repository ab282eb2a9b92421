// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/out_of_memory.hpp>

#include <cstdio>

#include <sys/mman.h>
#include <sys/resource.h>

namespace siderum {

namespace {

/// "48.3 MB", "2.1 GB".
std::string size_text(double bytes) {
  constexpr double megabyte = 1e6;
  constexpr double gigabyte = 1e9;
  char text[32];
  if (bytes < gigabyte) {
    std::snprintf(text, sizeof text, "%.3g MB", bytes / megabyte);
  } else {
    std::snprintf(text, sizeof text, "%.*f GB", bytes < 100 * gigabyte ? 1 : 0, bytes / gigabyte);
  }
  return text;
}

/// What the process may have in all, where that is limited.
std::string limit_text() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return "";
  }
  return "; ulimit -v allows " + size_text(static_cast<double>(limit.rlim_cur));
}

std::string asked_text(std::string const& what, double bytes) {
  return bytes > 0.0 ? size_text(bytes) + " for " + what + " could not be had"
                     : "none is left for " + what;
}

constexpr char const* advice = "). Ask for less at once, or free some.";

}  // namespace

OutOfMemory out_of_memory(std::string const& what, double bytes) {
  return OutOfMemory("There is not enough memory (" + asked_text(what, bytes) + limit_text() +
                     advice);
}

OutOfMemory out_of_device_memory(std::string const& what, double bytes) {
  return OutOfMemory("There is not enough memory on the device (" + asked_text(what, bytes) +
                     advice);
}

bool has_room_for(std::size_t bytes) {
  void* const room =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return room != MAP_FAILED && munmap(room, bytes) == 0;
}

}  // namespace siderum
