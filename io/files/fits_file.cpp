// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/fits_file.hpp>

#include <unistd.h>

#include <algorithm>
#include <array>
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
  SIDERUM_VALIDATE(descriptor >= 0,
                   fmt::format("{} is compressed (files are unpacked, streams are not). Decompress "
                               "it first.",
                               name()));
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> const packed(::fdopen(descriptor, "rb"),
                                                               &std::fclose);
  std::rewind(packed.get());
  // CFITSIO replaces both where it needs more room.
  std::size_t room = std::size_t{1} << 20;
  char* start = static_cast<char*>(std::malloc(room));
  std::size_t size = 0;
  int status = 0;
  if (start != nullptr) {
    uncompress2mem(nullptr, packed.get(), &start, &room, std::realloc, &size, &status);
  }
  if (start == nullptr) {
    throw std::bad_alloc();
  }
  unpacked_.reset(start);
  SIDERUM_VALIDATE(status == 0, fmt::format("{} cannot be unpacked (its compressed bytes are "
                                            "damaged). Check it with gzip -t.",
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
    fits_open_diskfile(&handle_, own_path(input_).c_str(), READONLY, &status);
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
  return true;
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

}  // namespace siderum::io
