// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/number_text.hpp>

#include <charconv>
#include <system_error>

#include "fuzz_support.hpp"

// What is read is what the C++ library reads, where that knows the form, and is written so that it
// is read again.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  std::string_view const text = fuzz::text_of(data, size);
  char const* const last = text.data() + text.size();
  double number = 0.0;
  char const* const end = io::parse_number(text.data(), last, number);
  double expected = 0.0;
  auto const plain = std::from_chars(text.data(), last, expected);
  bool const is_plain = text.find_first_not_of("+-.0123456789eE") == std::string_view::npos;
  if (is_plain && plain.ec == std::errc{}) {
    fuzz::require(end == plain.ptr, "the end of a number");
    fuzz::require(fuzz::same_numbers({&number, 1}, {&expected, 1}), "the nearest double");
  }
  if (end != nullptr) {
    std::string written;
    io::append_number(written, number);
    double again = 0.0;
    fuzz::require(io::parse_number(written.data(), written.data() + written.size(), again) ==
                          written.data() + written.size() &&
                      fuzz::same_numbers({&number, 1}, {&again, 1}),
                  "numbers are read again");
  }
  return 0;
}
