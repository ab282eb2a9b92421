// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/core/allocate.hpp>
#include <siderum/core/policies.hpp>

namespace siderum::detail {

/// The work space of one call, allocated in few pieces: on a device one allocation costs as much
/// as many a kernel. What is taken lives as long as the arena.
template <class Exec>
class Arena {
 public:
  using MemorySpace = typename Exec::memory_space;

  /// @param piece  bytes to allocate at once, at least
  Arena(Exec const& exec, std::int64_t piece)
      : exec_(exec), piece_(static_cast<std::size_t>(piece)) {}

  /// Memory for `count` values, not initialised.
  template <class Value>
  Kokkos::View<Value*, MemorySpace> take(std::int64_t count) {
    constexpr std::size_t alignment = 256;
    std::size_t const bytes = static_cast<std::size_t>(count) * sizeof(Value);
    if (bytes == 0) {
      return {};
    }
    if (pieces_.empty() || used_ + bytes > pieces_.back().extent(0)) {
      pieces_.push_back(
          allocate<Piece>(exec_, "siderum::pair_counts::work_space", std::max(piece_, bytes)));
      used_ = 0;
    }
    auto* const begin = reinterpret_cast<Value*>(pieces_.back().data() + used_);
    used_ += (bytes + alignment - 1) / alignment * alignment;
    return {begin, static_cast<std::size_t>(count)};
  }

 private:
  using Piece = Kokkos::View<std::byte*, MemorySpace>;

  Exec exec_;
  std::size_t piece_;
  std::size_t used_ = 0;
  std::vector<Piece> pieces_;
};

template <class Value, class MemorySpace>
struct Filler {
  Kokkos::View<Value*, MemorySpace> view;
  Value value;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const { view(i) = value; }
};

/// Writes a value to every element; unlike that of Kokkos::deep_copy, the kernel has a label of
/// siderum.
template <class Exec, class Value>
void fill(Exec const& exec, Kokkos::View<Value*, typename Exec::memory_space> const& view,
          Value value) {
  Kokkos::parallel_for("siderum::pair_counts::fill[portable]",
                       IndexPolicy<Exec>(exec, 0, static_cast<std::int64_t>(view.extent(0))),
                       Filler<Value, typename Exec::memory_space>{view, value});
}

}  // namespace siderum::detail
