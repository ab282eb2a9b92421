// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <siderum/core/out_of_memory.hpp>

#include "support/addresses.hpp"

namespace siderum::test {
namespace {

/// Sets the limit of the address space while it lives.
class Limit {
 public:
  explicit Limit(rlim_t bytes) {
    getrlimit(RLIMIT_AS, &before_);
    rlimit const now{bytes, before_.rlim_max};
    setrlimit(RLIMIT_AS, &now);
  }
  ~Limit() { setrlimit(RLIMIT_AS, &before_); }
  Limit(Limit const&) = delete;
  Limit& operator=(Limit const&) = delete;

 private:
  rlimit before_{};
};

TEST(OutOfMemory, SaysHowMuchWasAskedFor) {
  EXPECT_STREQ(out_of_memory("a map", 48.3e6).what(),
               "There is not enough memory (48.3 MB for a map could not be had). Ask for less at"
               " once, or free some.");
  EXPECT_STREQ(out_of_memory("a map", 2.14e9).what(),
               "There is not enough memory (2.1 GB for a map could not be had). Ask for less at"
               " once, or free some.");
  EXPECT_STREQ(out_of_memory("the work", 0.0).what(),
               "There is not enough memory (none is left for the work). Ask for less at"
               " once, or free some.");
}

TEST(OutOfMemory, SaysLabelsOfViewsInWords) {
  EXPECT_STREQ(out_of_memory("siderum::harmonic_coefficients::values", 2e6).what(),
               "There is not enough memory (2 MB for values of harmonic coefficients could not be"
               " had). Ask for less at once, or free some.");
  EXPECT_STREQ(out_of_memory("siderum::fft_test", 2e6).what(),
               "There is not enough memory (2 MB for fft test could not be had). Ask for less at"
               " once, or free some.");
}

TEST(OutOfMemory, NamesTheLimitOfTheProcess) {
  if (has_sanitizer()) {
    GTEST_SKIP() << "a sanitizer needs more";
  }
  Limit const limit(rlim_t{3} << 40);
  EXPECT_STREQ(out_of_memory("a map", 48.3e6).what(),
               "There is not enough memory (48.3 MB for a map could not be had; ulimit -v allows"
               " 3299 GB). Ask for less at once, or free some.");
}

TEST(TellsOfNoMemory, AlsoWhereTheTextIsCutOff) {
  EXPECT_TRUE(tells_of_no_memory(
      "Kokkos ERROR: Host memory space failed to allocate 12 KiB (label=\"scratch\")."));
  EXPECT_TRUE(tells_of_no_memory("Kokkos ERROR: H"));
  EXPECT_TRUE(tells_of_no_memory("Kokkos failed to allocate memory for label \"a\""));
  EXPECT_FALSE(tells_of_no_memory("The device cannot be used (it is out of order)."));
}

TEST(HasRoomFor, TellsWhatCouldBeHad) {
  EXPECT_TRUE(has_room_for(std::size_t{1} << 20));
  EXPECT_FALSE(has_room_for(std::size_t{1} << 60));
  bool has_room = true;
  {
    Limit const limit(rlim_t{1} << 20);
    has_room = has_room_for(std::size_t{64} << 20);
  }
  EXPECT_FALSE(has_room);
}

}  // namespace
}  // namespace siderum::test
