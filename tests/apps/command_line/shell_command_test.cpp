// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/shell_command.hpp>

#include <gtest/gtest.h>

namespace siderum::apps {
namespace {

using Words = std::vector<std::string>;

TEST(ShellQuoted, QuotesWhatAShellWouldChange) {
  EXPECT_EQ(shell_quoted("--fmin=0.1"), "--fmin=0.1");
  EXPECT_EQ(shell_quoted("a/b_c-1.csv"), "a/b_c-1.csv");
  EXPECT_EQ(shell_quoted("two words"), "'two words'");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted("$HOME"), "'$HOME'");
  EXPECT_EQ(shell_quoted(""), "''");
}

TEST(ShellCommand, QuotesTheWordsThatNeedIt) {
  EXPECT_EQ(shell_command({"siderum", "periods", "my file.csv", "--columns", "value=V $mag"}),
            "siderum periods 'my file.csv' --columns 'value=V $mag'");
}

TEST(WithOption, AddsReplacesAndLeavesOut) {
  Words const words = {"siderum", "periods", "a.csv", "--columns", "id,time", "--fmin=1"};
  EXPECT_EQ(with_option(words, "--columns", "time=2"),
            (Words{"siderum", "periods", "a.csv", "--fmin=1", "--columns", "time=2"}));
  EXPECT_EQ(with_option(words, "--fmin", ""),
            (Words{"siderum", "periods", "a.csv", "--columns", "id,time"}));
  EXPECT_EQ(with_option({"siderum", "periods"}, "--columns", "time=2"),
            (Words{"siderum", "periods", "--columns", "time=2"}));
}

TEST(WithFile, KeepsTheOptionsAndTheirValues) {
  Verb verb("periods", "");
  verb.add_list("FILE", "", {}, "");
  verb.add_option("--output", "", {}, "");
  verb.add_flag("--refine", {}, "");
  EXPECT_EQ(with_file({"siderum", "periods", "a.csv", "--output", "b.csv", "--refine", "c.csv", "-",
                       "--output=x"},
                      verb, "d.csv"),
            (Words{"siderum", "periods", "d.csv", "--output", "b.csv", "--refine", "--output=x"}));
}

}  // namespace
}  // namespace siderum::apps
