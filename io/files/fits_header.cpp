// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/fits_header.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>

namespace siderum::io {
namespace {

/// More than any disk holds, and far from what overflows.
constexpr std::int64_t largest_size = std::int64_t{1} << 60;

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

/// Takes the digits at the start of a text off it; none where there are no digits or too many.
std::optional<std::int64_t> take_number(std::string_view& text) {
  constexpr std::ptrdiff_t most_digits = 18;
  auto const* const end = std::find_if_not(text.begin(), text.end(), is_digit);
  std::optional<std::int64_t> const number =
      end - text.begin() > most_digits
          ? std::nullopt
          : whole_number(text.substr(0, static_cast<std::size_t>(end - text.begin())));
  text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
  return number;
}

/// Is this the keyword of a column, such as TFORM12?
bool is_of_column(std::string_view keyword, std::string_view root) {
  if (!keyword.starts_with(root) || keyword.size() == root.size()) {
    return false;
  }
  keyword.remove_prefix(root.size());
  keyword.remove_prefix(keyword.size() > 1 && (keyword[0] == '+' || keyword[0] == '-') ? 1 : 0);
  return std::all_of(keyword.begin(), keyword.end(), is_digit);
}

/// A form of a binary table: 3D, A, 20A, 20A5 (texts of five letters), 1PE(7).
bool is_binary_form(std::string_view form) {
  form.remove_prefix(std::min(form.find_first_not_of(' '), form.size()));
  bool const has_count = !form.empty() && is_digit(form.front());
  if (has_count && !take_number(form)) {
    return false;
  }
  bool const is_list = form.starts_with('P') || form.starts_with('Q');
  form.remove_prefix(is_list ? 1 : 0);
  if (form.empty()) {
    return false;
  }
  bool const is_text = form.front() == 'A' || form.front() == 'a';
  form.remove_prefix(1);
  if (!is_text || is_list || form.empty() || form.front() == ' ') {
    return true;
  }
  return take_number(form).value_or(0) > 0 && form.empty();
}

/// A form of a text table: A12, I6, F10.4.
bool is_text_form(std::string_view form) {
  form.remove_prefix(std::min(form.find_first_not_of(' '), form.size()));
  form.remove_prefix(form.empty() ? 0 : 1);
  bool const has_width = take_number(form).value_or(0) > 0;
  if (form.starts_with('.')) {
    form.remove_prefix(1);
    return has_width && take_number(form) && form.empty();
  }
  return has_width && form.empty();
}

/// Keywords that say how large things are.
bool is_of_size(std::string_view keyword) {
  constexpr std::array<std::string_view, 7> keywords{"BITPIX",  "PCOUNT", "GCOUNT", "GROUPS",
                                                     "TFIELDS", "THEAP",  "ZIMAGE"};
  constexpr std::array<std::string_view, 4> roots{"NAXIS", "ZNAXIS", "ZTILE", "ZVAL"};
  return std::find(keywords.begin(), keywords.end(), keyword) != keywords.end() ||
         std::any_of(roots.begin(), roots.end(),
                     [=](std::string_view root) { return keyword.starts_with(root); });
}

/// Is its value a sign, if any, and digits, without a point and an exponent?
bool is_written_whole(FitsCard const& card) {
  std::string_view digits = card.value;
  digits.remove_prefix(digits.starts_with('+') || digits.starts_with('-') ? 1 : 0);
  return card.kind == FitsCard::Kind::word && !digits.empty() &&
         std::all_of(digits.begin(), digits.end(), is_digit);
}

/// Is this a card of a compressed image that CFITSIO reads as a whole number, but none? CFITSIO
/// complains of longer values in too small a buffer.
bool is_odd_number(FitsCard const& card) {
  constexpr std::array<std::string_view, 7> roots{"ZBITPIX", "ZDITHER0", "ZNAXIS", "ZTILE",
                                                  "ZVAL",    "ZBLANK",   "BLANK"};
  constexpr std::size_t most_letters = 28;
  return std::any_of(roots.begin(), roots.end(),
                     [&](std::string_view root) { return card.keyword.starts_with(root); }) &&
         (card.kind != FitsCard::Kind::word || card.value.size() > most_letters);
}

/// The cards with which each table begins, behind XTENSION.
constexpr std::array<std::string_view, 7> first_of_table{"BITPIX", "NAXIS",  "NAXIS1", "NAXIS2",
                                                         "PCOUNT", "GCOUNT", "TFIELDS"};

/// Without what would break a sentence.
std::string shown(std::string_view text) {
  constexpr std::size_t most = 24;
  std::string result(text.substr(0, most));
  std::replace_if(
      result.begin(), result.end(), [](char letter) { return letter < ' ' || letter > '~'; }, '?');
  return text.size() > most ? result + "..." : result;
}

}  // namespace

FitsHeader::FitsHeader(std::string const& file, std::int64_t number, std::int64_t place,
                       Source const& source)
    : file_(file), number_(number), data_(place) {
  read_cards(source);
  check_size();
  check_table();
  check_undefined();
  check_compressed_image();
}

void FitsHeader::refuse(std::string_view keyword, std::string_view problem) const {
  throw Error(fmt::format(
      "{} cannot be read as FITS (HDU {}{}{}: {}). Check the file, for example with fitsverify.",
      file_, number_, keyword.empty() ? "" : ", ", shown(keyword), problem));
}

void FitsHeader::read_cards(Source const& source) {
  std::string_view const first = number_ == 1 ? "SIMPLE" : "XTENSION";
  if (!source(data_).starts_with(first)) {
    refuse("", fmt::format("it does not begin with {}", first));
  }
  while (true) {
    std::string_view const cards = source(data_);
    data_ += block;
    for (std::size_t place = 0; place < static_cast<std::size_t>(block); place += FitsCard::width) {
      if (place + FitsCard::width > cards.size()) {
        refuse("", "the file ends within its header");
      }
      FitsCard card = read_card(cards.substr(place, FitsCard::width));
      if (card.kind == FitsCard::Kind::end) {
        return;
      }
      add(std::move(card));
    }
  }
}

void FitsHeader::add(FitsCard card) {
  if (!card.problem.empty()) {
    refuse(card.keyword, card.problem);
  }
  ++card_;
  check_place(card);
  if (card.kind == FitsCard::Kind::continuation) {
    if (!continued_.empty()) {
      std::string& value = cards_[continued_].value;
      value.pop_back();
      value += card.value;
    }
    if (!card.value.ends_with('&')) {
      continued_.clear();
    }
    return;
  }
  continued_.clear();
  if (card.kind == FitsCard::Kind::remark) {
    return;
  }
  if (cards_.empty()) {
    type_ = card.value.substr(std::min(card.value.find_first_not_of(' '), card.value.size()));
  }
  check_column(card);
  odd_ = odd_.empty() && is_odd_number(card) ? card.keyword : odd_;
  bool const goes_on = card.kind == FitsCard::Kind::text && card.value.ends_with('&');
  std::string const keyword = card.keyword;
  bool const is_new = cards_.emplace(keyword, std::move(card)).second;
  if (!is_new && is_of_size(keyword)) {
    refuse(keyword, "it comes twice");
  }
  continued_ = is_new && goes_on ? keyword : "";
}

bool FitsHeader::is_table() const {
  return type_ == "TABLE" || type_ == "BINTABLE" || type_ == "A3DTABLE" || type_ == "3DTABLE";
}

/// CFITSIO goes on where the first cards of a table are no whole numbers, with what its memory held
/// before for the number of columns.
void FitsHeader::check_place(FitsCard const& card) const {
  if (!is_table() || card_ < 2 || card_ > 1 + std::ssize(first_of_table)) {
    return;
  }
  std::string_view const expected = first_of_table[static_cast<std::size_t>(card_ - 2)];
  if (card.keyword != expected) {
    refuse(card.keyword, fmt::format("card {} of a table is {}", card_, expected));
  }
  if (!is_written_whole(card)) {
    refuse(card.keyword, fmt::format("'{}' is no whole number", shown(card.value)));
  }
}

/// CFITSIO takes widths of columns that are 0 or below it, and calculates with them.
void FitsHeader::check_column(FitsCard const& card) const {
  if (!is_table()) {
    return;
  }
  if (is_of_column(card.keyword, "TFORM") &&
      !(type_ == "TABLE" ? is_text_form(card.value) : is_binary_form(card.value))) {
    refuse(card.keyword, fmt::format("'{}' is no form of a column", shown(card.value)));
  }
  if (is_of_column(card.keyword, "TDIM")) {
    std::string_view sizes = card.value;
    sizes.remove_prefix(std::min(sizes.find('('), sizes.size()));
    sizes.remove_prefix(std::min(sizes.find_first_not_of("( "), sizes.size()));
    if (take_number(sizes).value_or(0) < 1) {
      refuse(card.keyword, fmt::format("'{}' is no list of sizes", shown(card.value)));
    }
  }
  check_scale(card);
}

/// CFITSIO passes over what is no number, and multiplies by 0.
void FitsHeader::check_scale(FitsCard const& card) const {
  bool const is_scale = is_of_column(card.keyword, "TSCAL");
  if (!is_scale && !is_of_column(card.keyword, "TZERO")) {
    return;
  }
  std::optional<double> const number =
      card.kind == FitsCard::Kind::word ? real_number(card.value) : std::nullopt;
  if (!number) {
    refuse(card.keyword, fmt::format("'{}' is no number of double precision", shown(card.value)));
  }
  if (is_scale && *number == 0.0) {
    refuse(card.keyword, "it is 0, which leaves nothing of the cells");
  }
}

void FitsHeader::check_size() {
  constexpr std::int64_t most_axes = 99;
  std::int64_t const bytes = std::abs(within("BITPIX", -64, 64)) / 8;
  std::int64_t const axes = within("NAXIS", 0, most_axes);
  bool const has_groups = text("GROUPS").value_or("F") == "T";
  long double cells = axes > 0 ? 1.0L : 0.0L;
  for (std::int64_t axis = 1; axis <= axes; ++axis) {
    std::int64_t const length = within(fmt::format("NAXIS{}", axis), 0, largest_size);
    cells *= axis == 1 && length == 0 && has_groups ? 1.0L : static_cast<long double>(length);
  }
  cells += static_cast<long double>(within("PCOUNT", 0, largest_size, 0));
  long double const size = cells * static_cast<long double>(bytes) *
                           static_cast<long double>(within("GCOUNT", 0, largest_size, 1));
  if (size > static_cast<long double>(largest_size)) {
    refuse("NAXIS", "its data would be larger than any file");
  }
  data_size_ = static_cast<std::int64_t>(size);
}

void FitsHeader::check_table() const {
  if (!cards_.contains("TFIELDS")) {
    return;
  }
  constexpr std::int64_t most_columns = 999;
  within("TFIELDS", 0, most_columns);
  if (integer("NAXIS").value_or(0) != 2) {
    refuse("NAXIS", "a table has two axes");
  }
  std::int64_t const width = integer("NAXIS1").value_or(0);
  std::int64_t const rows = integer("NAXIS2").value_or(0);
  if (width == 0 && rows > 0) {
    refuse("NAXIS1", fmt::format("its {} rows have no bytes", rows));
  }
  if (cards_.contains("THEAP")) {
    within("THEAP", data_size_ - integer("PCOUNT").value_or(0), data_size_);
  }
}

/// The number of undefined cells, which whole numbers alone have in binary tables: CFITSIO passes
/// over others, and takes the cells for numbers. Those of text tables are texts.
void FitsHeader::check_undefined() const {
  if (!is_table() || type_ == "TABLE") {
    return;
  }
  constexpr std::string_view root = "TNULL";
  for (auto const& [keyword, card] : cards_) {
    if (!is_of_column(keyword, root)) {
      continue;
    }
    std::string const form = text("TFORM" + keyword.substr(root.size())).value_or("");
    if (form.find_first_of("EDCMedcm") != std::string::npos) {
      refuse(keyword,
             fmt::format("the column has the form {}, whose undefined cells are NaN", shown(form)));
    }
    bool const is_whole = is_written_whole(card) && whole_number(card.value);
    if (form.find_first_of("BIJKbijk") != std::string::npos && !is_whole) {
      refuse(keyword, fmt::format("'{}' is no whole number", shown(card.value)));
    }
  }
}

/// CFITSIO takes such a table for an image, and divides by the sizes of its tiles and blocks.
void FitsHeader::check_compressed_image() const {
  if (!text("ZIMAGE").value_or("F").starts_with('T')) {
    return;
  }
  if (!odd_.empty()) {
    refuse(odd_, "it is no number");
  }
  constexpr std::int64_t most_axes = 6;
  std::int64_t const axes = within("ZNAXIS", 1, most_axes);
  for (std::int64_t axis = 1; axis <= axes; ++axis) {
    std::int64_t const length = within(fmt::format("ZNAXIS{}", axis), 1, largest_size);
    within(fmt::format("ZTILE{}", axis), 1, length, 1);
  }
  if (text("ZCMPTYPE").value_or("").starts_with("RICE")) {
    constexpr std::int64_t largest_block = std::int64_t{1} << 20;
    within("ZVAL1", 1, largest_block);
    within("ZVAL2", 1, largest_block, 4);
  }
}

std::int64_t FitsHeader::within(std::string const& keyword, std::int64_t least, std::int64_t most,
                                std::optional<std::int64_t> otherwise) const {
  std::optional<std::int64_t> const found = integer(keyword);
  std::optional<std::int64_t> const number = found ? found : otherwise;
  if (!number) {
    refuse(keyword, "it is missing");
  }
  if (*number < least || *number > most) {
    refuse(keyword, fmt::format("it is {}, and {} to {} are understood", *number, least, most));
  }
  return *number;
}

std::optional<std::string> FitsHeader::text(std::string const& keyword) const {
  auto const found = cards_.find(keyword);
  if (found == cards_.end()) {
    return std::nullopt;
  }
  std::string const& value = found->second.value;
  return value.substr(std::min(value.find_first_not_of(' '), value.size()));
}

std::optional<std::int64_t> FitsHeader::integer(std::string const& keyword) const {
  std::optional<std::string> const value = text(keyword);
  if (!value) {
    return std::nullopt;
  }
  std::optional<std::int64_t> const number = whole_number(*value);
  if (!number) {
    refuse(keyword, fmt::format("'{}' is no whole number", shown(*value)));
  }
  return number;
}

}  // namespace siderum::io
