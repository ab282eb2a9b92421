// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// The one file that knows CLI11, which takes long to compile.
#include <siderum/apps/command_line/parser.hpp>

#include <iterator>
#include <sstream>

#include <CLI/CLI.hpp>

#include <siderum/apps/command_line/distinct_files.hpp>
#include <siderum/apps/command_line/message.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/core/tuning_cache.hpp>
#include <siderum/io/files/output_file.hpp>
#include <siderum/io/periods/read_light_curves.hpp>

namespace siderum::apps {

namespace {

/// What a command line says.
struct Reading {
  Verb const* verb = nullptr;  ///< that is called, if it has an action
  std::vector<std::pair<Option const*, std::string>> files;
};

/// Lists of files are opened when all other values were understood.
void take(Option const& option, std::string const& value, Reading& reading) {
  if (option.file != FileUse::none) {
    reading.files.emplace_back(&option, value);
  }
  if (option.file != FileUse::inputs) {
    option.take(value);
  }
}

CLI::Option* declare(CLI::App& app, Option const& option, Reading& reading) {
  switch (option.values) {
    case Values::none:
      return app.add_flag_callback(
          option.name, [&option] { option.take({}); }, option.help);
    case Values::one:
      return app
          .add_option_function<std::string>(
              option.name,
              [&option, &reading](std::string const& value) { take(option, value, reading); },
              option.help)
          ->type_name(option.type);
    case Values::many:
      return app
          .add_option_function<std::vector<std::string>>(
              option.name,
              [&option, &reading](std::vector<std::string> const& values) {
                for (std::string const& value : values) {
                  take(option, value, reading);
                }
              },
              option.help)
          ->type_name(option.type);
  }
  return nullptr;
}

void declare(CLI::App& app, Verb const& verb, Reading& reading) {
  for (Option const& option : verb.options()) {
    declare(app, option, reading)->required(option.is_required);
  }
  for (auto const& inner : verb.verbs()) {
    declare(*app.add_subcommand(inner->name(), inner->help()), *inner, reading);
  }
  if (!verb.verbs().empty()) {
    app.require_subcommand(0, 1);  // what stands after a verb is no second verb
  }
  app.footer(verb.footer());
  if (verb.action()) {
    app.callback([&verb, &reading] { reading.verb = &verb; });
  }
}

/// Hands on the files of lists; the list itself is an input, too.
void take_inputs(Option const& option, std::string const& value, std::vector<NamedFile>& inputs) {
  bool const is_list = value.starts_with('@');
  inputs.push_back({option.name, is_list ? value.substr(1) : value});
  if (!is_list) {
    option.take(value);
    return;
  }
  for (std::string const& file : io::expand_lists({value})) {
    inputs.push_back({option.name, file});
    option.take(file.starts_with('@') ? "./" + file : file);  // no list in a list
  }
}

/// Sees that the run loses no file that it reads or writes.
void check_files(Reading const& reading) {
  // What is kept for later runs is read by every run.
  std::vector<NamedFile> inputs{{"", TuningCache::default_file()}};
  std::vector<NamedFile> outputs;
  for (Option const& option : reading.verb->options()) {
    bool is_given = false;
    for (auto const& [owner, value] : reading.files) {
      if (owner != &option) {
        continue;
      }
      is_given = true;
      if (option.file == FileUse::inputs) {
        take_inputs(option, value, inputs);
      } else {
        (option.file == FileUse::input ? inputs : outputs).push_back({option.name, value});
      }
    }
    if (option.file == FileUse::result && !is_given) {
      outputs.push_back({option.name, "-"});
    }
  }
  check_distinct_files(outputs, inputs);
  for (NamedFile const& output : outputs) {
    if (std::string const note = hard_link_note(output.path); !note.empty()) {
      print_message(note);
    }
  }
}

}  // namespace

Action parse(Verb const& program, std::string const& version,
             std::vector<std::string> const& words) {
  CLI::App app{program.help(), program.name()};
  app.set_version_flag("--version", version);
  Reading reading;
  declare(app, program, reading);
  try {
    // From the last word to the first, without the program's name.
    std::vector<std::string> rest(words.rbegin(), std::prev(words.rend()));
    app.parse(rest);
  } catch (CLI::Success const& request) {
    std::ostringstream text;
    text.exceptions(std::ios::badbit | std::ios::failbit);  // where memory is short
    app.exit(request, text, text);
    io::OutputFile output("");
    output.write(text.str());
    output.commit();
    return {};
  } catch (CLI::ParseError const& failure) {
    throw UsageError(std::string("The command line cannot be read (") + failure.what() +
                     "). See 'siderum --help'.");
  }
  if (reading.verb == nullptr) {
    return {};
  }
  check_files(reading);
  return reading.verb->action();
}

}  // namespace siderum::apps
