// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/error.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "support/sentence.hpp"

namespace siderum::test {
namespace {

void refuse(bool condition) {
  SIDERUM_VALIDATE(condition, "Too few (there is one). Give two.");
}

TEST(Error, ValidateThrowsTheSentenceOnlyWhereTheConditionFails) {
  EXPECT_EQ(sentence_of([] { refuse(false); }), "Too few (there is one). Give two.");
  EXPECT_EQ(sentence_of([] { refuse(true); }), "");
}

TEST(Error, KnowsWhichCheckRefused) {
  try {
    refuse(false);
    FAIL() << "nothing was thrown";
  } catch (Error const& error) {
    EXPECT_TRUE(std::string_view(error.where().file_name()).ends_with("error_test.cpp"));
    EXPECT_EQ(error.where().line(), 17U);  // of SIDERUM_VALIDATE in refuse()
    EXPECT_NE(std::string_view(error.where().function_name()).find("refuse"),
              std::string_view::npos);
  }
}

TEST(Error, IsARuntimeError) {
  EXPECT_THROW(refuse(false), std::runtime_error);
}

TEST(Error, MessageIsBuiltOnlyOnFailure) {
  int built = 0;
  auto const message = [&built] {
    ++built;
    return std::string("Wrong. Do better.");
  };
  SIDERUM_VALIDATE(built == 0, message());
  EXPECT_EQ(built, 0);
  EXPECT_THROW(SIDERUM_VALIDATE(built == 1, message()), Error);
  EXPECT_EQ(built, 1);
}

}  // namespace
}  // namespace siderum::test
