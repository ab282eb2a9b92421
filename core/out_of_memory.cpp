// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/out_of_memory.hpp>

#include <algorithm>
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

/// The label of a view as words: of "siderum::harmonic_coefficients::values" it is "values of
/// harmonic coefficients".
std::string words_of(std::string label) {
  constexpr std::string_view between = "::";
  std::size_t const last = label.rfind(between);
  if (last == std::string::npos) {
    return label;
  }
  std::string words = label.substr(last + between.size());
  constexpr std::string_view project = "siderum::";
  std::size_t const first = label.starts_with(project) ? project.size() : 0;
  if (first < last) {
    words += " of " + label.substr(first, last - first);
  }
  std::replace_if(
      words.begin(), words.end(), [](char c) { return c == '_' || c == ':'; }, ' ');
  return words;
}

std::string asked_text(std::string const& what, double bytes) {
  return bytes > 0.0 ? size_text(bytes) + " for " + words_of(what) + " could not be had"
                     : "none is left for " + words_of(what);
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

bool tells_of_no_memory(std::string_view text) {
  return text.find("failed to allocate") != std::string_view::npos ||
         text.starts_with("Kokkos ERROR: ");
}

bool has_room_for(std::size_t bytes) {
  void* const room =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return room != MAP_FAILED && munmap(room, bytes) == 0;
}

}  // namespace siderum
