// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/syntax.hpp>

#include <algorithm>
#include <numeric>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include <siderum/apps/command_line/option_values.hpp>
#include <siderum/apps/command_line/usage_error.hpp>

namespace siderum::apps {

namespace {

std::vector<CLI::App const*> verbs_of(CLI::App const& app) {
  return app.get_subcommands(std::function<bool(CLI::App const*)>());
}

/// "info, periods, simulate light-curves": the verbs with all their words.
std::string list_verbs(CLI::App const& app, std::string const& before = "") {
  std::string list;
  for (CLI::App const* verb : verbs_of(app)) {
    std::string const name = before + verb->get_name();
    std::string const inner = list_verbs(*verb, name + ' ');
    list += (list.empty() ? "" : ", ") + (inner.empty() ? name : inner);
  }
  return list;
}

/// How many letters must be put in, taken out or changed (Levenshtein's distance).
std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < to.size(); ++j) {
      std::size_t const changed = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

/// " Did you mean 'periods'?" where one of the names is close, else nothing.
std::string guess(std::string_view word, std::vector<std::string> const& names) {
  std::string const spelling = canonical_spelling(word);
  auto const far = [&](std::string const& name) { return distance(spelling, name); };
  auto const nearest =
      std::min_element(names.begin(), names.end(),
                       [&](std::string const& a, std::string const& b) { return far(a) < far(b); });
  bool const close = nearest != names.end() && 3 * far(*nearest) <= nearest->size();
  return close ? fmt::format(" Did you mean '{}'?", *nearest) : std::string();
}

bool is_number_like(std::string_view word) {
  return word.size() > 1 && (word[1] == '.' || (word[1] >= '0' && word[1] <= '9'));
}

/// Has this word the form of an option? A single - is standard input, -1 a number.
bool is_option_like(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && !is_number_like(word);
}

bool asks_for_help(std::string_view word) {
  return word == "--help" || word == "-h";
}

/// The words after those of the verb, against the options of the verb.
class VerbSyntax {
 public:
  VerbSyntax(CLI::App const& verb, std::string command)
      : verb_(verb), command_(std::move(command)) {
    for (CLI::Option const* option : verb.get_options()) {
      if (option->get_positional()) {
        arguments_.push_back(option);
      } else {
        names_.push_back(option->get_name());
      }
    }
  }

  /// The checked words after the first ones, or --help alone where that is among them.
  std::vector<std::string> check(std::vector<std::string> words, std::size_t first) {
    for (std::size_t i = first; i < words.size(); ++i) {
      if (asks_for_help(words[i])) {
        return {"--help"};
      }
      if (words[i] == "--") {
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
        take_files(words, i);
        break;
      }
      if (!is_option_like(words[i])) {
        take_argument(words[i]);
      } else if (check_option(words[i]) == Value::in_next_word) {
        check_value(words[i], i + 1 < words.size() ? &words[i + 1] : nullptr);
        i += count_values(words, i);
      }
    }
    check_arguments();
    for (CLI::Option const* option : verb_.get_options()) {
      if (option->get_required() && !option->get_positional() &&
          given_.count(option->get_name()) == 0) {
        fail(fmt::format("{} is not given ({} needs it).", option->get_name(), command_));
      }
    }
    words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(first));
    return words;
  }

 private:
  enum class Value { none, in_word, in_next_word };

  [[noreturn]] void fail(std::string const& problem) const {
    throw UsageError(fmt::format("{} See '{} --help'.", problem, command_));
  }

  void take_argument(std::string const& word) {
    bool const is_list = !arguments_.empty() && takes_many(*arguments_.back());
    if (taken_ == arguments_.size() && !is_list) {
      fail(fmt::format("'{}' is one word too many ({} takes {}).", word, command_,
                       arguments_.empty() ? "options only" : argument_names()));
    }
    ++taken_;
  }

  static bool takes_many(CLI::Option const& argument) {
    return argument.get_items_expected_max() > 1;
  }

  /// "MAP.fits and SKY.png".
  std::string argument_names() const {
    std::vector<std::string> names;
    for (CLI::Option const* argument : arguments_) {
      names.push_back(argument->get_name(true));
    }
    return fmt::format("{}", fmt::join(names, " and "));
  }

  void check_arguments() const {
    for (std::size_t i = taken_; i < arguments_.size(); ++i) {
      if (arguments_[i]->get_required()) {
        fail(fmt::format(
            "No {} is given ({} {}).", arguments_[i]->get_name(true), command_,
            takes_many(*arguments_[i]) ? "needs at least one" : "takes " + argument_names()));
      }
    }
  }

  void take_files(std::vector<std::string>& words, std::size_t first) {
    for (std::size_t i = first; i < words.size(); ++i) {
      take_argument(words[i]);
      words[i].insert(0, is_option_like(words[i]) ? "./" : "");
    }
  }

  Value check_option(std::string const& word) {
    std::size_t const equals = std::min(word.find('='), word.size());
    std::string const name = word.substr(0, equals);
    CLI::Option const* const option = verb_.get_option_no_throw(name);
    if (option == nullptr) {
      fail(fmt::format("'{}' is an unknown option ({} does not have it).{}", name, command_,
                       guess(name, names_)));
    }
    if (!given_.insert(name).second) {
      fail(fmt::format("{} is given twice (which of the two is meant?). Leave one out.", name));
    }
    if (option->get_items_expected_max() == 0) {
      return Value::none;
    }
    if (equals + 1 == word.size()) {
      fail(fmt::format("{} has no value (nothing stands after =).", name));
    }
    return equals < word.size() ? Value::in_word : Value::in_next_word;
  }

  void check_value(std::string const& option, std::string const* value) const {
    if (value == nullptr) {
      fail(fmt::format("{} has no value (it is the last word).", option));
    }
    if (value->starts_with("--") || verb_.get_option_no_throw(*value) != nullptr) {
      fail(fmt::format("{} has no value (the next word, '{}', is an option).", option, *value));
    }
  }

  /// How many words after that of an option are its values: one, or for a list all up to the next
  /// option.
  std::size_t count_values(std::vector<std::string> const& words, std::size_t option) const {
    if (verb_.get_option(words[option])->get_items_expected_max() == 1) {
      return 1;
    }
    auto const first = words.begin() + static_cast<std::ptrdiff_t>(option) + 1;
    return static_cast<std::size_t>(std::find_if(first + 1, words.end(), is_option_like) - first);
  }

  CLI::App const& verb_;
  std::string command_;
  std::vector<CLI::Option const*> arguments_;  ///< those without a name, in their order
  std::vector<std::string> names_;
  std::set<std::string> given_;
  std::size_t taken_ = 0;  ///< words that are arguments
};

}  // namespace

