// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/option_values.hpp>

#include <siderum/apps/command_line/choices.hpp>
#include <siderum/apps/pairs/pair_bins.hpp>
#include <siderum/apps/pairs/pairs_options.hpp>
#include <siderum/apps/periods/periods_values.hpp>

#include "fuzz_support.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  using namespace siderum::apps;
  std::string const text(fuzz::text_of(data, size));
  std::string const option = "--option";
  fuzz::accepts([&] { parse_device(option, text); });
  fuzz::accepts([&] { parse_choice(option, text, precision_choices); });
  fuzz::accepts([&] { parse_number(option, text); });
  fuzz::accepts([&] {
    std::int64_t const number = parse_whole_number(option, text, {-7, 1000000, 5});
    fuzz::require(number >= -7 && number <= 1000000, "the number is in its range");
  });
  fuzz::accepts([&] {
    std::uint64_t const seed = parse_seed(option, text);
    fuzz::require(seed == parse_seed(option, std::to_string(seed)), "seeds are exact");
  });
  for (OutputParser const parse :
       {parse_output, parse_table_output, parse_fits_output, parse_counts_output}) {
    fuzz::accepts([&] { fuzz::require(parse(option, text) == text, "a path stays as it is"); });
  }
  fuzz::accepts([&] { parse_spans(option, text); });
  fuzz::accepts([&] { parse_windows(option, text); });
  fuzz::accepts([&] { parse_bin_range(option, text); });
  fuzz::accepts([&] {
    io::CatalogueColumns columns;
    parse_columns(text, columns);
  });
  return 0;
}
