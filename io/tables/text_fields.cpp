// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/text_fields.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <siderum/core/error.hpp>

namespace siderum::io {

void require_line(std::string const& file, std::size_t bytes) {
  if (bytes > longest_line) {
    throw Error(
        fmt::format("{} has a line of more than {} MB (LF or CRLF ends a line). Look whether"
                    " it is a table of text.",
                    file, longest_line >> 20));
  }
}

ContentLines::ContentLines(std::string_view text)
    : first_(text.data()),
      cursor_(text.data() + (text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0)),
      last_(text.data() + text.size()) {}

ContentLines ContentLines::within(std::string_view text) {
  ContentLines lines(text);
  lines.cursor_ = text.data();
  return lines;
}

ContentLines::ContentLines(InputFile& input) : input_(&input) {
  take_window(input.window().starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
}

void ContentLines::take_window(std::size_t cursor) {
  std::string_view const window = input_->window();
  first_ = window.data();
  cursor_ = first_ + cursor;
  last_ = first_ + window.size();
}

bool ContentLines::read_on() {
  if (input_ == nullptr) {
    return false;
  }
  auto const before = static_cast<std::size_t>(cursor_ - first_);
  bool const more = input_->read_on();
  take_window(before);
  return more;
}

bool ContentLines::next(std::string_view& line) {
  std::size_t searched = 0;  // of the line, without its end
  while (true) {
    char const* const from = cursor_ + searched;
    void const* const found =
        from == last_ ? nullptr : std::memchr(from, '\n', static_cast<std::size_t>(last_ - from));
    if (found == nullptr && input_ != nullptr) {
      searched = static_cast<std::size_t>(last_ - cursor_);
      require_line(input_->name(), searched);
      if (read_on()) {
        continue;
      }
    }
    searched = 0;
    if (cursor_ == last_) {
      return false;
    }
    char const* const first = cursor_;
    char const* end = found != nullptr ? static_cast<char const*>(found) : last_;
    cursor_ = found != nullptr ? end + 1 : last_;
    ++row_;
    while (first != end && (end[-1] == '\r' || end[-1] == ' ')) {
      --end;
    }
    char const* const content =
        std::find_if(first, end, [](char letter) { return letter != ' ' && letter != '\t'; });
    if (content != end && *content != '#') {
      line = {first, static_cast<std::size_t>(end - first)};
      return true;
    }
  }
}

std::int64_t ContentLines::estimated_rows() const {
  constexpr std::int64_t shortest = 4;  // "1,2\n"
  std::string_view const sample = text().substr(0, std::size_t{1} << 16);
  std::int64_t const size = input_ == nullptr ? std::ssize(text()) : input_->size().value_or(0);
  auto const lines = static_cast<double>(std::count(sample.begin(), sample.end(), '\n') + 1);
  bool const is_all = std::ssize(sample) >= size;
  double const margin = 1.02;
  double const rows =
      is_all ? lines
             : margin * lines * static_cast<double>(size) / static_cast<double>(sample.size());
  return std::min(static_cast<std::int64_t>(rows), size / shortest + 1);
}

FieldState FieldCursor::read_text(std::string_view& field, std::string* unescaped) {
  if (!more_) {
    return FieldState::absent;
  }
  skip_blanks();
  if (cursor_ != last_ && *cursor_ == '"') {
    return read_quoted(field, unescaped);
  }
  char const* const first = cursor_;
  char const separator = static_cast<char>(separator_);
  while (cursor_ != last_ && *cursor_ != separator) {
    if (*cursor_ == '\t' && separator_ == Separator::blanks) {
      break;
    }
    if (*cursor_ == '#' && (cursor_ == first || is_blank(cursor_[-1]))) {
      break;
    }
    ++cursor_;
  }
  char const* end = cursor_;
  while (end != first && is_blank(end[-1])) {
    --end;
  }
  field = {first, static_cast<std::size_t>(end - first)};
  finish_field();
  return field.empty() ? FieldState::empty : FieldState::good;
}

FieldState FieldCursor::read_quoted(std::string_view& field, std::string* unescaped) {
  char const* const first = ++cursor_;
  bool escaped = false;
  while (cursor_ != last_) {
    if (*cursor_ == '"') {
      if (cursor_ + 1 == last_ || cursor_[1] != '"') {
        break;
      }
      escaped = true;
      ++cursor_;
    }
    ++cursor_;
  }
  if (cursor_ == last_) {
    more_ = false;
    return FieldState::open_quote;
  }
  field = {first, static_cast<std::size_t>(cursor_ - first)};
  if (escaped && unescaped != nullptr) {
    unescaped->clear();
    for (std::size_t i = 0; i < field.size(); ++i) {
      *unescaped += field[i];
      if (field[i] == '"') {
        ++i;
      }
    }
    field = *unescaped;
  }
  ++cursor_;
  if (!finish_field()) {
    rejected_ = field;
    is_after_quote_ = true;
    return FieldState::malformed;
  }
  return field.empty() ? FieldState::empty : FieldState::good;
}

FieldCount FieldCursor::count_rest() {
  FieldCount fields;
  bool goes_on = false;
  while (more_) {
    FieldState const state = skip();
    fields.all += goes_on ? 0 : 1;
    fields.filled = state == FieldState::empty ? fields.filled : fields.all;
    // Text after a closing quote belongs to the same field.
    goes_on = state == FieldState::malformed;
  }
  return fields;
}

FieldState FieldCursor::unusual_number(double& value) {
  std::string_view field;
  FieldState const state = read_text(field, nullptr);
  if (state != FieldState::good) {
    return state;
  }
  char const* const end = field.data() + field.size();
  if (parse_number(field.data(), end, value) == end) {
    return FieldState::good;
  }
  rejected_ = field;
  is_after_quote_ = false;
  return FieldState::malformed;
}

Separator detect_separator(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  line.remove_suffix(line.size() - std::min(line.find_last_not_of(" \t") + 1, line.size()));
  bool quoted = false;
  bool tab = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    bool const after_blank = i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t';
    if (line[i] == '"' && (quoted || after_blank)) {
      quoted = !quoted;
    } else if (!quoted && line[i] == ',') {
      return Separator::comma;
    } else if (!quoted && line[i] == '#' && after_blank) {
      break;
    }
    tab = tab || (!quoted && line[i] == '\t');
  }
  return tab ? Separator::tab : Separator::blanks;
}

namespace {

/// The length of the letter of UTF-8 that the text begins with; 0: it is none.
std::size_t letter_length(std::string_view text) {
  auto const byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) {
    return 1;
  }
  if (byte(0) < 0xC2 || byte(0) >= 0xF5) {
    return 0;
  }
  std::size_t const length = byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 4;
  for (std::size_t i = 1; i < length; ++i) {
    if (i >= text.size() || (byte(i) & 0xC0) != 0x80) {
      return 0;
    }
  }
  return length;
}

}  // namespace

