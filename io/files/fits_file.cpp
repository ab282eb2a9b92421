// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/fits_file.hpp>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include <fmt/format.h>

// Its functions have no C++ declarations.
extern "C" {
#include <fitsio2.h>
}

#include <siderum/core/error.hpp>

namespace siderum::io {
namespace {

/// The name under which the process can open once more what it has open; empty where it cannot.
std::string own_path(InputFile const& input) {
  std::string path = fmt::format("/proc/self/fd/{}", input.descriptor());
  return ::access(path.c_str(), R_OK) == 0 ? path : std::string();
}

}  // namespace

std::string fits_status_text(int status) {
  std::array<char, FLEN_STATUS> words{};
  fits_get_errstatus(status, words.data());
  fits_clear_errmsg();
  return words.data();
}

FitsFile::FitsFile(InputFile& input) : input_(input) {
  if (input_.window().starts_with("\x1F\x8B")) {
    unpack();
  } else if (own_path(input_).empty()) {
    memory_ = input_.bytes();
  }
  size_ = memory_ ? std::ssize(*memory_) : input_.size().value_or(0);
  try {
    open();
    SIDERUM_VALIDATE(next_table(),
                     fmt::format("{} has no table (it holds only images, or is cut short). Give a "
                                 "FITS file with a binary or ASCII table.",
                                 name()));
    first_number_ = number_;
    first_header_ = header_;
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

void FitsFile::unpack() {
  int const descriptor = ::dup(input_.descriptor());
  if (descriptor < 0 && errno != EBADF) {
    refuse_unread(name(), errno);
  }
  SIDERUM_VALIDATE(descriptor >= 0,
                   fmt::format("{} is compressed (files are unpacked, streams are not). Decompress "
                               "it first.",
                               name()));
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> const packed(::fdopen(descriptor, "rb"),
                                                               &std::fclose);
  std::size_t room = std::size_t{1} << 20;
  char* start = static_cast<char*>(std::calloc(room, 1));
  if (start == nullptr) {
    throw std::bad_alloc();
  }
  unpacked_.reset(start);
  // Its beginning alone: a small file can be gigabytes of what is no FITS.
  constexpr std::size_t beginning = 4 * FitsHeader::block;
  std::size_t size = 0;
  int status = 0;
  std::size_t bytes = beginning;
  std::rewind(packed.get());
  uncompress2mem(nullptr, packed.get(), &start, &bytes, nullptr, &size, &status);
  if (status != 0 && std::string_view(start, beginning).starts_with("SIMPLE  =")) {
    // CFITSIO replaces both where it needs more room.
    static_cast<void>(unpacked_.release());
    status = 0;
    std::rewind(packed.get());
    uncompress2mem(nullptr, packed.get(), &start, &room, std::realloc, &size, &status);
    if (start == nullptr) {
      throw std::bad_alloc();
    }
    unpacked_.reset(start);
  }
  SIDERUM_VALIDATE(status == 0, fmt::format("{} cannot be unpacked (its compressed bytes are "
                                            "damaged or no FITS file). Check it with gzip -t.",
                                            name()));
  input_.require_unchanged();
  char* const padded = static_cast<char*>(std::realloc(start, size + InputFile::slack));
  if (padded == nullptr) {
    throw std::bad_alloc();
  }
  static_cast<void>(unpacked_.release());
  unpacked_.reset(padded);
  std::memset(padded + size, 0, InputFile::slack);
  memory_ = std::string_view(padded, size);
  input_.count_at(0, std::ssize(*memory_));
}

void FitsFile::open() {
  check_header(0);
  int status = 0;
  if (memory_) {
    // CFITSIO reads blocks as a whole. Behind the bytes there are zeros.
    constexpr auto block = static_cast<std::size_t>(FitsHeader::block);
    static_assert(InputFile::slack >= block);
    memory_start_ = const_cast<char*>(memory_->data());
    memory_size_ = (memory_->size() + block - 1) / block * block;
    fits_open_memfile(&handle_, "siderum", READONLY, &memory_start_, &memory_size_, 0, nullptr,
                      &status);
  } else {
    errno = 0;
    fits_open_diskfile(&handle_, own_path(input_).c_str(), READONLY, &status);
    if (status == FILE_NOT_OPENED && (errno == EMFILE || errno == ENFILE)) {
      refuse_unread(name(), errno);
    }
  }
  check(status);
}

std::string_view FitsFile::bytes_at(std::int64_t place) {
  constexpr auto block = static_cast<std::size_t>(FitsHeader::block);
  if (memory_) {
    return memory_->substr(std::min(static_cast<std::size_t>(place), memory_->size()), block);
  }
  block_.resize(block);
  return std::string_view(block_).substr(0, input_.read_at(place, block_.data(), block));
}

void FitsFile::check_header(std::int64_t place) {
  ++number_;
  header_.emplace(name(), number_, place, [this](std::int64_t at) { return bytes_at(at); });
  // Its cards may be there, and blanks behind them be missing, which CFITSIO calls a failure to
  // read.
  if (header_->data() > size_) {
    header_->refuse("", "the file is cut short, within the blanks behind its header");
  }
  if (!memory_) {
    input_.count_at(place, header_->data() - place);
  }
}

bool FitsFile::next_table() {
  int hdu_type = IMAGE_HDU;
  while (hdu_type == IMAGE_HDU) {
    // CFITSIO will look for the next header there, and nowhere else.
    LONGLONG place = 0;
    int status = 0;
    fits_get_hduaddrll(handle_, nullptr, nullptr, &place, &status);
    check(status);
    if (place < header_->data()) {
      header_->refuse("", "its data end before they begin");
    }
    std::string_view const start = place < size_ ? bytes_at(place) : std::string_view();
    // Some programs leave a line end or zeros behind the last data.
    if (start.empty() || start.front() == '\0' || start.front() == '\n') {
      return false;
    }
    check_header(place);
    fits_movrel_hdu(handle_, 1, &hdu_type, &status);
    check(status);
  }
  // CFITSIO does not look for the end of what it reads from memory, and in a file it meets the end
  // only when all before it has found room in memory.
  if (header_->size() > size_ - header_->data()) {
    header_->refuse("",
                    fmt::format("the file is cut short, {} bytes of data are {}", header_->size(),
                                std::max<std::int64_t>(0, size_ - header_->data())));
  }
  row_bytes_ = handle_->Fptr->rowlength;
  return true;
}

void FitsFile::first_table() {
  number_ = first_number_;
  header_ = first_header_;
  int status = 0;
  fits_movabs_hdu(handle_, static_cast<int>(number_), nullptr, &status);
  check(status);
  row_bytes_ = handle_->Fptr->rowlength;
}

void FitsFile::check(int status) const {
  if (status != 0) {
    throw Error(
        fmt::format("{} cannot be read as FITS (CFITSIO: {}). Check the file, for example "
                    "with fitsverify.",
                    name(), fits_status_text(status)));
  }
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

FitsColumn FitsFile::column(int number) const {
  FitsColumn column;
  column.number = number;
  int stored = 0;
  LONGLONG repeat = 0;
  LONGLONG width = 0;
  int status = 0;
  // Of ASCII tables it tells all three, asked for or not.
  fits_get_coltypell(handle_, number, &stored, &repeat, &width, &status);
  fits_get_eqcoltypell(handle_, number, &column.type, &repeat, &width, &status);
  check(status);
  column.repeat = repeat;
  column.width = width;
  column.place = handle_->Fptr->tableptr[number - 1].tbcol;
  bool const holds_reals = stored == TFLOAT || stored == TDOUBLE;
  column.says_undefined = handle_->Fptr->hdutype != BINARY_TBL || !holds_reals;
  column.form = form_of(column, stored);
  return column;
}

/// Of a column whose other facts are known.
char FitsFile::form_of(FitsColumn const& column, int stored) const {
  struct Form {
    int type;
    char letter;
    std::int64_t bytes;
  };
  constexpr std::array<Form, 7> forms{{{TDOUBLE, 'D', 8},
                                       {TFLOAT, 'E', 4},
                                       {TLONGLONG, 'K', 8},
                                       {TLONG, 'J', 4},
                                       {TSHORT, 'I', 2},
                                       {TBYTE, 'B', 1},
                                       {TSTRING, 'A', 1}}};
  auto const* const form = std::find_if(forms.begin(), forms.end(),
                                        [&](Form const& known) { return known.type == stored; });
  FITSfile const& table = *handle_->Fptr;
  // Of longer rows, threads would have too few, and each would be too much for its memory.
  constexpr std::int64_t longest_row = std::int64_t{1} << 22;
  if (form == forms.end() || table.hdutype != BINARY_TBL || table.rowlength > longest_row) {
    return 0;
  }
  tcolumn const& cells = table.tableptr[column.number - 1];
  bool const is_scaled = cells.tscale != 1.0 || cells.tzero != 0.0;
  bool const is_text = form->letter == 'A';
  // Texts of binary tables are undefined where they are empty.
  bool const has_undefined = !is_text && column.says_undefined && cells.tnull != NULL_UNDEFINED;
  bool const is_list_of_texts = is_text && column.repeat != column.width;
  if (is_scaled || has_undefined || is_list_of_texts) {
    return 0;
  }
  bool const is_within = column.place >= 0 && column.repeat > 0 &&
                         column.repeat <= (table.rowlength - column.place) / form->bytes &&
                         table.datastart == header_->data() &&
                         table.numrows <= (size_ - table.datastart) / table.rowlength;
  return is_within ? form->letter : '\0';
}

/// Bytes of the data of the table, which are there. May be called by several threads at once.
/// @param buffer  takes them unless they are in memory
char const* FitsFile::data_bytes(std::int64_t place, std::size_t count, char* buffer) const {
  std::int64_t const at = header_->data() + place;
  if (memory_) {
    return memory_->data() + at;
  }
  [[maybe_unused]] std::size_t const read = input_.read_at(at, buffer, count);
  SIDERUM_EXPECT(read == count);
  return buffer;
}

/// Counts bytes of the data of the table that were read; those in memory were when they came there.
void FitsFile::count_data(std::int64_t place, std::int64_t bytes) const {
  if (!memory_) {
    input_.count_at(header_->data() + place, bytes);
  }
}

}  // namespace siderum::io
