// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/fits_file.hpp>

#include <array>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/files/input_file.hpp>

namespace siderum::io {

std::string fits_status_text(int status) {
  std::array<char, FLEN_STATUS> words{};
  fits_get_errstatus(status, words.data());
  fits_clear_errmsg();
  return words.data();
}

FitsFile::FitsFile(std::string const& path, std::string_view bytes) : name_(input_name(path)) {
  int status = 0;
  std::error_code ignored;
  bool const is_file = std::filesystem::is_regular_file(path, ignored);
  if (path == "-" || (!is_file && !bytes.empty())) {
    constexpr std::size_t record = 2880;
    copy_ = bytes;
    copy_.resize((bytes.size() + record - 1) / record * record);
    bytes_ = copy_.data();
    size_ = copy_.size();
    fits_open_memfile(&handle_, "siderum", READONLY, &bytes_, &size_, 0, nullptr, &status);
  } else {
    fits_open_diskfile(&handle_, path.c_str(), READONLY, &status);
  }
  try {
    check(status);
    SIDERUM_VALIDATE(next_table(),
                     fmt::format("{} has no table (it holds only images, or is cut short). Give a "
                                 "FITS file with a binary or ASCII table.",
                                 name_));
  } catch (...) {
    int ignored_status = 0;
    if (handle_ != nullptr) {
      fits_close_file(handle_, &ignored_status);
    }
    throw;
  }
}

FitsFile::~FitsFile() {
  int status = 0;
  fits_close_file(handle_, &status);
}

bool FitsFile::next_table() {
  int status = 0;
  int hdu_type = IMAGE_HDU;
  while (hdu_type == IMAGE_HDU) {
    fits_movrel_hdu(handle_, 1, &hdu_type, &status);
    if (status == END_OF_FILE) {
      fits_clear_errmsg();
      return false;
    }
    check(status);
  }
  check_length();
  return true;
}

void FitsFile::check(int status) const {
  if (status != 0) {
    throw Error(
        fmt::format("{} cannot be read as FITS (CFITSIO: {}). Check the file, for example "
                    "with fitsverify.",
                    name_, fits_status_text(status)));
  }
}

// CFITSIO does not look for the end of what it reads from memory, and in a file it meets the end
// only when all before it has found room in memory.
void FitsFile::check_length() const {
  LONGLONG data = 0;
  LONGLONG end = 0;
  int status = 0;
  fits_get_hduaddrll(handle_, nullptr, &data, &end, &status);
  check(status);
  auto const key = [this](char const* keyword) {
    return static_cast<long double>(integer_key(keyword).value_or(0));
  };
  // A header can claim more than 64 bits hold.
  long double const claimed = key("NAXIS1") * key("NAXIS2") + key("PCOUNT");
  bool const too_long = size_ > 0
                            ? end > static_cast<LONGLONG>(size_)
                            : claimed > static_cast<long double>(handle_->Fptr->filesize - data);
  check(too_long ? END_OF_FILE : 0);
}

std::int64_t FitsFile::rows() const {
  LONGLONG rows = 0;
  int status = 0;
  fits_get_num_rowsll(handle_, &rows, &status);
  check(status);
  return rows;
}

int FitsFile::columns() const {
  int columns = 0;
  int status = 0;
  fits_get_num_cols(handle_, &columns, &status);
  check(status);
  return columns;
}

std::optional<std::string> FitsFile::text_key(std::string const& keyword) const {
  std::array<char, FLEN_VALUE> value{};
  int status = 0;
  fits_read_key(handle_, TSTRING, keyword.c_str(), value.data(), nullptr, &status);
  if (status != 0) {
    fits_clear_errmsg();
    return std::nullopt;
  }
  std::string_view const text(value.data());
  std::size_t const first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) {
    return std::string();
  }
  return std::string(text.substr(first, text.find_last_not_of(' ') + 1 - first));
}

std::optional<std::int64_t> FitsFile::integer_key(std::string const& keyword) const {
  LONGLONG value = 0;
  int status = 0;
  fits_read_key(handle_, TLONGLONG, keyword.c_str(), &value, nullptr, &status);
  if (status != 0) {
    fits_clear_errmsg();
    return std::nullopt;
  }
  return value;
}

namespace {

/// The form in which CFITSIO takes words, which it does not change.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  return pointers;
}

void check_writing(int status) {
  if (status != 0) {
    throw Error(
        fmt::format("The FITS file cannot be made (CFITSIO: {}). Look whether there is "
                    "memory for all of it.",
                    fits_status_text(status)));
  }
}

}  // namespace

FitsMemoryFile::FitsMemoryFile() {
  constexpr std::size_t growth = std::size_t{1} << 20;
  fits_create_memfile(&handle_, &bytes_, &size_, growth, std::realloc, &status_);
  check_writing(status_);
}

FitsMemoryFile::~FitsMemoryFile() {
  int status = 0;
  fits_close_file(handle_, &status);
  std::free(bytes_);
}

void FitsMemoryFile::create_table(std::int64_t rows, std::vector<std::string> names,
                                  std::vector<std::string> forms, std::vector<std::string> units,
                                  std::string const& name) {
  std::vector<char*> name_words = pointers_to(names);
  std::vector<char*> form_words = pointers_to(forms);
  std::vector<char*> unit_words = pointers_to(units);
  fits_create_tbl(handle_, BINARY_TBL, rows, static_cast<int>(names.size()), name_words.data(),
                  form_words.data(), units.empty() ? nullptr : unit_words.data(),
                  name.empty() ? nullptr : name.c_str(), &status_);
}

void FitsMemoryFile::key(std::string const& keyword, std::string value,
                         std::string const& comment) {
  fits_write_key(handle_, TSTRING, keyword.c_str(), value.data(), comment.c_str(), &status_);
}

void FitsMemoryFile::key(std::string const& keyword, std::int64_t value,
                         std::string const& comment) {
  LONGLONG number = value;
  fits_write_key(handle_, TLONGLONG, keyword.c_str(), &number, comment.c_str(), &status_);
}

void FitsMemoryFile::key(std::string const& keyword, double value, std::string const& comment) {
  fits_write_key(handle_, TDOUBLE, keyword.c_str(), &value, comment.c_str(), &status_);
}

void FitsMemoryFile::comment(std::string const& text) {
  fits_write_comment(handle_, text.c_str(), &status_);
}

// CFITSIO takes no const array.
void FitsMemoryFile::write(int column, std::int64_t row, std::vector<double> values) {
  fits_write_col(handle_, TDOUBLE, column, row + 1, 1, std::ssize(values), values.data(), &status_);
}

void FitsMemoryFile::write(int column, std::int64_t row, std::span<std::int64_t const> values) {
  std::vector<LONGLONG> numbers(values.begin(), values.end());
  fits_write_col(handle_, TLONGLONG, column, row + 1, 1, std::ssize(numbers), numbers.data(),
                 &status_);
}

void FitsMemoryFile::write(int column, std::int64_t row, std::span<std::string const> values) {
  std::vector<char const*> words;
  for (std::string const& text : values) {
    words.push_back(text.c_str());
  }
  fits_write_col(handle_, TSTRING, column, row + 1, 1, std::ssize(words), words.data(), &status_);
}

std::string_view FitsMemoryFile::bytes() {
  LONGLONG end = 0;
  fits_flush_file(handle_, &status_);
  fits_get_hduaddrll(handle_, nullptr, nullptr, &end, &status_);
  check_writing(status_);
  return {static_cast<char const*>(bytes_), static_cast<std::size_t>(end)};
}

}  // namespace siderum::io
