// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <siderum/apps/command_line/choices.hpp>

/// How the verbs declare their options. The texts of values are parsed by option_values.hpp rather
/// than by CLI11, so that bad values end in sentences of ours; syntax is CLI11's.
namespace siderum::apps {

/// What a verb does once the command line is understood.
using Action = std::function<void()>;

/// An option that takes one of a few words. `Target` is the value or a std::optional of it.
template <class Target, class Value, std::size_t count>
void add_choice(CLI::App& verb, std::string const& option, Target& target,
                std::array<Choice<Value>, count> const& choices, std::string const& help) {
  verb.add_option_function<std::string>(
          option,
          [option, &target, &choices](std::string const& text) {
            target = parse_choice(option, text, choices);
          },
          help)
      ->type_name(fmt::format("{}", fmt::join(names_of(choices), "|")));
}

template <class Target>
void add_number(CLI::App& verb, std::string const& option, Target& target,
                std::string const& help) {
  verb.add_option_function<std::string>(
          option,
          [option, &target](std::string const& text) { target = parse_number(option, text); }, help)
      ->type_name("NUMBER");
}

template <class Target>
void add_whole_number(CLI::App& verb, std::string const& option, Target& target,
                      WholeNumbers const& range, std::string const& help) {
  verb.add_option_function<std::string>(
          option,
          [option, &target, range](std::string const& text) {
            target = static_cast<Target>(parse_whole_number(option, text, range));
          },
          help)
      ->type_name("N");
}

/// --seed: any whole number below 2^64, exactly. `Target` is a std::uint64_t or a std::optional.
template <class Target>
void add_seed(CLI::App& verb, Target& target, std::string const& help) {
  verb.add_option_function<std::string>(
          "--seed", [&target](std::string const& text) { target = parse_seed("--seed", text); },
          help)
      ->type_name("N");
}

/// An option that names a file to write.
CLI::Option* add_output(CLI::App& verb, std::string const& option, std::string& target,
                        std::string const& help);

/// An option that names a table to write.
CLI::Option* add_table_output(CLI::App& verb, std::string const& option, std::string& target,
                              std::string const& help);

/// --device, --backend, --precision and --threads.
void add_execution_options(
    CLI::App& verb, Execution& execution,
    std::string const& precision_help = "of values and sums; phases are always double");

void add_progress_option(CLI::App& verb, ProgressChoice& progress);

/// The verbs. Each sets `action` when it is the one that was called; `command` holds the words of
/// the command line.
void add_info(CLI::App& program, Action& action);
void add_periods(CLI::App& program, Action& action, std::vector<std::string> const& command);
void add_simulate(CLI::App& program, Action& action);
void add_tune(CLI::App& program, Action& action);

}  // namespace siderum::apps
