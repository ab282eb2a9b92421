// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include <Kokkos_Core.hpp>

#include <siderum/core/allocate.hpp>

namespace siderum {

/// Work space in the memory of an instance of an execution space, not initialised.
///
/// Up to 256 MiB per instance the block is kept until Kokkos is finalised and handed out again:
/// allocating on a device waits for all of its work and takes longer than a short search. What was
/// enqueued on the instance before has finished with the block when later work on it begins, so one
/// block serves all who take turns. Throws OutOfMemory.
template <class Exec>
class InstanceMemory {
 public:
  using Block = Kokkos::View<char*, typename Exec::memory_space>;

  static Block of(Exec const& exec, std::size_t bytes) {
    if (bytes > most_kept) {
      return make(exec, bytes);
    }
    static std::mutex mutex;
    static std::map<std::uint32_t, Block> blocks;
    std::lock_guard const lock(mutex);
    if (blocks.empty()) {
      Kokkos::push_finalize_hook([] { blocks.clear(); });
    }
    Block& block = blocks[exec.impl_instance_id()];
    if (block.extent(0) < bytes) {
      block = Block();
      block = make(exec, bytes);
    }
    return block;
  }

  static constexpr std::size_t most_kept = std::size_t{256} << 20;

 private:
  static Block make(Exec const& exec, std::size_t bytes) {
    return allocate<Block>(exec, "siderum::instance_memory", bytes);
  }
};

}  // namespace siderum
