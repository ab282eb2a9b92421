// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/least_rows.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string_view>

#include <siderum/io/files/fits_card.hpp>

namespace siderum::io {

namespace {

constexpr std::size_t beginning = std::size_t{1} << 16;

/// Rows of the first table that stand in the file.
std::int64_t rows_of_fits(std::string_view bytes, std::int64_t size) {
  bool is_table = false;
  std::int64_t width = 0;
  for (std::size_t at = 0; at + FitsCard::width <= bytes.size(); at += FitsCard::width) {
    FitsCard const card = read_card(bytes.substr(at, FitsCard::width));
    is_table = is_table || (card.keyword == "XTENSION" && card.value.ends_with("TABLE"));
    if (is_table && card.keyword == "NAXIS1") {
      width = whole_number(card.value).value_or(0);
    }
    if (is_table && card.keyword == "NAXIS2") {
      return width > 0
                 ? std::clamp<std::int64_t>(whole_number(card.value).value_or(0), 0, size / width)
                 : 0;
    }
  }
  return 0;
}

std::int64_t rows_of_text(std::string_view bytes, std::int64_t size) {
  std::int64_t rows = 0;
  std::int64_t length = 0;
  for (std::size_t end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
    if (end > 0 && bytes.front() != '#') {
      ++rows;
      length += static_cast<std::int64_t>(end) + 1;
    }
    bytes.remove_prefix(end + 1);
  }
  return rows > 0 ? size / (length / rows + 1) / 2 : 0;
}

std::int64_t rows_of(std::string const& path) {
  if (path == "-" || !std::filesystem::is_regular_file(path)) {
    return 0;
  }
  auto const size = static_cast<std::int64_t>(std::filesystem::file_size(path));
  std::ifstream file(path, std::ios::binary);
  std::string bytes(beginning, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  if (bytes.starts_with("SIMPLE  =")) {
    return rows_of_fits(bytes, size);
  }
  // A zero is in no text, and in all that is compressed.
  return bytes.find('\0') == std::string::npos ? rows_of_text(bytes, size) : 0;
}

}  // namespace

std::int64_t least_rows(std::string const& path) noexcept {
  try {
    return rows_of(path);
  } catch (std::exception const&) {
    return 0;
  }
}

}  // namespace siderum::io
