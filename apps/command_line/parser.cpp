// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// The one file that knows CLI11, which takes long to compile.
#include <siderum/apps/command_line/parser.hpp>

#include <iterator>

#include <CLI/CLI.hpp>

#include <siderum/apps/command_line/usage_error.hpp>

namespace siderum::apps {

namespace {

CLI::Option* declare(CLI::App& app, Option const& option) {
  switch (option.values) {
    case Values::none:
      return app.add_flag_callback(
          option.name, [&option] { option.take({}); }, option.help);
    case Values::one:
      return app.add_option_function<std::string>(option.name, option.take, option.help)
          ->type_name(option.type);
    case Values::many:
      return app
          .add_option_function<std::vector<std::string>>(
              option.name,
              [&option](std::vector<std::string> const& values) {
                for (std::string const& value : values) {
                  option.take(value);
                }
              },
              option.help)
          ->type_name(option.type);
  }
  return nullptr;
}

void declare(CLI::App& app, Verb const& verb, Action& action) {
  for (Option const& option : verb.options()) {
    declare(app, option)->required(option.is_required);
  }
  for (auto const& inner : verb.verbs()) {
    declare(*app.add_subcommand(inner->name(), inner->help()), *inner, action);
  }
  if (!verb.verbs().empty()) {
    app.require_subcommand(0, 1);  // what stands after a verb is no second verb
  }
  app.footer(verb.footer());
  if (verb.action()) {
    app.callback([&verb, &action] { action = verb.action(); });
  }
}

}  // namespace

Action parse(Verb const& program, std::string const& version,
             std::vector<std::string> const& words) {
  CLI::App app{program.help(), program.name()};
  app.set_version_flag("--version", version);
  Action action;
  declare(app, program, action);
  try {
    // From the last word to the first, without the program's name.
    std::vector<std::string> rest(words.rbegin(), std::prev(words.rend()));
    app.parse(rest);
  } catch (CLI::Success const& request) {
    app.exit(request);
  } catch (CLI::ParseError const& failure) {
    throw UsageError(std::string("The command line cannot be read (") + failure.what() +
                     "). See 'siderum --help'.");
  }
  return action;
}

}  // namespace siderum::apps
