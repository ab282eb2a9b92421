// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/program.hpp>

#include <siderum/apps/command_line/parser.hpp>
#include <siderum/apps/command_line/syntax.hpp>

#include "fuzz_support.hpp"

// Command lines of all verbs, a word in each line: they are read, and their lists of files, but
// nothing is run. What such files hold is the business of other fuzzers.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  std::vector<std::string> words = fuzz::lines_of(fuzz::text_of(data, size));
  words.insert(words.begin(), "siderum");
  for (std::string& word : words) {
    word = word.c_str();  // as a command line has it
    if (word.starts_with("@/") || word == "-") {
      word = "@list";
    }
  }
  fuzz::accepts([&] {
    apps::Verb program("siderum", "help");
    std::vector<std::string> command;
    apps::add_verbs(program, command);
    command = apps::check_syntax(program, words);
    apps::parse(program, "siderum", command);
  });
  return 0;
}
