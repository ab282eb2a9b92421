// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/pairs/read_catalogue.hpp>

#include <cmath>

#include "fuzz_support.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  fuzz::MemoryFile const file(fuzz::text_of(data, size));
  for (io::CatalogueColumns const& columns :
       {io::CatalogueColumns{},
        io::CatalogueColumns{.ra = "2", .dec = "1", .weight = {}, .region = {}},
        io::CatalogueColumns{.ra = "ra",
        .dec = "dec",
        .weight = "w",
        .region = "4",
        .unit = io::CoordinateUnit::hours}}) {
    fuzz::accepts([&] {
      io::FileNotes notes;
      CatalogueTable const table = io::read_catalogue(file.path(), columns, &notes);
      fuzz::require(!table.ra.empty() && table.ra.size() == table.dec.size(), "each has both");
      for (std::size_t i = 0; i < table.ra.size(); ++i) {
        fuzz::require(std::isfinite(table.ra[i]) && std::abs(table.dec[i]) <= 90.0,
                      "points lie on the sky");
      }
    });
  }
  return 0;
}
