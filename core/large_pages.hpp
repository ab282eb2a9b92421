// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace siderum {

/// Asks the system to map memory in its large pages: to map it page by page, when it is first
/// written, takes longer than to read a file into it. Does nothing for less than 8 MiB.
void prefer_large_pages(void* memory, std::size_t bytes) noexcept;

/// Gives the vector room for so many elements, in large pages where they fill some.
template <class Element>
void reserve_large(std::vector<Element>& elements, std::size_t count) {
  if (count > elements.capacity()) {
    elements.reserve(count);
    prefer_large_pages(elements.data(), elements.capacity() * sizeof(Element));
  }
}

/// As vector::resize.
template <class Element>
void resize_large(std::vector<Element>& elements, std::size_t count) {
  reserve_large(elements, count);
  elements.resize(count);
}

}  // namespace siderum
