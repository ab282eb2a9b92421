// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace siderum {

/// Asks the system to map memory in its large pages: to map it page by page, when it is first
/// written, takes longer than to read a file into it. Does nothing for less than 32 MiB.
void prefer_large_pages(void* memory, std::size_t bytes) noexcept;

/// Gives the vector room for so many elements, in large pages where they fill some.
template <class Element>
void reserve_large(std::vector<Element>& elements, std::size_t count) {
  if (count > elements.capacity()) {
    elements.reserve(count);
    prefer_large_pages(elements.data(), elements.capacity() * sizeof(Element));
  }
}

/// Maps memory that is about to be written for the first time, by all threads
/// (worker_threads.hpp): the thread that writes it need not wait for its pages. Does nothing for
/// less than 32 MiB, and where the system cannot (Linux before 5.14).
void map_large_pages(void* memory, std::size_t bytes);

/// As vector::resize, all of it to be written.
template <class Element>
void resize_large(std::vector<Element>& elements, std::size_t count) {
  if (count > elements.capacity()) {
    reserve_large(elements, count);
    map_large_pages(elements.data() + elements.size(), (count - elements.size()) * sizeof(Element));
  }
  elements.resize(count);
}

}  // namespace siderum
