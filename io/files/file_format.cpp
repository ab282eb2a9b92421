// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/file_format.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/files/input_file.hpp>

namespace siderum::io {
namespace {

bool ends_with(std::string const& path, std::string_view ending) {
  if (path.size() < ending.size()) {
    return false;
  }
  std::size_t const start = path.size() - ending.size();
  for (std::size_t i = 0; i < ending.size(); ++i) {
    char const letter = path[start + i];
    if ((letter >= 'A' && letter <= 'Z' ? letter + 32 : letter) != ending[i]) {
      return false;
    }
  }
  return true;
}

/// What a file that is neither text nor FITS holds, by its first bytes; empty where it may be text.
std::string_view binary_content(std::string_view bytes) {
  struct Signature {
    std::string_view bytes;
    std::string_view content;
  };
  using namespace std::string_view_literals;
  constexpr std::array signatures{Signature{"\x93NUMPY"sv, "a NumPy array"},
                                  Signature{"PK\x03\x04"sv, "a zip archive, as .npz and .xlsx are"},
                                  Signature{"\x89HDF\r\n"sv, "HDF5"},
                                  Signature{"PAR1"sv, "Parquet"},
                                  Signature{"SQLite format 3"sv, "an SQLite database"},
                                  Signature{"%PDF-"sv, "a PDF document"}};
  for (Signature const& signature : signatures) {
    if (bytes.starts_with(signature.bytes)) {
      return signature.content;
    }
  }
  constexpr std::size_t looked_at = 4096;
  return bytes.substr(0, looked_at).find('\0') == std::string_view::npos ? ""sv : "binary data"sv;
}

bool is_compressed(std::string_view bytes) {
  return bytes.starts_with("\x1F\x8B") || bytes.starts_with("BZh") ||
         bytes.starts_with("\x28\xB5\x2F\xFD") ||
         bytes.starts_with(
             "\xFD"
             "7zXZ");
}

/// Does the text begin as an object or a list of JSON does? A name in brackets does not.
bool is_json(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  auto const skip_blanks = [&] {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  };
  skip_blanks();
  if (!text.starts_with('{') && !text.starts_with('[')) {
    return false;
  }
  text.remove_prefix(1);
  skip_blanks();
  return !text.empty() && std::string_view("\"{[}]").find(text[0]) != std::string_view::npos;
}

/// What a text of tags is, by its beginning: archives answer with a VOTable, or with a page that
/// says why there is none. Empty where it is none; "<15.3" is a limit.
std::string_view tagged_content(std::string_view text) {
  constexpr std::size_t longest = 16;
  text.remove_prefix(std::min(text.find_first_not_of("\xEF\xBB\xBF \t\r\n"), text.size()));
  std::string start(text.substr(0, longest));
  std::transform(start.begin(), start.end(), start.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  });
  if (start.starts_with("<!doctype html") || start.starts_with("<html")) {
    return "a page in HTML";
  }
  bool const is_xml =
      start.starts_with("<?xml") || start.starts_with("<!") || start.starts_with("<votable");
  return is_xml ? "XML, as VOTables are" : "";
}

/// @param remedy  for what is in another form
void check_text(std::string const& path, std::string_view bytes, std::string_view remedy) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    throw Error(fmt::format("{} is text in UTF-16 (UTF-8 or ASCII is read). Convert it first.",
                            input_name(path)));
  }
  if (std::string_view const content = binary_content(bytes); !content.empty()) {
    throw Error(fmt::format("{} is not text (it is {}). {}", input_name(path), content, remedy));
  }
}

}  // namespace

bool has_fits_ending(std::string const& path) {
  return ends_with(path, ".fits") || ends_with(path, ".fit");
}

bool is_fits(std::string const& path, std::string_view bytes) {
  return bytes.starts_with("SIMPLE  =") || has_fits_ending(path) || ends_with(path, ".fits.gz") ||
         ends_with(path, ".fit.gz");
}

FileFormat detect_format(std::string const& path, std::string_view bytes) {
  if (is_fits(path, bytes)) {
    return FileFormat::fits;
  }
  SIDERUM_VALIDATE(!is_compressed(bytes),
                   fmt::format("{} is compressed (text and FITS tables are read, of these only FITS"
                               " compressed, as .fits.gz). Decompress it first, for example into"
                               " standard input, named -.",
                               input_name(path)));
  constexpr std::string_view remedy =
      "Convert it to what is read: text with columns (CSV), or a FITS table.";
  check_text(path, bytes, remedy);
  SIDERUM_VALIDATE(!is_json(bytes),
                   fmt::format("{} is no table (it is JSON). {}", input_name(path), remedy));
  std::string_view const tagged = tagged_content(bytes);
  SIDERUM_VALIDATE(tagged.empty(), fmt::format("{} cannot be read (it is {}). {}", input_name(path),
                                               tagged, remedy));
  return FileFormat::text;
}

void require_text(std::string const& path, std::string_view bytes) {
  SIDERUM_VALIDATE(!is_fits(path, bytes),
                   fmt::format("{} cannot be read (it is a FITS file; a text is wanted). Give"
                               " another file.",
                               input_name(path)));
  SIDERUM_VALIDATE(
      !is_compressed(bytes),
      fmt::format("{} is compressed (a text is wanted). Decompress it first.", input_name(path)));
  check_text(path, bytes, "Give another file.");
}

}  // namespace siderum::io