std::string shown_text(std::string_view field) {
  constexpr std::size_t longest = 40;
  std::size_t length = std::min(field.size(), longest);
  // Not within a letter of UTF-8.
  while (length < field.size() && length > 0 && (field[length] & 0xC0) == 0x80) {
    --length;
  }
  std::string text;
  for (std::string_view rest = field.substr(0, length); !rest.empty();) {
    std::size_t const bytes = letter_length(rest);
    bool const printable = bytes > 1 || (bytes == 1 && rest[0] >= 32 && rest[0] != 127);
    text += printable ? rest.substr(0, bytes) : "?";
    rest.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return length < field.size() ? text + "..." : text;
}

std::string shown_names(std::vector<std::string> const& names) {
  constexpr std::size_t most = 20;
  std::string text;
  std::size_t const shown = names.size() > most + 1 ? most : names.size();
  for (std::size_t i = 0; i < shown; ++i) {
    text += (i == 0 ? "" : ", ") + shown_text(names[i]);
  }
  return shown < names.size() ? fmt::format("{} and {} more", text, names.size() - shown) : text;
}

std::vector<std::string> split_fields(std::string_view line, Separator separator) {
  std::vector<std::string> fields;
  FieldCursor cursor(line, separator);
  while (cursor.has_more()) {
    std::string_view field;
    cursor.text(field);
    fields.emplace_back(field);
  }
  return fields;
}

std::string shown_columns(int columns) {
  return fmt::format("{} column{}", columns, columns == 1 ? "" : "s");
}

int count_columns(std::vector<std::string> const& fields) {
  auto const last = std::find_if(fields.rbegin(), fields.rend(),
                                 [](std::string const& field) { return !field.empty(); });
  return static_cast<int>(fields.rend() - last);
}

bool has_semicolons(std::string_view line) {
  if (line.find(';') == std::string_view::npos) {
    return false;
  }
  int numbers = 0;
  for (std::string& field : split_fields(line, Separator::semicolon)) {
    auto const commas = std::count(field.begin(), field.end(), ',');
    if (commas > 1) {
      return false;
    }
    std::replace(field.begin(), field.end(), ',', '.');
    numbers += is_number(field) ? 1 : 0;
  }
  return numbers > 1;
}

void refuse_semicolons(std::string const& file, std::string_view line) {
  if (has_semicolons(line)) {
    throw Error(fmt::format(
        "{}: the columns are separated by semicolons (commas, tabs or blanks are read, and "
        "decimals have a point). Write commas, and points in decimals, for example with tr ',;' "
        "'.,'.",
        file));
  }
}

bool may_hold_decimal_commas(std::vector<std::string> const& fields, Separator separator) {
  auto const is_whole = [](std::string const& field) {
    return !field.empty() && field.find_first_not_of("0123456789+-") == std::string::npos;
  };
  auto const whole = std::count_if(fields.begin(), fields.end(), is_whole);
  auto const others = std::ssize(fields) - whole;
  return separator == Separator::comma &&
         (others == 0 || (others == 1 && whole >= 3 && !is_number(fields.front())));
}

bool is_header(std::vector<std::string> const& fields) {
  return std::none_of(fields.begin(), fields.end(),
                      [](std::string const& field) { return is_number(field); });
}

}  // namespace siderum::io
