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

/// Words of titles, which may have as many words as there are columns.
constexpr std::array<std::string_view, 14> title_words = {
    "my",      "our",  "data",    "file",    "catalogue", "catalog", "photometry",
    "comment", "mock", "created", "written", "made",      "sample",  "spectrum"};

/// Parts of names that tell of times, magnitudes or coordinates, whatever stands beside them.
constexpr std::array<std::string_view, 11> telling_parts = {
    "ra", "dec", "decl", "time", "jd", "mjd", "hjd", "bjd", "mag", "vmag", "gmag"};

/// Words of lines of types, which say nothing about units.
constexpr std::array<std::string_view, 18> type_words = {
    "int",    "integer", "long",    "short", "int32",  "int64", "float", "double", "real",
    "number", "float32", "float64", "str",   "string", "text",  "char",  "bool",   "object"};

bool is_one_of(std::string_view name, std::span<std::string_view const> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_letter(char letter) {
  return std::isalpha(static_cast<unsigned char>(letter)) != 0 ||
         static_cast<unsigned char>(letter) >= 0x80;
}

/// "ra_1", "HJD-2450000", "time_obs".
bool is_telling(std::string_view word) {
  auto const end = std::find_if(word.begin(), word.end(),
                                [](char letter) { return letter == '(' || letter == '['; });
  for (auto first = std::find_if(word.begin(), end, is_letter); first != end;) {
    auto const last = std::find_if_not(first, end, is_letter);
    if (is_one_of(plain_name({first, last}), telling_parts)) {
      return true;
    }
    first = std::find_if(last, end, is_letter);
  }
  return false;
}

/// Ids do not count: stars and objects are in many a title.
bool is_known(std::string const& word) {
  std::string const plain = plain_name(word);
  ColumnRole const role = recognise_role(word);
  return (role != ColumnRole::skip && role != ColumnRole::id) || names_magnitudes(word) ||
         is_one_of(plain, right_ascension_names) || is_one_of(plain, declination_names) ||
         is_one_of(plain, other_names) || is_telling(word);
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

/// Takes off a label such as "columns:" or "columns are:", letters that a blank follows.
std::string_view without_label(std::string_view comment) {
  std::size_t const colon = comment.find(':');
  bool const is_label =
      colon != std::string_view::npos && colon + 1 < comment.size() &&
      (comment[colon + 1] == ' ' || comment[colon + 1] == '\t') &&
      std::all_of(comment.begin(), comment.begin() + static_cast<std::ptrdiff_t>(colon),
                  [](char letter) { return is_letter(letter) || letter == ' '; });
  return is_label ? content_of(comment.substr(colon + 1)) : comment;
}

/// Without what stands in brackets: "dec (all in deg)" is no sentence.
std::string without_brackets(std::string_view comment) {
  std::string rest;
  int depth = 0;
  for (char const letter : comment) {
    depth += letter == '(' || letter == '[' ? 1 : 0;
    if (depth == 0) {
      rest += letter;
    }
    depth -= depth > 0 && (letter == ')' || letter == ']') ? 1 : 0;
  }
  return rest;
}

bool holds_word(std::string_view comment, std::span<std::string_view const> list) {
  Words const words = split_fields(without_brackets(comment), Separator::blanks);
  return std::any_of(words.begin(), words.end(),
                     [&](std::string const& word) { return is_one_of(plain_name(word), list); });
}

/// "Dec." may be short for a name.
bool is_sentence(std::string_view comment, Words const& words) {
  bool const is_ended = comment.back() == '.' || comment.back() == '!' || comment.back() == '?';
  return (is_ended && std::none_of(words.begin(), words.end(), is_telling)) ||
         (detect_separator(comment) == Separator::blanks && holds_word(comment, small_words));
}

bool is_title(std::string_view comment) {
  return holds_word(comment, title_words) || holds_word(comment, small_words);
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

/// Where the name begins behind "1:", "(1)", "[1]", "1=" or "1-"; 0: there is no such number.
std::size_t behind_number(std::string_view word, std::size_t number) {
  std::size_t const bracket = word.starts_with('(') || word.starts_with('[') ? 1 : 0;
  std::string const digits = fmt::format("{}", number);
  std::size_t const end = bracket + digits.size();
  bool const is_there = word.substr(bracket).starts_with(digits) && end + 1 < word.size();
  return is_there && std::string_view(bracket == 1 ? ")]" : ":=-.)").find(word[end]) !=
                         std::string_view::npos
             ? end + 1
             : 0;
}

/// Takes the numbers off "1:l 2:TT 3:EE", from 0 or 1, if all words have them.
void take_off_numbers(Words& words) {
  for (std::size_t const first : {0, 1}) {
    Words names;
    for (std::string const& word : words) {
      if (std::size_t const begin = behind_number(word, first + names.size()); begin > 0) {
        names.push_back(word.substr(begin));
      }
    }
    if (names.size() == words.size()) {
      words = std::move(names);
      return;
    }
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

bool says_no_name(std::string const& word) {
  return is_unit_word(word) || is_one_of(plain_name(word), type_words);
}

/// Do these words give units, or types, which are no names of columns? Unknown ones may be units.
bool are_units(Words const& words) {
  return std::all_of(words.begin(), words.end(), says_no_name) ||
         (std::any_of(words.begin(), words.end(), is_scale_word) &&
          std::none_of(words.begin(), words.end(), [](std::string const& word) {
            return is_known(word) && !says_no_name(word);
          }));
}

void forget_types(Words& units) {
  for (std::string& unit : units) {
    unit = is_one_of(plain_name(unit), type_words) ? std::string() : unit;
  }
}

/// The names of a list as SExtractor writes it, "1 NUMBER Running object number", a line for each
/// column.
TextHeader listed_names(std::vector<std::string_view> const& comments, std::size_t columns,
                        TextHeader otherwise) {
  TextHeader header;
  std::string_view last;
  for (auto comment = comments.rbegin(); comment != comments.rend(); ++comment) {
    Words words = split_fields(*comment, Separator::blanks);
    std::string const number = fmt::format("{}", header.names.size() + 1);
    if (words.size() < 2 || words[0].substr(0, words[0].find_first_of(":.)")) != number) {
      continue;
    }
    header.names.push_back(words[1]);
    bool const has_unit = words.back().starts_with('[') && words.back().ends_with(']');
    header.units.push_back(has_unit ? words.back() : std::string());
    last = *comment;
  }
  if (header.names.size() == columns) {
    return header;
  }
  otherwise.doubtful_comment = header.names.size() > 1 ? last : std::string_view();
  return otherwise;
}

bool counts_from_zero(Words const& fields) {
  std::size_t place = 0;
  return fields.size() > 1 && std::all_of(fields.begin(), fields.end(), [&](auto const& field) {
           return field == std::to_string(place++);
         });
}

/// What the comments before the data say.
TextHeader header_of(std::vector<std::string_view> const& comments, Separator separator,
                     std::size_t least, std::size_t most) {
  TextHeader header;
  TextHeader unknown;  // of names that siderum does not know
  std::ptrdiff_t needed = 1;
  for (std::string_view comment : comments) {
    comment = without_label(comment);
    Words words = words_of(comment, separator, least, most);
    std::ptrdiff_t const known = std::count_if(words.begin(), words.end(), is_known);
    bool const may_be_names = is_header(words) && !is_sentence(comment, words);
    bool const fits = words.size() >= least && words.size() <= most;
    bool const is_last = needed == 1;
    if (fits && is_last && header.units.empty() && may_be_names && are_units(words)) {
      // Unknown words among them may also be names, where no comment above has names.
      if (!std::all_of(words.begin(), words.end(), says_no_name) && !is_title(comment)) {
        unknown.names = words;
      }
      forget_types(words);
      header.units = std::move(words);
      continue;
    }
    needed = 2;
    if (!may_be_names) {
      continue;
    }
    if (fits && known >= (is_last ? 1 : 2)) {
      header.names = std::move(words);
      header.doubtful_comment.clear();
      return header;
    }
    if (fits && is_last && !is_title(comment)) {
      unknown.names = std::move(words);
      unknown.units = header.units;
    }
    bool const is_doubtful =
        known >= 2 || (is_last && std::any_of(words.begin(), words.end(), is_telling));
    if (!fits && is_doubtful && header.doubtful_comment.empty()) {
      header.doubtful_comment = comment;
    }
  }
  return unknown.names.empty() || !header.doubtful_comment.empty() ? header : unknown;
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

std::string_view TextHeader::note_of_numbers() const {
  return may_be_numbers ? "the first row, 0 and 1 and so on, was read as data; if it numbers the"
                          " columns, as pandas does, remove it."
                        : "";
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
  std::vector<std::string_view> const of_text = comments_of(comments);
  header = header_of(of_text, separator, least, fields.size());
  if (header.names.empty() && header.doubtful_comment.empty()) {
    header = listed_names(of_text, least, std::move(header));
  }
  header.may_be_numbers = header.names.empty() && counts_from_zero(fields);
  return header;
}

}  // namespace siderum::io
