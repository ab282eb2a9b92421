// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/program.hpp>

#include <exception>
#include <iterator>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <siderum/apps/command_line/command_line.hpp>
#include <siderum/apps/sky/harmonic_command.hpp>
#include <siderum/apps/command_line/interruption.hpp>
#include <siderum/apps/command_line/message.hpp>
#include <siderum/apps/pairs/pairs_command.hpp>
#include <siderum/apps/command_line/syntax.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/version.hpp>

namespace siderum::apps {

namespace {

enum ExitStatus : int { success = 0, bad_input = 1, bad_syntax = 2 };

constexpr char no_memory[] =
    "The memory does not suffice (an allocation failed). Ask for less at a time: fewer frequencies"
    " or objects, fewer points, bins or regions.";

int complain(ExitStatus status, std::string const& sentence) {
  print_message(sentence);
  return status;
}

int parse_and_act(CLI::App& program, Action const& action,
                  std::vector<std::string> const& command) {
  try {
    // From the last word to the first, without the program's name.
    std::vector<std::string> words(command.rbegin(), std::prev(command.rend()));
    program.parse(words);
  } catch (CLI::Success const& request) {
    return program.exit(request);
  } catch (CLI::ParseError const& failure) {
    return complain(bad_syntax, fmt::format("The command line cannot be read ({}). See 'siderum"
                                            " --help'.",
                                            failure.what()));
  }
  action();
  return success;
}

}  // namespace

int run_program(int argument_count, char const* const* arguments) {
  remove_files_on_interruption();
  try {
    CLI::App program{
        "siderum: periods of light curves, pairs on the sky and harmonic transforms of its maps,\n"
        "exact and fast, on CPUs and GPUs.\n"
        "Results go to standard output, messages to standard error.",
        "siderum"};
    std::vector<std::string> command;
    program.set_version_flag("--version", std::string("siderum ") + build::version);
    program.require_subcommand(0, 1);  // what stands after a verb is no second verb
    Action action;
    add_info(program, action);
    add_periods(program, action, command);
    add_pairs(program, action);
    add_alm2map(program, action);
    add_map2alm(program, action);
    add_synalm(program, action);
    add_anafast(program, action);
    add_smooth_map(program, action);
    add_rotate(program, action);
    add_regrade(program, action);
    add_picture(program, action);
    add_simulate(program, action);
    add_sky_points(program, action);
    add_tune(program, action);
    command = check_syntax(program, {arguments, arguments + argument_count});
    return parse_and_act(program, action, command);
  } catch (UsageError const& error) {
    return complain(bad_syntax, error.what());
  } catch (OutOfMemory const&) {
    return complain(bad_input, no_memory);
  } catch (Error const& error) {
    return complain(bad_input, error.what());
  } catch (std::bad_alloc const&) {
    return complain(bad_input, no_memory);
  } catch (std::exception const& error) {
    return complain(bad_input, error.what());
  }
}

}  // namespace siderum::apps
