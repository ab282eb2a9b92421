// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/coefficients_file.hpp>

#include "fuzz_support.hpp"

namespace siderum::fuzz {
namespace {

void read(std::string const& path, Field field) {
  accepts([&] {
    io::CoefficientTable const table = io::read_coefficients(path, field);
    MemoryFile const file;
    io::OutputFile output(file.path());
    io::write_coefficients(table, io::NumberWidth::float64, output);
    output.commit();
    io::CoefficientTable const again = io::read_coefficients(file.path(), field);
    require(table.range.lmax == again.range.lmax && table.range.mmax == again.range.mmax &&
                table.a_lm == again.a_lm,
            "coefficients are read again");
  });
}

}  // namespace
}  // namespace siderum::fuzz

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  fuzz::MemoryFile const file(fuzz::text_of(data, size));
  fuzz::accepts([&] { io::holds_coefficients(file.path()); });
  for (Field const field : {Field::scalar, Field::spin_one, Field::spin_two, Field::polarised}) {
    fuzz::read(file.path(), field);
  }
  return 0;
}
