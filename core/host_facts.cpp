// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/host_facts.hpp>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

#include <sys/resource.h>
#include <unistd.h>

namespace siderum {

namespace {

// The text after the colon of the first line of a file that begins with `key`.
std::string entry(char const* path, std::string const& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::size_t const colon = line.find(':');
    if (line.rfind(key, 0) == 0 && colon != std::string::npos) {
      std::size_t const begin = line.find_first_not_of(" \t", colon + 1);
      return begin == std::string::npos ? "" : line.substr(begin);
    }
  }
  return "";
}

std::int64_t memory_entry(std::string const& key) {
  std::int64_t kibibytes = 0;
  std::istringstream(entry("/proc/meminfo", key)) >> kibibytes;
  return kibibytes * 1024;
}

// A number alone in a file; -1 where there is none ("max" means no limit).
std::int64_t number_in(char const* path) {
  std::int64_t number = -1;
  std::ifstream file(path);
  return file >> number ? number : -1;
}

// What the limit of the process leaves.
std::int64_t addresses_left() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return std::numeric_limits<std::int64_t>::max();
  }
  std::int64_t const used = number_in("/proc/self/statm") * sysconf(_SC_PAGESIZE);
  // 0 would mean that nothing is known.
  return std::max<std::int64_t>(static_cast<std::int64_t>(limit.rlim_cur) - used, 1);
}

}  // namespace

DeviceFacts host_facts() {
  DeviceFacts facts{entry("/proc/cpuinfo", "model name"), "", memory_entry("MemTotal"),
                    memory_entry("MemAvailable")};
  std::int64_t const limit = number_in("/sys/fs/cgroup/memory.max");
  std::int64_t const used = number_in("/sys/fs/cgroup/memory.current");
  if (limit >= 0 && used >= 0) {
    facts.total_memory = std::min(facts.total_memory, limit);
    facts.free_memory = std::min(facts.free_memory, std::max<std::int64_t>(limit - used, 0));
  }
  facts.free_memory = std::min(facts.free_memory, addresses_left());
  if (facts.name.empty()) {
    facts.name = "host processor";
  }
  return facts;
}

std::int64_t nearest_cache_bytes() {
  constexpr long usual = 32 * 1024;
#ifdef _SC_LEVEL1_DCACHE_SIZE
  if (long const told = sysconf(_SC_LEVEL1_DCACHE_SIZE); told >= usual / 2) {
    return told;
  }
#endif
  return usual;
}

}  // namespace siderum
