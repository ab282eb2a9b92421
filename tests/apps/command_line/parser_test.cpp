// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/parser.hpp>

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <siderum/apps/command_line/syntax.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/core/error.hpp>

namespace siderum::apps {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A program with the verbs "cook" and "make tea", which notes what it is told.
class CommandLine : public testing::Test {
 protected:
  CommandLine() {
    auto const note = [this](std::string const& name) {
      return [this, name](std::string const& text) { notes.push_back(name + ' ' + text); };
    };
    Verb& cook = program.add_verb("cook", "A meal");
    cook.add_option("--time", "MINUTES", note("time"), "how long").is_required = true;
    cook.add_list("--spices", "NAME", note("spices"), "what else");
    cook.add_option("POT", "", note("pot"), "in which").is_required = true;
    cook.add_flag(
        "--lid", [this] { notes.push_back("lid"); }, "cover it");
    cook.set_footer("Bon appetit.");
    cook.set_action([this] { notes.push_back("cooks"); });
    Verb& tea = program.add_verb("make", "A drink").add_verb("tea", "Of leaves");
    tea.set_action([this] { notes.push_back("makes tea"); });
  }

  Action read(std::vector<std::string> words) {
    words.insert(words.begin(), "program");
    return parse(program, "program 1.2", check_syntax(program, words));
  }

  std::string answer(std::vector<std::string> const& words) {
    testing::internal::CaptureStdout();
    EXPECT_FALSE(read(words));
    return testing::internal::GetCapturedStdout();
  }

  std::string complaint(std::vector<std::string> const& words) {
    try {
      read(words);
    } catch (UsageError const& error) {
      return error.what();
    }
    return {};
  }

  Verb program{"program", "A program"};
  std::vector<std::string> notes;
};

TEST_F(CommandLine, TellsTheOptionsTheirValuesInTheOrderOfTheirDeclaration) {
  Action const action =
      read({"cook", "--lid", "red pot", "--spices", "salt", "pepper", "--time=-1"});

  EXPECT_THAT(notes, ElementsAre("time -1", "spices salt", "spices pepper", "pot red pot", "lid"));
  action();
  EXPECT_EQ(notes.back(), "cooks");
}

TEST_F(CommandLine, FlagsTakeNoValue) {
  for (std::string const word : {"--lid=maybe", "--lid=yes", "--lid=false", "--lid=-1", "--lid="}) {
    EXPECT_EQ(complaint({"cook", word, "--time", "3", "pot"}),
              "--lid takes no value ('" + word +
                  "' gives it one). Write --lid alone, or leave it "
                  "out. See 'program cook --help'.");
  }
  EXPECT_THAT(complaint({"cook", "--help=yes"}), HasSubstr("--help takes no value"));
}

TEST_F(CommandLine, CallsVerbsOfVerbs) {
  read({"make", "tea"})();

  EXPECT_THAT(notes, ElementsAre("makes tea"));
}

TEST_F(CommandLine, ShowsWhatIsDeclaredInTheHelpAndDoesNothing) {
  std::string const help = answer({"cook", "--help"});

  EXPECT_THAT(help, HasSubstr("POT REQUIRED"));
  EXPECT_THAT(help, HasSubstr("--time MINUTES REQUIRED"));
  EXPECT_THAT(help, HasSubstr("--spices NAME ..."));
  EXPECT_THAT(help, HasSubstr("--lid"));
  EXPECT_THAT(help, HasSubstr("Bon appetit."));
  EXPECT_EQ(answer({"--version"}), "program 1.2\n");
  EXPECT_TRUE(notes.empty());
}

TEST_F(CommandLine, RefusesWhatIsNotDeclared) {
  EXPECT_THAT(complaint({"cook", "--tine", "5"}), HasSubstr("Did you mean '--time'?"));
  EXPECT_THAT(complaint({"cook", "--time", "5"}), HasSubstr("No POT is given"));
  EXPECT_THAT(complaint({"cook", "pot"}), HasSubstr("--time is not given"));
  EXPECT_THAT(complaint({"cook", "a", "b", "--time", "5"}), HasSubstr("one word too many"));
  EXPECT_THAT(complaint({"make"}), HasSubstr("A verb is missing (tea)"));
}

}  // namespace
}  // namespace siderum::apps
