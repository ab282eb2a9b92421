// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/syntax.hpp>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include <siderum/apps/command_line/option_values.hpp>
#include <siderum/apps/command_line/usage_error.hpp>

namespace siderum::apps {

namespace {

/// "info, periods, simulate light-curves": the verbs with all their words.
std::string list_verbs(Verb const& outer, std::string const& before = "") {
  std::string list;
  for (auto const& verb : outer.verbs()) {
    std::string const name = before + verb->name();
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
  VerbSyntax(Verb const& verb, std::string command) : verb_(verb), command_(std::move(command)) {
    for (Option const& option : verb.options()) {
      if (option.is_argument()) {
        arguments_.push_back(&option);
      } else {
        names_.push_back(option.name);
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
      } else if (check_option(words[i]) == ValuePlace::in_next_word) {
        check_value(words[i], i + 1 < words.size() ? &words[i + 1] : nullptr);
        i += count_values(words, i);
      }
    }
    check_arguments();
    for (Option const& option : verb_.options()) {
      if (option.is_required && !option.is_argument() && given_.count(option.name) == 0) {
        fail(fmt::format("{} is not given ({} needs it).", option.name, command_));
      }
    }
    words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(first));
    return words;
  }

 private:
  enum class ValuePlace { none, in_word, in_next_word };

  [[noreturn]] void fail(std::string const& problem) const {
    throw UsageError(fmt::format("{} See '{} --help'.", problem, command_));
  }

  void take_argument(std::string const& word) {
    bool const is_list = !arguments_.empty() && arguments_.back()->values == Values::many;
    if (taken_ == arguments_.size() && !is_list) {
      fail(fmt::format("'{}' is one word too many ({} takes {}).", word, command_,
                       arguments_.empty() ? "options only" : argument_names()));
    }
    ++taken_;
  }

  /// "MAP.fits and SKY.png".
  std::string argument_names() const {
    std::vector<std::string> names;
    for (Option const* argument : arguments_) {
      names.push_back(argument->name);
    }
    return fmt::format("{}", fmt::join(names, " and "));
  }

  void check_arguments() const {
    for (std::size_t i = taken_; i < arguments_.size(); ++i) {
      Option const& argument = *arguments_[i];
      if (argument.is_required) {
        fail(fmt::format(
            "No {} is given ({} {}).", argument.name, command_,
            argument.values == Values::many ? "needs at least one" : "takes " + argument_names()));
      }
    }
  }

  void take_files(std::vector<std::string>& words, std::size_t first) {
    for (std::size_t i = first; i < words.size(); ++i) {
      take_argument(words[i]);
      words[i].insert(0, is_option_like(words[i]) ? "./" : "");
    }
  }

  ValuePlace check_option(std::string const& word) {
    std::size_t const equals = std::min(word.find('='), word.size());
    std::string const name = word.substr(0, equals);
    std::optional<Values> const values = values_of(name);
    if (!values) {
      fail(fmt::format("'{}' is an unknown option ({} does not have it).{}", name, command_,
                       guess(name, names_)));
    }
    if (!given_.insert(name).second) {
      fail(fmt::format("{} is given twice (which of the two is meant?). Leave one out.", name));
    }
    if (values == Values::none) {
      if (equals < word.size()) {
        fail(fmt::format("{} takes no value ('{}' gives it one). Write {} alone, or leave it out.",
                         name, word, name));
      }
      return ValuePlace::none;
    }
    if (equals + 1 == word.size()) {
      fail(fmt::format("{} has no value (nothing stands after =).", name));
    }
    return equals < word.size() ? ValuePlace::in_word : ValuePlace::in_next_word;
  }

  void check_value(std::string const& option, std::string const* value) const {
    if (value == nullptr) {
      fail(fmt::format("{} has no value (it is the last word).", option));
    }
    if (value->starts_with("--") || values_of(*value)) {
      fail(fmt::format("{} has no value (the next word, '{}', is an option).", option, *value));
    }
  }

  /// How many words after that of an option are its values: one, or for a list all up to the next
  /// option.
  std::size_t count_values(std::vector<std::string> const& words, std::size_t option) const {
    if (values_of(words[option]) == Values::one) {
      return 1;
    }
    auto const first = words.begin() + static_cast<std::ptrdiff_t>(option) + 1;
    return static_cast<std::size_t>(std::find_if(first + 1, words.end(), is_option_like) - first);
  }

  /// How many values an option or argument of this name takes; none where there is no such name.
  std::optional<Values> values_of(std::string const& name) const {
    if (asks_for_help(name)) {
      return Values::none;
    }
    auto const found = std::find_if(verb_.options().begin(), verb_.options().end(),
                                    [&](Option const& option) { return option.name == name; });
    return found == verb_.options().end() ? std::nullopt : std::optional(found->values);
  }

  Verb const& verb_;
  std::string command_;
  std::vector<Option const*> arguments_;  ///< in their order
  std::vector<std::string> names_{"--help"};
  std::set<std::string> given_;
  std::size_t taken_ = 0;  ///< words that are arguments
};

}  // namespace

std::vector<std::string> check_syntax(Verb const& program, std::vector<std::string> const& words) {
  Verb const* verb = &program;
  std::vector<std::string> checked{words.begin(), words.begin() + (words.empty() ? 0 : 1)};
  std::string command = program.name();
  for (std::size_t i = 1; true; ++i) {
    std::vector<std::unique_ptr<Verb>> const& verbs = verb->verbs();
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
    auto const found = std::find_if(verbs.begin(), verbs.end(), [&](auto const& candidate) {
      return candidate->name() == words[i];
    });
    if (found == verbs.end() && words[i] == "help") {
      fail("'help' is no verb (help is an option, of each verb too).");
    }
    if (found == verbs.end()) {
      std::vector<std::string> names;
      for (auto const& candidate : verbs) {
        names.push_back(candidate->name());
      }
      fail(fmt::format("'{}' is an unknown verb ({} takes {}).{}", words[i], command,
                       list_verbs(*verb), guess(words[i], names)));
    }
    verb = found->get();
    command += ' ' + words[i];
    checked.push_back(words[i]);
  }
}

}  // namespace siderum::apps
