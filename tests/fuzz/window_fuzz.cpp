// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/pixel_window.hpp>

#include <algorithm>
#include <cmath>

#include "fuzz_support.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  fuzz::MemoryFile const file(fuzz::text_of(data, size));
  fuzz::accepts([&] {
    io::FileNotes notes;
    io::PixelWindow const window = io::read_pixel_window(file.path(), &notes);
    fuzz::require(
        std::ranges::all_of(window.temperature, [](double x) { return std::isfinite(x); }),
        "windows are finite");
  });
  return 0;
}
