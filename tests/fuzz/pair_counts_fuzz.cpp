// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/pairs/pair_count_json.hpp>

#include "fuzz_support.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  fuzz::accepts([&] {
    std::string const text = io::to_json(io::from_json("input", fuzz::text_of(data, size)));
    fuzz::require(text == io::to_json(io::from_json("output", text)), "counts are read again");
  });
  return 0;
}
