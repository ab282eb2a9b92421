// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/shell_command.hpp>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace siderum::apps {

namespace {

/// Does the option take the next word as its value?
bool takes_next(Verb const& verb, std::string const& word) {
  return std::any_of(verb.options().begin(), verb.options().end(), [&word](Option const& option) {
    return option.name == word && option.values == Values::one;
  });
}

bool is_option(Verb const& verb, std::string const& word) {
  std::string const name = word.substr(0, word.find('='));
  return std::any_of(verb.options().begin(), verb.options().end(), [&name](Option const& option) {
    return !option.is_argument() && option.name == name;
  });
}

}  // namespace

std::string shell_quoted(std::string const& word) {
  bool plain = !word.empty();
  for (char const letter : word) {
    bool const harmless = std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
                          std::string_view("_-+=:,./@%").find(letter) != std::string_view::npos;
    plain = plain && harmless;
  }
  if (plain) {
    return word;
  }
  std::string quoted = "'";
  for (char const letter : word) {
    quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  }
  return quoted + "'";
}

std::string shell_command(std::vector<std::string> const& words) {
  std::string line;
  for (std::string const& word : words) {
    line += (line.empty() ? "" : " ") + shell_quoted(word);
  }
  return line;
}

std::vector<std::string> with_option(std::vector<std::string> words, std::string const& option,
                                     std::string const& value) {
  for (auto word = words.begin(); word != words.end(); ++word) {
    bool const whole = *word == option;
    if (whole || word->starts_with(option + "=")) {
      words.erase(word, word + (whole ? 2 : 1));
      break;
    }
  }
  if (!value.empty()) {
    words.insert(words.end(), {option, value});
  }
  return words;
}

std::vector<std::string> with_file(std::vector<std::string> const& words, Verb const& verb,
                                   std::string const& file) {
  std::vector<std::string> chosen;
  bool after_verb = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!after_verb) {
      chosen.push_back(words[i]);
      after_verb = i > 0 && words[i] == verb.name();
      if (after_verb) {
        chosen.push_back(file);
      }
    } else if (is_option(verb, words[i])) {
      chosen.push_back(words[i]);
      if (takes_next(verb, words[i]) && i + 1 < words.size()) {
        chosen.push_back(words[++i]);
      }
    }
  }
  return chosen;
}

}  // namespace siderum::apps
