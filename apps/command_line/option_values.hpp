// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <siderum/engine/execution.hpp>

/// From the text of an option to its value. All throw Error with a sentence that names the option.
namespace siderum::apps {

/// One word that an option takes, as it is printed, and what it means.
template <class Value>
struct Choice {
  std::string_view name;
  Value value;
};

/// Lower case, with - for _: the spelling in which words are compared and printed.
std::string canonical_spelling(std::string_view text);

/// The position of a word among the names; case and - against _ do not matter.
std::size_t parse_choice_index(std::string const& option, std::string_view text,
                               std::span<std::string_view const> names);

/// "auto", "cpu", "gpu" or "gpu:1".
engine::Device parse_device(std::string const& option, std::string_view text);

template <class Value, std::size_t count>
constexpr std::array<std::string_view, count> names_of(
    std::array<Choice<Value>, count> const& choices) {
  std::array<std::string_view, count> names{};
  for (std::size_t i = 0; i < count; ++i) {
    names[i] = choices[i].name;
  }
  return names;
}

template <class Value, std::size_t count>
Value parse_choice(std::string const& option, std::string_view text,
                   std::array<Choice<Value>, count> const& choices) {
  return choices[parse_choice_index(option, text, names_of(choices))].value;
}

/// The word for a value.
template <class Value, std::size_t count>
constexpr std::string_view name_of(Value value, std::array<Choice<Value>, count> const& choices) {
  for (Choice<Value> const& choice : choices) {
    if (choice.value == value) {
      return choice.name;
    }
  }
  return "unknown";
}

/// The finite number that a text is; none where it is no number, or more than one.
std::optional<double> finite_number(std::string_view text);

/// A finite number.
double parse_number(std::string const& option, std::string_view text);

/// The whole numbers that an option takes, and one of them to be shown as an example.
struct WholeNumbers {
  std::int64_t least;
  std::int64_t most;
  std::int64_t example;
};

/// A whole number in that range, exactly; 1e6 and 2.5e3 are whole numbers.
std::int64_t parse_whole_number(std::string const& option, std::string_view text,
                                WholeNumbers const& range);

/// A whole number from 0 to 2^64 - 1, exactly.
std::uint64_t parse_seed(std::string const& option, std::string_view text);

/// Reads the path of an output, as the functions below do.
using OutputParser = std::string (*)(std::string const& option, std::string_view text);

/// The path of an output, which must not be empty.
std::string parse_output(std::string const& option, std::string_view text);

/// The same of a table, CSV or FITS: Error where the name ends as files of other kinds do (.npy,
/// .gz, .png, ...).
std::string parse_table_output(std::string const& option, std::string_view text);

/// The same of a map or of coefficients, which are FITS: Error where the name ends as tables of
/// text and files of other kinds do.
std::string parse_fits_output(std::string const& option, std::string_view text);

/// The same of a file of saved counts, which are JSON: Error where the name ends as that of a table
/// or another kind of file.
std::string parse_counts_output(std::string const& option, std::string_view text);

}  // namespace siderum::apps
