// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>

/// Arrays of the caller, in host memory or in that of a GPU, which jobs read and write in place:
/// what CuPy and PyTorch hand over.
///
/// For every job that takes arrays:
/// - The arrays of one call lie in one place. `Device` may be left to them: host memory is for the
///   CPU, that of a card for this card. Another device that is asked for is an Error; jobs on
///   tables and spans copy.
/// - The precision is that of the elements. `progress` is told of periodograms on the CPU, and may
///   end them, but for objects that share their times; other jobs are one piece of work.
/// - On a GPU the job runs behind what the caller's stream has been given before the call, and what
///   the stream is given after it runs behind the job: results are used there as those of any
///   kernel. The call returns before it is done, unless the job says that it blocks. On the CPU the
///   results are there when it returns.
/// - Arrays and what they point to stay as they are until the job is done. Inputs are not changed.
/// - The GPU is the one that this process has begun with (execution.hpp). Numbers in its memory are
///   not looked at: one that is no finite number spreads as the header of the algorithm says. Those
///   in host memory are checked as those of tables.
/// - Throws Error for a null pointer, a shape that does not fit, an address that the element type
///   cannot have (std::complex needs a multiple of its size), and memory that the device does not
///   reach.
namespace siderum::engine {

/// Whose memory it is. Page-locked memory of the host is the host's.
enum class MemoryKind : std::uint8_t { host, cuda, hip };

struct Location {
  MemoryKind memory = MemoryKind::host;
  int card = 0;  ///< of several GPUs, from 0, as the vendor's runtime counts them
  /// That the caller works on: the handle of the vendor's runtime as a number; 0: the default one.
  std::uintptr_t stream = 0;

  bool operator==(Location const&) const = default;
};

/// (rows, columns), row-major and without gaps. Of an array of one dimension the number of elements
/// counts alone. Not owned.
template <class T>
struct Array {
  T* data = nullptr;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  Location where;

  std::int64_t size() const { return rows * columns; }

  template <std::same_as<T const> Constant>
  requires(!std::is_const_v<T>) operator Array<Constant>() const {  // NOLINT: as pointers do
    return {data, rows, columns, where};
  }
};

/// One row of host memory.
template <class T>
Array<T> host_array(std::span<T> elements) {
  return {elements.data(), 1, static_cast<std::int64_t>(elements.size()), {}};
}

/// Rows of host memory, as many as `columns` go into the elements.
template <class T>
Array<T> host_array(std::span<T> elements, std::int64_t columns) {
  auto const size = static_cast<std::int64_t>(elements.size());
  return {elements.data(), columns == 0 ? 0 : size / columns, columns, {}};
}

}  // namespace siderum::engine
