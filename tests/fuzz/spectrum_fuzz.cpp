// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/power_spectrum_file.hpp>

#include <algorithm>

#include <siderum/core/harmonic_spectra.hpp>

#include "fuzz_support.hpp"

namespace siderum::fuzz {
namespace {

/// A row of a few letters can ask for all degrees up to largest_lmax. So many are read, but to
/// write and read them again takes seconds under the sanitizers.
constexpr std::size_t most_degrees = 10'000;

void read(std::string const& path, Field field, std::optional<io::SpectrumForm> form) {
  accepts([&] {
    io::FileNotes notes;
    auto const spectra = io::read_power_spectra(path, field, form, &notes);
    if (spectra.front().size() > most_degrees) {
      return;
    }
    std::vector<std::string> names;
    for (SpectrumKind const& kind : spectra_of(field)) {
      names.emplace_back(kind.name);
    }
    MemoryFile const file;
    io::OutputFile output(file.path());
    io::write_power_spectra(names, spectra, output);
    output.commit();
    auto const again = io::read_power_spectra(file.path(), field, io::SpectrumForm::cl);
    require(std::ranges::equal(spectra, again,
                               [](auto const& a, auto const& b) { return same_numbers(a, b); }),
            "spectra are read again");
  });
}

}  // namespace
}  // namespace siderum::fuzz

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  fuzz::MemoryFile const file(fuzz::text_of(data, size));
  fuzz::read(file.path(), Field::scalar, {});
  fuzz::read(file.path(), Field::scalar, io::SpectrumForm::dl);
  fuzz::read(file.path(), Field::spin_two, {});
  fuzz::read(file.path(), Field::polarised, {});
  return 0;
}
