// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "support/sentence.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace siderum::test {
namespace {

TEST(SentenceOf, IsWhatTheErrorSaysOrNothing) {
  EXPECT_EQ(sentence_of([] { throw Error("Too few. Give two."); }), "Too few. Give two.");
  EXPECT_EQ(sentence_of([] {}), "");
}

TEST(SentenceOf, LetsOtherExceptionsPass) {
  EXPECT_THROW(sentence_of([] { throw std::runtime_error("no Error of ours"); }),
               std::runtime_error);
}

}  // namespace
}  // namespace siderum::test
