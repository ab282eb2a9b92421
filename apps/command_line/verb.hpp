// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// What the program understands, as plain descriptions: syntax.hpp checks a command line against
/// them and parser.hpp reads it.
namespace siderum::apps {

/// What a verb does once the command line is understood.
using Action = std::function<void()>;

/// Takes the text of a value; throws Error where it cannot be one.
using TakeText = std::function<void(std::string const&)>;

/// How many words after its own an option takes.
enum class Values : std::uint8_t { none, one, many };

/// What an option has to do with files. By this the parser sees that no run writes over what it
/// reads.
enum class FileUse : std::uint8_t {
  none,
  input,   ///< is read; "-" is standard input
  inputs,  ///< the same, or @LIST: a file with the names of such files
  output,  ///< is written; "-" is standard output
  result,  ///< the same; standard output, too, where the option is not given
};

/// An option of a verb ("--output") or one of its arguments ("MAP.fits"), whose names begin without
/// a dash and which are told by their place.
struct Option {
  std::string name;
  std::string type;  ///< of a value, as the help shows it; empty: not shown
  std::string help;
  Values values;
  TakeText take;  ///< called with each value; of an option without one, with an empty text
  bool is_required = false;
  FileUse file = FileUse::none;

  bool is_argument() const { return !name.starts_with('-'); }
};

/// A word that says what the program shall do, with its options, or with verbs of its own. The
/// program itself is the outermost verb. Every verb knows --help besides its own options.
class Verb {
 public:
  Verb(std::string name, std::string help);

  /// A verb of this verb, which it keeps.
  Verb& add_verb(std::string name, std::string help);

  /// An option with a value, a list of values, or none. They stay where they are.
  Option& add_option(std::string name, std::string type, TakeText take, std::string help);
  Option& add_list(std::string name, std::string type, TakeText take, std::string help);
  Option& add_flag(std::string name, Action set, std::string help);

  /// What the help ends with.
  void set_footer(std::string footer) { footer_ = std::move(footer); }

  void set_action(Action action) { action_ = std::move(action); }

  std::string const& name() const { return name_; }
  std::string const& help() const { return help_; }
  std::string const& footer() const { return footer_; }
  Action const& action() const { return action_; }
  std::deque<Option> const& options() const { return options_; }
  std::vector<std::unique_ptr<Verb>> const& verbs() const { return verbs_; }

 private:
  std::string name_;
  std::string help_;
  std::string footer_;
  Action action_;
  std::deque<Option> options_;
  std::vector<std::unique_ptr<Verb>> verbs_;
};

}  // namespace siderum::apps
