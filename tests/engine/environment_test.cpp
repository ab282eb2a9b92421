// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/loader/environment.hpp>

#include <stdlib.h>

#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/sentence.hpp"

namespace siderum::engine {
namespace {

using test::sentence_of;
using testing::HasSubstr;
using testing::StartsWith;

/// Variables that are set as long as the object lives; all others of its kind are not.
class Variables {
 public:
  explicit Variables(std::string const& name = {}, std::string const& value = {},
                     std::string const& other_name = {}, std::string const& other_value = {}) {
    for (char const* const known :
         {"KOKKOS_NUM_THREADS", "OMP_NUM_THREADS", "KOKKOS_DISABLE_WARNINGS",
          "KOKKOS_PRINT_CONFIGURATION", "KOKKOS_TUNE_INTERNALS", "KOKKOS_DEVICE_ID",
          "KOKKOS_MAP_DEVICE_ID_BY", "KOKKOS_VISIBLE_DEVICES", "KOKKOS_PROFILE_LIBRARY",
          "KOKKOS_TOOLS_LIBS"}) {
      char const* const before = ::getenv(known);
      if (before != nullptr) {
        before_[known] = before;
      }
      ::unsetenv(known);
    }
    set(name, value);
    set(other_name, other_value);
  }
  ~Variables() {
    for (std::string const& name : set_) {
      ::unsetenv(name.c_str());
    }
    for (auto const& [name, value] : before_) {
      ::setenv(name.c_str(), value.c_str(), 1);
    }
  }
  Variables(Variables const&) = delete;
  Variables& operator=(Variables const&) = delete;

 private:
  void set(std::string const& name, std::string const& value) {
    if (!name.empty()) {
      ::setenv(name.c_str(), value.c_str(), 1);
      set_.push_back(name);
    }
  }

  std::map<std::string, std::string> before_;
  std::vector<std::string> set_;
};

TEST(ThreadsToBeginWith, AreThoseOfTheFirstThatSays) {
  {
    Variables const none;
    EXPECT_EQ(threads_to_begin_with(0), 0);
    EXPECT_EQ(threads_to_begin_with(3), 3);
  }
  std::map<std::string, int> const values{{"7", 7},   {"1", 1}, {"512", 512}, {" 4 ", 4},
                                          {"6,2", 6}, {"", 0},  {" ", 0}};
  for (auto const& [value, threads] : values) {
    Variables const openmp("OMP_NUM_THREADS", value);
    EXPECT_EQ(threads_to_begin_with(0), threads) << value;
  }
  Variables const both("KOKKOS_NUM_THREADS", "5", "OMP_NUM_THREADS", "junk");
  EXPECT_EQ(threads_to_begin_with(0), 5);
  EXPECT_EQ(threads_to_begin_with(3), 3);
}

TEST(ThreadsToBeginWith, RefusesWhatIsNoNumberOfThem) {
  for (char const* const value : {"junk", "0", "-1", "3x", "513", "999999", "99999999999999999999",
                                  "1.5", "1e2", "4;2", ",4", "2,", "2,x"}) {
    Variables const openmp("OMP_NUM_THREADS", value);
    EXPECT_EQ(sentence_of([] { threads_to_begin_with(0); }),
              std::string("OMP_NUM_THREADS cannot be '") + value +
                  "' (it takes 1 to 512 threads). Set it to one of these, or unset it.");
    EXPECT_EQ(sentence_of([] { threads_to_begin_with(2); }), "");
  }
  // Kokkos reads its own whatever is asked for.
  for (char const* const value : {"junk", "0", "-1", "3x", "513", "", "4,2"}) {
    Variables const kokkos("KOKKOS_NUM_THREADS", value);
    for (int const asked : {0, 2}) {
      EXPECT_THAT(sentence_of([&] { threads_to_begin_with(asked); }),
                  StartsWith(std::string("KOKKOS_NUM_THREADS cannot be '") + value + "' ("));
    }
  }
}

TEST(KokkosVariables, AreUnderstoodOrRefused) {
  using Settings = std::multimap<std::string, std::string>;
  for (auto const& [name, value] : Settings{{"KOKKOS_DISABLE_WARNINGS", "Yes"},
                                            {"KOKKOS_PRINT_CONFIGURATION", "0"},
                                            {"KOKKOS_TUNE_INTERNALS", "TRUE"},
                                            {"KOKKOS_DEVICE_ID", "3"},
                                            {"KOKKOS_MAP_DEVICE_ID_BY", "random"},
                                            {"KOKKOS_TOOLS_LIBS", "a.so"}}) {
    Variables const good(name, value);
    EXPECT_EQ(sentence_of([] { check_kokkos_variables(); }), "") << name;
  }
  for (auto const& [name, value] : Settings{{"KOKKOS_DISABLE_WARNINGS", "junk"},
                                            {"KOKKOS_PRINT_CONFIGURATION", ""},
                                            {"KOKKOS_TUNE_INTERNALS", "2"},
                                            {"KOKKOS_DEVICE_ID", "junk"},
                                            {"KOKKOS_DEVICE_ID", "-1"},
                                            {"KOKKOS_DEVICE_ID", "99999999999"},
                                            {"KOKKOS_MAP_DEVICE_ID_BY", "junk"}}) {
    Variables const bad(name, value);
    EXPECT_THAT(sentence_of([] { check_kokkos_variables(); }),
                StartsWith(name + " cannot be '" + value + "' (it takes"));
  }
  Variables const two("KOKKOS_PROFILE_LIBRARY", "a.so", "KOKKOS_TOOLS_LIBS", "b.so");
  EXPECT_THAT(sentence_of([] { check_kokkos_variables(); }), HasSubstr(" differ ("));
}

TEST(CardVariables, LeaveTheCardThatIsAskedFor) {
  {
    Variables const none;
    EXPECT_EQ(sentence_of([] { check_card_variables(1, 2); }), "");
  }
  {
    Variables const some("KOKKOS_VISIBLE_DEVICES", "1,0", "KOKKOS_DEVICE_ID", "1");
    EXPECT_EQ(sentence_of([] { check_card_variables(-1, 2); }), "");
  }
  {
    Variables const one("KOKKOS_VISIBLE_DEVICES", "1", "KOKKOS_DEVICE_ID", "1");
    EXPECT_EQ(sentence_of([] { check_card_variables(0, 2); }), "");
    EXPECT_EQ(sentence_of([] { check_card_variables(1, 2); }),
              "There is no GPU 1 (KOKKOS_VISIBLE_DEVICES is '1', and they are counted from 0)."
              " Give one that is there, or unset it.");
    EXPECT_THAT(sentence_of([] { check_card_variables(-1, 2); }),
                StartsWith("KOKKOS_DEVICE_ID cannot be '1' (it takes 0, as"));
  }
  for (char const* const value : {"junk", "", "2", "-1", "0,", "0 1"}) {
    Variables const bad("KOKKOS_VISIBLE_DEVICES", value);
    EXPECT_THAT(sentence_of([] { check_card_variables(-1, 2); }),
                StartsWith(std::string("KOKKOS_VISIBLE_DEVICES cannot be '") + value + "' ("));
  }
}

}  // namespace
}  // namespace siderum::engine
