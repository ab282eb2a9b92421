// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/io/files/input_file.hpp>
#include <siderum/io/tables/number_text.hpp>

namespace siderum::io {

/// Semicolons are known only so that a refusal can name them: in the files that have them, commas
/// usually stand for decimal points.
enum class Separator : char { comma = ',', tab = '\t', blanks = ' ', semicolon = ';' };

/// Of UTF-8. At the start of a text it is no content.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// In bytes. Text that goes on without an end of a line, as a device or a broken program gives it,
/// is not read for ever.
inline constexpr std::size_t longest_line = std::size_t{64} << 20;

/// Throws Error where so many bytes without an end of a line are more than a line may have.
void require_line(std::string const& file, std::size_t bytes);

/// Steps through the lines of a text that hold something: neither empty nor only a comment.
class ContentLines {
 public:
  explicit ContentLines(std::string_view text);

  /// Of a part of a text, which may begin with any bytes.
  static ContentLines within(std::string_view text);

  /// Of a file, of which as much is in memory as is needed, from its start on.
  explicit ContentLines(InputFile& input);

  /// The next line, without its end (LF or CRLF). Lines of a file live until the next call. Throws
  /// Error where a line of a file is longer than longest_line.
  bool next(std::string_view& line);

  /// The number of the line that next() gave last, from 1.
  std::int64_t row() const { return row_; }

  /// The text as far as it is in memory.
  std::string_view text() const { return {first_, static_cast<std::size_t>(last_ - first_)}; }

  /// About how many lines there are, by the length of the first ones.
  std::int64_t estimated_rows() const;

 private:
  bool read_on();
  void take_window(std::size_t cursor);

  InputFile* input_ = nullptr;
  char const* first_ = nullptr;
  char const* cursor_ = nullptr;
  char const* last_ = nullptr;
  std::int64_t row_ = 0;
};

enum class FieldState {
  good,
  absent,      ///< the row has no further field
  empty,       ///< there is a field with nothing in it
  malformed,   ///< not a number; text() gives it
  open_quote,  ///< a quote that does not close before the end of the line
};

/// How many fields there are.
struct FieldCount {
  int all = 0;
  int filled = 0;  ///< without the empty ones at the end
};

/// Reads the fields of one line from left to right.
class FieldCursor {
 public:
  FieldCursor(std::string_view line, Separator separator)
      : cursor_(line.data()), last_(line.data() + line.size()), separator_(separator) {}

  /// The next field as a number.
  FieldState number(double& value) {
    skip_blanks();
    char const* const start = cursor_;
    char const* const after = parse_number(cursor_, last_, value);
    if (after != nullptr) {
      cursor_ = after;
      if (finish_field()) {
        return FieldState::good;
      }
      cursor_ = start;
    }
    return unusual_number(value);
  }

  /// The next field as text, trimmed. The text lives as long as the line and this cursor.
  FieldState text(std::string_view& field) { return read_text(field, &unescaped_); }

  /// Steps over the next field.
  FieldState skip() {
    std::string_view ignored;
    return read_text(ignored, nullptr);
  }

  /// Steps over the rest of the row and counts its fields. An open quote, which ends with the line,
  /// is one.
  FieldCount count_rest();

  /// Does the row have a further field? True after a separator, even at the end of the line.
  bool has_more() const { return more_; }

  /// The field of which number() said `malformed`.
  std::string_view rejected() const { return rejected_; }

  /// Was that because text follows a closing quote?
  bool is_after_quote() const { return is_after_quote_; }

 private:
  bool is_blank(char letter) const {
    return letter == ' ' || (letter == '\t' && separator_ != Separator::tab);
  }

  void skip_blanks() {
    while (cursor_ != last_ && is_blank(*cursor_)) {
      ++cursor_;
    }
  }

  /// Steps over what may follow a field; false where something else follows.
  bool finish_field() {
    char const* const start = cursor_;
    skip_blanks();
    if (cursor_ == last_ || *cursor_ == '#') {
      more_ = false;
      return true;
    }
    if (separator_ == Separator::blanks) {
      return cursor_ != start;
    }
    return *cursor_ == static_cast<char>(separator_) && ++cursor_ != nullptr;
  }

  FieldState unusual_number(double& value);
  FieldState read_text(std::string_view& field, std::string* unescaped);
  FieldState read_quoted(std::string_view& field, std::string* unescaped);

  char const* cursor_;
  char const* last_;
  Separator separator_;
  bool more_ = true;
  bool is_after_quote_ = false;
  std::string_view rejected_;
  std::string unescaped_;
};

/// What separates the columns of this line: a comma if there is one outside quotes and comments,
/// else a tab, else blanks. A quote that does not begin a field is a letter as any other.
Separator detect_separator(std::string_view line);

/// All fields of a line. An open quote ends with the line.
std::vector<std::string> split_fields(std::string_view line, Separator separator);

/// A field as a sentence may show it: one short line of printable text.
std::string shown_text(std::string_view field);

/// Names as a sentence may list them: the first ones, each as shown_text has it, and how many more
/// there are.
std::string shown_names(std::vector<std::string> const& names);

/// "1 column", "3 columns".
std::string shown_columns(int columns);

/// How many fields there are before the empty ones at the end.
int count_columns(std::vector<std::string> const& fields);

/// Does this line of data hold numbers between semicolons, with at most a decimal comma each?
bool has_semicolons(std::string_view line);

/// Throws Error, naming the file, where it does.
void refuse_semicolons(std::string const& file, std::string_view line);

/// May commas of this row stand in decimals? So it is where it has no decimal points: of two
/// columns or more all fields are whole numbers, or of four or more all but the first, which may be
/// an id.
bool may_hold_decimal_commas(std::vector<std::string> const& fields, Separator separator);

/// Is this first line a header, that is, is no field of it a number?
bool is_header(std::vector<std::string> const& fields);

}  // namespace siderum::io
