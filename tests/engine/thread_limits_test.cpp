// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Jobs of threads that OpenMP would have to start a pool for, where there is no room for one.
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "engine/engine_jobs.hpp"
#include "engine/forked_child.hpp"
#include "support/addresses.hpp"
#include "support/sentence.hpp"

namespace siderum::engine {
namespace {

using test::addresses;
using test::Ending;
using test::has_sanitizer;
using test::sentence_of;
using test::status_of_child;

std::vector<double> small_answer() {
  return test::numbers_of(search_periods(test::few_curves(), test::small_search(), test::on_cpu()));
}

/// Leaves the process so many bytes of addresses more than it has.
void leave(long bytes) {
  auto const most = static_cast<rlim_t>(addresses() + bytes);
  rlimit const limit{most, most};
  setrlimit(RLIMIT_AS, &limit);
}

bool tells_of_threads(std::string const& sentence) {
  return sentence.starts_with("No thread can be started for the job (") ||
         sentence.starts_with("Only 1 of 2 threads can be started (");
}

TEST(ThreadLimits, OfAChildAreSentences) {
  if (has_sanitizer()) {
    GTEST_SKIP() << "a sanitizer needs more";
  }
  EXPECT_FALSE(small_answer().empty());
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [] {
                              leave(1 << 20);
                              // Stacks of the parent's threads may be taken over, but not for ever.
                              std::string sentence;
                              for (int job = 0; job < 3 && sentence.empty(); ++job) {
                                sentence = sentence_of([] { small_answer(); });
                              }
                              return tells_of_threads(sentence);
                            }),
            0);
}

TEST(ThreadLimits, OfAnotherThreadAreSentences) {
  if (has_sanitizer()) {
    GTEST_SKIP() << "a sanitizer needs more";
  }
  EXPECT_FALSE(small_answer().empty());
  std::string sentence;
  std::thread other([&] {
    leave(1 << 20);
    sentence = sentence_of([] { small_answer(); });
  });
  other.join();
  EXPECT_TRUE(tells_of_threads(sentence)) << sentence;
  // The pool of this thread is there.
  EXPECT_FALSE(small_answer().empty());
}

}  // namespace
}  // namespace siderum::engine
