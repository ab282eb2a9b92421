// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/verb.hpp>

#include <utility>

namespace siderum::apps {

Verb::Verb(std::string name, std::string help) : name_(std::move(name)), help_(std::move(help)) {}

Verb& Verb::add_verb(std::string name, std::string help) {
  return *verbs_.emplace_back(std::make_unique<Verb>(std::move(name), std::move(help)));
}

Option& Verb::add_option(std::string name, std::string type, TakeText take, std::string help) {
  return options_.emplace_back(
      Option{std::move(name), std::move(type), std::move(help), Values::one, std::move(take)});
}

Option& Verb::add_list(std::string name, std::string type, TakeText take, std::string help) {
  return options_.emplace_back(
      Option{std::move(name), std::move(type), std::move(help), Values::many, std::move(take)});
}

Option& Verb::add_flag(std::string name, Action set, std::string help) {
  return options_.emplace_back(Option{std::move(name),
                                      {},
                                      std::move(help),
                                      Values::none,
                                      [set = std::move(set)](std::string const&) { set(); }});
}

}  // namespace siderum::apps
