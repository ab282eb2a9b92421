// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/column_advice.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

using Places = std::vector<std::size_t>;

std::string words_of(ColumnAdvice const& advice) {
  std::string words;
  if (advice.columns) {
    words += fmt::format(" --columns {}", *advice.columns);
  }
  if (advice.band) {
    words += advice.band->empty() ? " leaving --band-column out"
                                  : fmt::format(" --band-column {}", *advice.band);
  }
  return words;
}

/// Of several candidates those with the role's own name.
Places with_own_name(TableColumns const& table, Places candidates, ColumnRole role) {
  Places own;
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(own),
               [&](std::size_t i) { return equal_names(table.header[i], role_name(role)); });
  return own.empty() ? candidates : own;
}

/// Columns that the header names as values; "y" is often a coordinate where there are others.
Places named_values(TableColumns const& table, auto const& may_be) {
  Places values;
  Places weak;
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    if (may_be(i) && recognise_role(table.header[i]) == ColumnRole::value) {
      (plain_name(table.header[i]) == "y" ? weak : values).push_back(i);
    }
  }
  return values.empty() ? weak : values;
}

/// Are there values besides the one at that place?
bool has_other_values(TableColumns const& table, std::size_t value) {
  Places const values = named_values(table, [](std::size_t) { return true; });
  return std::any_of(values.begin(), values.end(), [value](std::size_t i) { return i != value; });
}

/// Is the error called like another column, too, without the quantity?
bool is_of_others(TableColumns const& table, std::size_t error, std::size_t value) {
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    if (i != value && match_error(table.header[error], table.header[i]) > ErrorMatch::neutral) {
      return true;
    }
  }
  return false;
}

Places find_errors(TableColumns const& table, ColumnLayout const& layout) {
  auto const value = static_cast<std::size_t>(layout.place_of(ColumnRole::value));
  if (!layout.has(ColumnRole::value) || value >= table.header.size()) {
    return {};
  }
  std::array<Places, 4> found;
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    if (layout.is_free(i)) {
      ErrorMatch const match = match_error(table.header[i], table.header[value]);
      found[static_cast<std::size_t>(match)].push_back(i);
    }
  }
  auto const of = [&found](ErrorMatch match) { return found[static_cast<std::size_t>(match)]; };
  if (Places const complete = of(ErrorMatch::complete); !complete.empty()) {
    return complete;
  }
  Places stem = of(ErrorMatch::stem);
  std::erase_if(stem, [&](std::size_t i) { return is_of_others(table, i, value); });
  if (!stem.empty()) {
    return stem;
  }
  Places const neutral = with_own_name(table, of(ErrorMatch::neutral), ColumnRole::error);
  bool const own_names = equal_names(table.header[value], role_name(ColumnRole::value)) &&
                         neutral.size() == 1 &&
                         equal_names(table.header[neutral[0]], role_name(ColumnRole::error));
  return own_names || !has_other_values(table, value) ? neutral : Places{};
}

/// A free column of numbers for a role whose names are not there: one with a word of the role in
/// its name, else the first.
int find_any(TableColumns const& table, ColumnLayout const& layout, ColumnRole role) {
  constexpr std::array<std::string_view, 5> time_words = {"time", "jd", "date", "tai", "day"};
  constexpr std::array<std::string_view, 3> value_words = {"mag", "flux", "jy"};
  auto const has_word = [&](std::string const& plain) {
    auto const within = [&plain](std::string_view word) {
      return plain.find(word) != std::string::npos;
    };
    return role == ColumnRole::time ? std::any_of(time_words.begin(), time_words.end(), within)
                                    : std::any_of(value_words.begin(), value_words.end(), within);
  };
  // A value stands behind its time more often than before it.
  auto const start = static_cast<std::size_t>(layout.place_of(ColumnRole::time) + 1);
  int first = -1;
  for (std::size_t step = 0; step < table.size(); ++step) {
    std::size_t const i = (start + step) % table.size();
    std::string const name = i < table.header.size() ? table.header[i] : "";
    if (!layout.is_free(i) || !table.is_number(i) || recognise_role(name) != ColumnRole::skip ||
        names_bands(name, true) || plain_name(name).find("err") != std::string::npos) {
      continue;
    }
    if (has_word(plain_name(name))) {
      return static_cast<int>(i);
    }
    first = first < 0 ? static_cast<int>(i) : first;
  }
  return first;
}

/// Fills a layout role by role and remembers which roles the words must name.
class Adviser {
 public:
  Adviser(TableColumns const& table, std::vector<KnownRole> const& known) : table_(table) {
    for (KnownRole const& one : known) {
      said(one.role) = true;
      if (one.place >= 0 && layout_.is_free(static_cast<std::size_t>(one.place))) {
        layout_.assign(static_cast<std::size_t>(one.place), one.role);
      }
      is_left_out(one.role) |= one.place == KnownRole::left_out;
    }
  }

