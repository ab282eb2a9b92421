// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/fits_output.hpp>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/out_of_memory.hpp>
#include <siderum/io/files/fits_card.hpp>
#include <siderum/io/files/fits_file.hpp>

namespace siderum::io {
namespace {

/// The form in which CFITSIO takes words, which it does not change.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  return pointers;
}

[[noreturn]] void refuse_without_memory() {
  throw out_of_memory("the header of a FITS file", 0.0);
}

void check_writing(int status) {
  // The second is what CFITSIO gives where a file in memory cannot grow.
  if (status == MEMORY_ALLOCATION || status == TOO_MANY_FILES) {
    refuse_without_memory();
  }
  if (status != 0) {
    throw Error(
        fmt::format("The FITS file cannot be made (CFITSIO: {}). Look whether there is "
                    "memory for all of it.",
                    fits_status_text(status)));
  }
}

/// The place behind the header that begins at a place; 0: there is no whole one. Where memory is
/// short, CFITSIO can lose blocks without telling.
std::size_t end_of_header(std::string_view bytes, std::size_t place, bool is_first) {
  constexpr std::size_t block = FitsHeader::block;
  auto const is_printable = [](char letter) { return letter >= ' ' && letter <= '~'; };
  if (!bytes.substr(place).starts_with(is_first ? "SIMPLE  =" : "XTENSION=")) {
    return 0;
  }
  for (; place + FitsCard::width <= bytes.size(); place += FitsCard::width) {
    std::string_view const card = bytes.substr(place, FitsCard::width);
    if (!std::all_of(card.begin(), card.end(), is_printable)) {
      return 0;
    }
    if (card.starts_with("END     ")) {
      return (place / block + 1) * block;
    }
  }
  return 0;
}

}  // namespace

FitsOutput::FitsOutput(OutputFile& file) : file_(file) {
  constexpr std::size_t growth = std::size_t{1} << 16;
  fits_create_memfile(&handle_, &headers_, &size_, growth, std::realloc, &status_);
  check_writing(status_);
}

FitsOutput::~FitsOutput() {
  int status = 0;
  fits_close_file(handle_, &status);
  std::free(headers_);
}

void FitsOutput::create_table(std::vector<std::string> names, std::vector<std::string> forms,
                              std::vector<std::string> units, std::string const& name) {
  for (std::string const& column : names) {
    check_card_text("The name of a column", column);
  }
  for (std::string const& unit : units) {
    check_card_text("The unit of a column", unit);
  }
  std::vector<char*> name_words = pointers_to(names);
  std::vector<char*> form_words = pointers_to(forms);
  std::vector<char*> unit_words = pointers_to(units);
  fits_create_tbl(handle_, BINARY_TBL, 0, static_cast<int>(names.size()), name_words.data(),
                  form_words.data(), units.empty() ? nullptr : unit_words.data(),
                  name.empty() ? nullptr : name.c_str(), &status_);
}

void FitsOutput::key(std::string const& keyword, std::string value, std::string const& comment) {
  check_card_text("The keyword " + keyword, value);
  fits_write_key(handle_, TSTRING, keyword.c_str(), value.data(), comment.c_str(), &status_);
}

void FitsOutput::key(std::string const& keyword, std::int64_t value, std::string const& comment) {
  LONGLONG number = value;
  fits_write_key(handle_, TLONGLONG, keyword.c_str(), &number, comment.c_str(), &status_);
}

void FitsOutput::key(std::string const& keyword, double value, std::string const& comment) {
  fits_write_key(handle_, TDOUBLE, keyword.c_str(), &value, comment.c_str(), &status_);
}

void FitsOutput::comment(std::string const& text) {
  fits_write_comment(handle_, text.c_str(), &status_);
}

/// What CFITSIO has made since the header before. It knows of no rows, for which it would ask for
/// memory: their number is written here, as it writes it.
std::string FitsOutput::take_header(std::int64_t rows) {
  LONGLONG start = 0;
  LONGLONG end = 0;
  fits_flush_file(handle_, &status_);
  fits_get_hduaddrll(handle_, &start, &end, nullptr, &status_);
  check_writing(status_);
  if (end < start || static_cast<std::size_t>(start) < written_ ||
      static_cast<std::size_t>(end) > size_) {
    refuse_without_memory();
  }
  auto const length = static_cast<std::size_t>(end) - written_;
  std::string header(static_cast<char const*>(headers_) + written_, length);
  auto const table = static_cast<std::size_t>(start) - written_;
  bool found = false;
  for (std::size_t place = 0; place < length;) {
    found = found || place == table;
    place = end_of_header(header, place, written_ + place == 0);
    if (place == 0 || place > length) {
      refuse_without_memory();
    }
  }
  std::size_t card = table;
  while (found && card < length && header.compare(card, 9, "NAXIS2  =") != 0) {
    card += FitsCard::width;
  }
  if (!found || card >= length) {
    refuse_without_memory();
  }
  constexpr std::size_t value = 10;
  constexpr std::size_t width = 20;
  header.replace(card + value, width, fmt::format("{:>20}", rows));
  written_ += length;
  return header;
}

void FitsOutput::write_rows(std::int64_t rows, OutputFile::MakeRows const& make) {
  file_.write(take_header(rows));
  LONGLONG row_bytes = 0;
  fits_read_key(handle_, TLONGLONG, "NAXIS1", &row_bytes, nullptr, &status_);
  check_writing(status_);
  file_.write_rows(rows, row_bytes, make);
  constexpr std::int64_t block = FitsHeader::block;
  file_.write(
      std::string(static_cast<std::size_t>((block - rows * row_bytes % block) % block), '\0'));
}

}  // namespace siderum::io
