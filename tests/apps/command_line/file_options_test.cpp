// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// The parser protects the files of options whose use it knows.
#include <siderum/apps/program.hpp>

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace siderum::apps {
namespace {

/// By the help: "--plot FILE.png|svg|pdf", "FILE", "MAP.fits".
bool names_a_file(Option const& option) {
  auto const has = [](std::string const& word, char const* part) {
    return word.find(part) != std::string::npos;
  };
  return has(option.type, "FILE") ||
         (option.is_argument() && (has(option.name, "FILE") || has(option.name, ".")));
}

/// Calls visit with every option of every verb, and the words that lead to the verb.
void for_each_option(Verb const& verb, std::string const& path,
                     std::function<void(std::string const&, Option const&)> const& visit) {
  for (Option const& option : verb.options()) {
    visit(path, option);
  }
  for (auto const& inner : verb.verbs()) {
    for_each_option(*inner, path + " " + inner->name(), visit);
  }
}

class OptionsOfFiles : public testing::Test {
 protected:
  OptionsOfFiles() { add_verbs(program, command); }

  Verb program{"siderum", ""};
  std::vector<std::string> const command;
};

TEST_F(OptionsOfFiles, AllHaveAUse) {
  int files = 0;
  for_each_option(program, "siderum", [&files](std::string const& verb, Option const& option) {
    EXPECT_EQ(names_a_file(option), option.file != FileUse::none)
        << verb << " " << option.name << " " << option.type;
    files += names_a_file(option) ? 1 : 0;
  });
  EXPECT_GE(files, 40);
}

}  // namespace
}  // namespace siderum::apps
