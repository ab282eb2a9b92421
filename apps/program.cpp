// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/program.hpp>

#include <exception>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <siderum/apps/command_line.hpp>
#include <siderum/apps/pairs_command.hpp>
#include <siderum/apps/usage_error.hpp>

namespace siderum::apps {

namespace {

enum ExitStatus : int { success = 0, bad_input = 1, bad_syntax = 2 };

int complain(ExitStatus status, std::string const& sentence) {
  fmt::print(stderr, "siderum: {}\n", sentence);
  return status;
}

/// `siderum periods --help` for the verb that was begun.
std::string help_command(CLI::App const& program) {
  std::string command = "siderum";
  for (CLI::App const* verb : program.get_subcommands()) {
    command += ' ' + verb->get_name();
  }
  return command + " --help";
}

int parse_and_act(CLI::App& program, Action const& action, int argument_count,
                  char const* const* arguments) {
  try {
    program.parse(argument_count, arguments);
  } catch (CLI::Success const& request) {
    return program.exit(request);
  } catch (CLI::ParseError const& failure) {
    return complain(bad_syntax,
                    fmt::format("{}. See '{}'.", failure.what(), help_command(program)));
  }
  if (!action) {
    return complain(bad_syntax, fmt::format("A verb is missing (info, pairs, periods, simulate "
                                            "light-curves, simulate sky-points). See '{}'.",
                                            help_command(program)));
  }
  action();
  return success;
}

}  // namespace

int run_program(int argument_count, char const* const* arguments) {
  try {
    CLI::App program{
        "siderum: periods of light curves and pairs on the sky, exact and fast, on CPUs and GPUs.\n"
        "Results go to standard output, messages to standard error.",
        "siderum"};
    std::vector<std::string> const command(arguments, arguments + argument_count);
    Action action;
    add_info(program, action);
    add_periods(program, action, command);
    add_pairs(program, action);
    add_simulate(program, action);
    add_sky_points(program, action);
    return parse_and_act(program, action, argument_count, arguments);
  } catch (UsageError const& error) {
    return complain(bad_syntax, error.what());
  } catch (Error const& error) {
    return complain(bad_input, error.what());
  } catch (std::bad_alloc const&) {
    return complain(
        bad_input,
        "The memory does not suffice (an allocation failed). Search fewer frequencies or"
        " objects at a time.");
  } catch (std::exception const& error) {
    return complain(bad_input, error.what());
  }
}

}  // namespace siderum::apps
