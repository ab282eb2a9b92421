// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/large_pages.hpp>

#include <sys/mman.h>

#include <cstdint>

#include <siderum/core/worker_threads.hpp>

namespace siderum {
namespace {

/// The whole large pages in a block of memory.
struct LargePages {
  static constexpr std::uintptr_t size = std::uintptr_t{1} << 21;

  LargePages(void* memory, std::size_t bytes)
      : first((reinterpret_cast<std::uintptr_t>(memory) + size - 1) / size * size),
        last((reinterpret_cast<std::uintptr_t>(memory) + bytes) / size * size) {}

  std::uintptr_t first;
  std::uintptr_t last;
};

/// Smaller blocks come from where others lie beside them.
constexpr std::size_t least = std::size_t{32} << 20;

}  // namespace

void prefer_large_pages(void* memory, std::size_t bytes) noexcept {
  if (bytes < least) {
    return;
  }
  LargePages const pages(memory, bytes);
  // Without it, the memory is as good but slower to fill.
  static_cast<void>(
      ::madvise(reinterpret_cast<void*>(pages.first), pages.last - pages.first, MADV_HUGEPAGE));
}

void map_large_pages(void* memory, std::size_t bytes) {
  if (bytes < least) {
    return;
  }
  constexpr int populate_write = 23;  // MADV_POPULATE_WRITE, which older headers lack
  constexpr std::int64_t piece = 8;
  LargePages const pages(memory, bytes);
  auto const count = static_cast<std::int64_t>((pages.last - pages.first) / LargePages::size);
  for_each_piece(count, piece, [&] {
    return [&](std::int64_t begin, std::int64_t end) {
      auto const at = pages.first + static_cast<std::uintptr_t>(begin) * LargePages::size;
      auto const length = static_cast<std::size_t>(end - begin) * LargePages::size;
      // Where it is refused, the pages come as they are written.
      static_cast<void>(::madvise(reinterpret_cast<void*>(at), length, populate_write));
    };
  });
}

}  // namespace siderum
