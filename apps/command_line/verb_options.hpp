// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/apps/command_line/choices.hpp>
#include <siderum/apps/command_line/option_values.hpp>
#include <siderum/apps/command_line/verb.hpp>
#include <siderum/engine/execution.hpp>

/// How the verbs declare their options: by the kind of their values, whose texts option_values.hpp
/// reads, so that bad ones end in sentences of ours.
namespace siderum::apps {

/// An option that takes one of a few words, and is told the place of that word.
Option& add_word(Verb& verb, std::string const& option, std::vector<std::string_view> words,
                 std::function<void(std::size_t)> take, std::string const& help);

/// The same for a value. `Target` is the value or a std::optional of it.
template <class Target, class Value, std::size_t count>
Option& add_choice(Verb& verb, std::string const& option, Target& target,
                   std::array<Choice<Value>, count> const& choices, std::string const& help) {
  auto const names = names_of(choices);
  return add_word(
      verb, option, {names.begin(), names.end()},
      [&target, &choices](std::size_t place) { target = choices[place].value; }, help);
}

Option& add_number(Verb& verb, std::string const& option, double& target, std::string const& help);
Option& add_number(Verb& verb, std::string const& option, std::optional<double>& target,
                   std::string const& help);

Option& add_integer(Verb& verb, std::string const& option, WholeNumbers const& range,
                    std::function<void(std::int64_t)> take, std::string const& help);

/// `Target` is an integer that holds the range, or a std::optional of one.
template <class Target>
Option& add_whole_number(Verb& verb, std::string const& option, Target& target,
                         WholeNumbers const& range, std::string const& help) {
  return add_integer(
      verb, option, range, [&target](std::int64_t number) { target = static_cast<Target>(number); },
      help);
}

/// --seed: any whole number below 2^64, exactly.
Option& add_seed(Verb& verb, std::uint64_t& target, std::string const& help);
Option& add_seed(Verb& verb, std::optional<std::uint64_t>& target, std::string const& help);

/// Any text, such as the name of a column.
/// @param type  what it is, as the help shows it
Option& add_text(Verb& verb, std::string const& option, std::string& target,
                 std::string const& type, std::string const& help);
Option& add_text(Verb& verb, std::string const& option, std::optional<std::string>& target,
                 std::string const& type, std::string const& help);

/// One text or more.
Option& add_texts(Verb& verb, std::string const& option, std::vector<std::string>& target,
                  std::string const& type, std::string const& help);

/// An option that names a file to read, or one file or more.
Option& add_input(Verb& verb, std::string const& option, std::string& target,
                  std::string const& help);
Option& add_inputs(Verb& verb, std::string const& option, std::vector<std::string>& target,
                   std::string const& help);

/// An option that names a file to write, which `parse` reads and checks.
Option& add_output(Verb& verb, std::string const& option, std::string& target,
                   std::string const& help, OutputParser parse = parse_output);

/// An option that names a table to write.
Option& add_table_output(Verb& verb, std::string const& option, std::string& target,
                         std::string const& help);

/// --device.
Option& add_device(Verb& verb, engine::Device& target, std::string const& help);

/// --distributed, of a verb whose work several processes share.
void add_distributed_option(Verb& verb);

/// --device, --backend, --precision and --threads.
void add_execution_options(
    Verb& verb, engine::Execution& execution,
    std::string const& precision_help = "of values and sums; phases are always double");

void add_progress_option(Verb& verb, ProgressChoice& progress);

/// --verbose, of a verb that tells where it computed, and `more` as the help shows it.
void add_verbose_option(Verb& verb, Verbose& verbose, std::string const& more = "");

/// --verbose, of a verb that computes in one place.
void add_time_line_option(Verb& verb);

}  // namespace siderum::apps
