// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/table_files.hpp>

#include <siderum/io/files/input_file.hpp>
#include <siderum/io/files/output_file.hpp>
#include <siderum/io/tables/fits_table.hpp>

#include "fuzz_support.hpp"

namespace siderum::fuzz {
namespace {

/// What is read from a file with these bytes, as CSV.
std::string read_as_csv(std::string_view bytes) {
  MemoryFile const file(bytes);
  MemoryFile const written;
  io::write_table(io::read_table(file.path()), written.path());
  return std::string(io::InputFile(written.path()).bytes());
}

}  // namespace
}  // namespace siderum::fuzz

// CSV has no types, so that a column of other files may become one of another type, but only once.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  fuzz::accepts([&] {
    std::string const once = fuzz::read_as_csv(fuzz::text_of(data, size));
    std::string const twice = fuzz::read_as_csv(once);
    fuzz::require(twice == fuzz::read_as_csv(twice), "CSV is read again");
    fuzz::MemoryFile const file(twice);
    io::Table const table = io::read_table(file.path());
    fuzz::MemoryFile const fits;
    io::OutputFile output(fits.path());
    io::write_fits(table, output);
    output.commit();
    fuzz::require(table.rows() == io::read_table(fits.path()).rows(), "FITS is read again");
  });
  return 0;
}
