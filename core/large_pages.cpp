// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/large_pages.hpp>

#include <sys/mman.h>

#include <cstdint>

namespace siderum {

void prefer_large_pages(void* memory, std::size_t bytes) noexcept {
  // Smaller blocks come from where others lie beside them.
  constexpr std::size_t least = std::size_t{8} << 20;
  if (bytes < least) {
    return;
  }
  constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
  auto const first = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
  auto const last = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
  // Without it, the memory is as good but slower to fill.
  static_cast<void>(::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE));
}

}  // namespace siderum
