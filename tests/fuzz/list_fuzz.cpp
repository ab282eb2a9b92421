// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/periods/read_light_curves.hpp>

#include "fuzz_support.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  fuzz::MemoryFile const file(fuzz::text_of(data, size));
  fuzz::accepts([&] {
    fuzz::require(!io::expand_lists({"@" + file.path()}).empty(), "a list names a file");
  });
  return 0;
}