std::vector<std::string> check_syntax(CLI::App const& program,
                                      std::vector<std::string> const& words) {
  CLI::App const* verb = &program;
  std::vector<std::string> checked{words.begin(), words.begin() + (words.empty() ? 0 : 1)};
  std::string command = program.get_name();
  for (std::size_t i = 1; true; ++i) {
    std::vector<CLI::App const*> const verbs = verbs_of(*verb);
    if (verbs.empty()) {
      std::vector<std::string> const rest = VerbSyntax(*verb, command).check(words, i);
      checked.insert(checked.end(), rest.begin(), rest.end());
      return checked;
    }
    auto const fail = [&](std::string const& problem) {
      throw UsageError(fmt::format("{} See '{} --help'.", problem, command));
    };
    if (i >= words.size()) {
      fail(fmt::format("A verb is missing ({}).", list_verbs(*verb)));
    }
    if (asks_for_help(words[i]) || (verb == &program && words[i] == "--version")) {
      checked.push_back(words[i]);
      return checked;
    }
    if (words[i].starts_with('-')) {
      fail(fmt::format("'{}' stands where a verb should ({}). Write options after the verb.",
                       words[i], list_verbs(*verb)));
    }
    auto const found = std::find_if(verbs.begin(), verbs.end(), [&](CLI::App const* candidate) {
      return candidate->get_name() == words[i];
    });
    if (found == verbs.end()) {
      std::vector<std::string> names;
      for (CLI::App const* candidate : verbs) {
        names.push_back(candidate->get_name());
      }
      fail(fmt::format("'{}' is an unknown verb ({} takes {}).{}", words[i], command,
                       list_verbs(*verb), guess(words[i], names)));
    }
    verb = *found;
    command += ' ' + words[i];
    checked.push_back(words[i]);
  }
}

}  // namespace siderum::apps
