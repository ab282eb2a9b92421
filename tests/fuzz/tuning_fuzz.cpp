// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/tuning_cache.hpp>

#include <cmath>

#include "fuzz_support.hpp"

// A cache is never refused: what is no cache counts as empty.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  fuzz::MemoryFile const file(fuzz::text_of(data, size));
  TuningCache const cache(file.path());
  for (std::string const& device : cache.devices_with("rate")) {
    fuzz::require(cache.find(device, "rate").has_value(), "a device has what it is listed for");
  }
  return 0;
}
