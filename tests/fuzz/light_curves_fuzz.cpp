// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/periods/read_light_curves.hpp>

#include <string>

#include <siderum/io/tables/table_files.hpp>

#include "fuzz_support.hpp"

namespace siderum::fuzz {
namespace {

void write(LightCurveTable const& curves, std::string const& path) {
  io::TextColumn id;
  io::TextColumn band;
  for (std::size_t object = 0; object < curves.id.size(); ++object) {
    auto const points =
        static_cast<std::size_t>(curves.offsets[object + 1] - curves.offsets[object]);
    id.insert(id.end(), points, curves.id[object]);
  }
  for (std::int32_t const index : curves.band) {
    band.push_back(curves.band_names[static_cast<std::size_t>(index)]);
  }
  io::Table table;
  table.add("id", id);
  table.add("time", curves.time);
  table.add("value", curves.value);
  if (!curves.error.empty()) {
    table.add("error", curves.error);
  }
  if (!band.empty()) {
    table.add("band", band);
  }
  io::write_table(table, path);
}

void read(std::string const& path, io::ReadOptions const& options) {
  accepts([&] {
    io::ReadReport report;
    LightCurveTable const curves = io::read_light_curves({path}, options, &report);
    validate(curves);
    MemoryFile const file;
    write(curves, file.path());
    LightCurveTable const again = io::read_light_curves(
        {file.path()}, {.columns = {}, .band_column = curves.band.empty() ? "" : "band"});
    require(curves.id == again.id && curves.offsets == again.offsets, "objects are read again");
    require(same_numbers(curves.time, again.time) && same_numbers(curves.value, again.value) &&
                same_numbers(curves.error, again.error),
            "numbers are read again");
    require(curves.band_names == again.band_names && curves.band == again.band,
            "bands are read again");
  });
}

}  // namespace
}  // namespace siderum::fuzz

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  fuzz::MemoryFile const file(fuzz::text_of(data, size));
  fuzz::read(file.path(), {});
  fuzz::read(file.path(), {.columns = "id,-,time,value", .invalid = io::InvalidRows::drop});
  fuzz::read(file.path(), {.columns = "time=1,value=2",
                           .invalid = io::InvalidRows::drop,
                           .band_column = "3",
                           .numbers = io::NumberRange::floats});
  return 0;
}
