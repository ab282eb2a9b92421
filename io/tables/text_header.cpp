// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/text_header.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <span>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/tables/columns.hpp>
#include <siderum/io/tables/coordinate_names.hpp>
#include <siderum/io/tables/ecsv_units.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/text_fields.hpp>
#include <siderum/io/tables/units.hpp>

namespace siderum::io {
namespace {

using Words = std::vector<std::string>;

/// Names of columns in catalogues, spectra and windows beside those of light curves.
constexpr std::array<std::string_view, 38> other_names = {
    "lon", "lat",         "longitude", "latitude",  "glon",     "glat",   "elon",    "elat",
    "l",   "b",           "x",         "z",         "redshift", "weight", "weights", "w",
    "ell", "cl",          "dl",        "multipole", "tt",       "ee",     "bb",      "te",
    "eb",  "tb",          "pp",        "tp",        "ep",       "gg",     "cc",      "gc",
    "bl",  "temperature", "gradient",  "curl",      "beam",     "window"};

/// Words of sentences that are no names of columns.
constexpr std::array<std::string_view, 29> small_words = {
    "the", "of",  "and", "or",  "in",   "with", "for",  "from", "is",    "are",
    "was", "to",  "by",  "on",  "at",   "as",   "this", "that", "these", "which",
    "vs",  "per", "has", "not", "have", "see",  "each", "all",  "versus"};

bool is_one_of(std::string_view name, std::span<std::string_view const> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Ids do not count: stars and objects are in many a title.
bool is_known(std::string const& word) {
  std::string const plain = plain_name(word);
  ColumnRole const role = recognise_role(word);
  return (role != ColumnRole::skip && role != ColumnRole::id) || names_magnitudes(word) ||
         is_one_of(plain, right_ascension_names) || is_one_of(plain, declination_names) ||
         is_one_of(plain, other_names);
}

bool is_letter(char letter) {
  return std::isalpha(static_cast<unsigned char>(letter)) != 0 ||
         static_cast<unsigned char>(letter) >= 0x80;
}

/// Without # and blanks before it and blanks after it.
std::string_view content_of(std::string_view comment) {
  comment.remove_prefix(std::min(comment.find_first_not_of(" \t#"), comment.size()));
  return comment.substr(0, comment.find_last_not_of(" \t\r") + 1);
}

/// The comments that hold a letter, the last one first.
std::vector<std::string_view> comments_of(std::string_view text) {
  std::vector<std::string_view> comments;
  text.remove_prefix(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
  while (!text.empty()) {
    std::size_t const end = text.find('\n');
    std::string_view const comment = content_of(text.substr(0, end));
    if (std::any_of(comment.begin(), comment.end(), is_letter)) {
      comments.push_back(comment);
    }
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  std::reverse(comments.begin(), comments.end());
  return comments;
}

/// Takes off a label such as "columns:", a word of letters that a blank follows.
std::string_view without_label(std::string_view comment) {
  std::size_t const colon = comment.find(':');
  bool const is_label =
      colon != std::string_view::npos && colon + 1 < comment.size() &&
      (comment[colon + 1] == ' ' || comment[colon + 1] == '\t') &&
      std::all_of(comment.begin(), comment.begin() + static_cast<std::ptrdiff_t>(colon), is_letter);
  return is_label ? content_of(comment.substr(colon + 1)) : comment;
}

bool is_sentence(std::string_view comment, Separator separator) {
  if (comment.back() == '.' || comment.back() == '!' || comment.back() == '?') {
    return true;
  }
  Words const words = separator == Separator::blanks ? split_fields(comment, separator) : Words{};
  return std::any_of(words.begin(), words.end(), [](std::string const& word) {
    return is_one_of(plain_name(word), small_words);
  });
}

/// Joins what stands in brackets to the word before it: "dec [deg]", "flux (e-/s)".
Words with_units(Words const& words) {
  Words joined;
  bool is_open = false;
  for (std::string const& word : words) {
    bool const begins = word.starts_with('[') || word.starts_with('(');
    if (!joined.empty() && (is_open || begins)) {
      joined.back() += ' ' + word;
    } else {
      joined.push_back(word);
    }
    is_open = (is_open || begins) && word.find_first_of("])") == std::string::npos;
  }
  return joined;
}

/// Takes the numbers off "1:l 2:TT 3:EE", if all words have them.
void take_off_numbers(Words& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with(fmt::format("{}:", i + 1))) {
      return;
    }
  }
  for (std::string& word : words) {
    word.erase(0, word.find(':') + 1);
  }
}

/// The words of a comment, for a row that may have so many fields; else those between its own
/// separators.
Words words_of(std::string_view comment, Separator of_data, std::size_t least, std::size_t most) {
  Separator const own = detect_separator(comment);
  Words const plain = split_fields(comment, own);
  std::vector<Words> ways = {own == Separator::blanks ? with_units(plain) : plain, plain,
                             split_fields(comment, of_data)};
  auto const fits = std::find_if(ways.begin(), ways.end(), [&](Words const& words) {
    return words.size() >= least && words.size() <= most;
  });
  Words words = fits == ways.end() ? std::move(ways.front()) : std::move(*fits);
  take_off_numbers(words);
  return words;
}

}  // namespace

std::string TextHeader::name(int column) const {
  auto const place = static_cast<std::size_t>(column);
  return place < names.size() ? names[place] : std::string();
}

std::string TextHeader::unit(int column) const {
  auto const place = static_cast<std::size_t>(column);
  return place < units.size() ? units[place] : std::string();
}

void TextHeader::refuse_doubt(std::string const& file, std::string_view advice) const {
  if (!doubtful_comment.empty()) {
    throw Error(
        fmt::format("{}: the comment '{}' seems to name the columns (but has more or fewer words "
                    "than the first row has fields). {}",
                    file, shown_text(doubtful_comment), advice));
  }
}

TextHeader find_header(std::string_view text, std::string_view line) {
  TextHeader header;
  std::string_view const comments =
      text.substr(0, static_cast<std::size_t>(line.data() - text.data()));
  Separator const separator = detect_separator(line);
  Words const fields = split_fields(line, separator);
  if (is_header(fields)) {
    header.names = fields;
    header.units = ecsv_units(comments, fields);
    header.is_row = true;
    return header;
  }
  auto const least = static_cast<std::size_t>(count_columns(fields));
  std::ptrdiff_t needed = 1;
  Words units;
  for (std::string_view comment : comments_of(comments)) {
    comment = without_label(comment);
    Words words = words_of(comment, separator, least, fields.size());
    std::ptrdiff_t const known = std::count_if(words.begin(), words.end(), is_known);
    bool const names_columns =
        known >= needed && is_header(words) && !is_sentence(comment, detect_separator(comment));
    bool const fits = words.size() >= least && words.size() <= fields.size();
    if (fits && needed == 1 && units.empty() &&
        std::all_of(words.begin(), words.end(), is_unit_word)) {
      units = std::move(words);
      continue;
    }
    needed = 2;
    if (!names_columns) {
      continue;
    }
    if (fits) {
      header.names = std::move(words);
      header.units = std::move(units);
      header.doubtful_comment.clear();
      return header;
    }
    if (known >= 2 && header.doubtful_comment.empty()) {
      header.doubtful_comment = comment;
    }
  }
  return header;
}

}  // namespace siderum::io
