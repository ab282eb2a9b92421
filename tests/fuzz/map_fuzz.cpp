// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/sky_map.hpp>

#include "fuzz_support.hpp"

namespace siderum::fuzz {
namespace {

void read(std::string const& path, io::SkyMapSelection const& selection) {
  accepts([&] {
    io::SkyMap const map = io::read_sky_map(path, selection);
    require(map.components() == components(selection.field), "each component is there");
    MemoryFile const file;
    io::OutputFile output(file.path());
    io::write_sky_map(map, io::NumberWidth::float64, output);
    output.commit();
    io::SkyMap const again = io::read_sky_map(
        file.path(), {.column = {}, .order = {}, .field = selection.field, .convention = {}});
    require(map.grid.pixels() == again.grid.pixels() && same_numbers(map.value, again.value),
            "maps are read again");
  });
}

}  // namespace
}  // namespace siderum::fuzz

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  fuzz::MemoryFile const file(fuzz::text_of(data, size));
  for (Field const field : {Field::scalar, Field::spin_one, Field::polarised}) {
    fuzz::read(file.path(), {.column = {}, .order = {}, .field = field, .convention = {}});
  }
  fuzz::read(file.path(), {.column = "2",
                           .order = PixelOrder::nested,
                           .field = Field::scalar,
                           .convention = io::PolarisationConvention::iau});
  return 0;
}