  std::string pairs() {
    take_best(ColumnRole::value);
    take_best(ColumnRole::time);
    take_best(ColumnRole::id);
    if (!take_any(ColumnRole::time) || !take_any(ColumnRole::value)) {
      return {};
    }
    take_best(ColumnRole::error);
    said(ColumnRole::error) |= said(ColumnRole::value);
    std::vector<std::string> words;
    for (ColumnRole const role :
         {ColumnRole::id, ColumnRole::time, ColumnRole::value, ColumnRole::error}) {
      if (is_left_out(role) && !layout_.has(role)) {
        words.push_back(fmt::format("{}=-", role_name(role)));
      } else if (said(role) && layout_.has(role)) {
        auto const place = static_cast<std::size_t>(layout_.place_of(role));
        std::string const word = column_word(table_, place);
        Places const named = find_names(table_.header, word);
        // A column that is named by a number hides the one of that number.
        if (!named.empty() && named != Places{place}) {
          return {};
        }
        words.push_back(fmt::format("{}={}", role_name(role), word));
      }
    }
    return fmt::format("{}", fmt::join(words, ","));
  }

 private:
  bool& said(ColumnRole role) { return said_[static_cast<std::size_t>(role)]; }
  bool& is_left_out(ColumnRole role) { return left_out_[static_cast<std::size_t>(role)]; }

  void take_best(ColumnRole role) {
    if (layout_.has(role) ||
        (is_left_out(role) && role != ColumnRole::time && role != ColumnRole::value)) {
      return;
    }
    Places const candidates = find_candidates(table_, layout_, role);
    if (candidates.empty()) {
      return;
    }
    std::size_t const best =
        *std::min_element(candidates.begin(), candidates.end(), [&](std::size_t a, std::size_t b) {
          return rank_of(role, table_.header[a]) < rank_of(role, table_.header[b]);
        });
    layout_.assign(best, role);
    said(role) |= candidates.size() > 1;
  }

  bool take_any(ColumnRole role) {
    if (layout_.has(role)) {
      return true;
    }
    int const place = find_any(table_, layout_, role);
    if (place < 0) {
      return false;
    }
    layout_.assign(static_cast<std::size_t>(place), role);
    said(role) = true;
    return true;
  }

  TableColumns const& table_;
  ColumnLayout layout_;
  std::array<bool, 6> said_{};
  std::array<bool, 6> left_out_{};
};

}  // namespace

ColumnError::ColumnError(std::string problem, ColumnAdvice advice)
    : Error(fmt::format("{} {}{}.", problem, advice.lead, words_of(advice))),
      problem_(std::move(problem)),
      advice_(std::move(advice)) {}

std::vector<std::size_t> find_candidates(TableColumns const& table, ColumnLayout const& layout,
                                         ColumnRole role) {
  if (role == ColumnRole::error) {
    return find_errors(table, layout);
  }
  if (role == ColumnRole::value) {
    int const time = layout.place_of(ColumnRole::time);
    std::string const time_name = time >= 0 && time < std::ssize(table.header)
                                      ? table.header[static_cast<std::size_t>(time)]
                                      : "";
    Places const values = named_values(table, [&](std::size_t i) {
      return layout.is_free(i) && is_time_of(time_name, table.header[i]);
    });
    return with_own_name(table, values, role);
  }
  int const value = layout.place_of(ColumnRole::value);
  std::string const value_name = value >= 0 && value < std::ssize(table.header)
                                     ? table.header[static_cast<std::size_t>(value)]
                                     : "";
  Places found;
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    bool const named = layout.is_free(i) && recognise_role(table.header[i]) == role;
    if (named && (role != ColumnRole::time || is_time_of(table.header[i], value_name))) {
      found.push_back(i);
    }
  }
  return with_own_name(table, found, role);
}

std::string advised_pairs(TableColumns const& table, std::vector<KnownRole> const& known) {
  return Adviser(table, known).pairs();
}

std::string column_word(TableColumns const& table, std::size_t place) {
  std::string const number = std::to_string(place + 1);
  if (place >= table.header.size()) {
    return number;
  }
  std::string const& name = table.header[place];
  constexpr std::size_t longest = 200;  // a command line has room for, and a reader
  bool const can_stand = !name.empty() && name.size() <= longest && name != "-" &&
                         name.front() != ' ' && name.back() != ' ' &&
                         std::none_of(name.begin(), name.end(), [](unsigned char letter) {
                           return letter < 32 || letter == 127 || letter == ',';
                         });
  return can_stand && std::count(table.header.begin(), table.header.end(), name) == 1 ? name
                                                                                      : number;
}

std::string plain_column_word(TableColumns const& table, std::size_t place) {
  std::string const word = column_word(table, place);
  bool const plain = std::all_of(word.begin(), word.end(), [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '_' || letter == '.';
  });
  return plain ? word : std::to_string(place + 1);
}

std::string describe_columns(TableColumns const& table) {
  return table.header.empty() ? fmt::format("the file has {} columns and no header", table.columns)
                              : fmt::format("the header has {}", shown_names(table.header));
}

}  // namespace siderum::io
