// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/tuning_cache.hpp>

#include <stdlib.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include <siderum/version.hpp>

#include "support/sentence.hpp"

namespace siderum::test {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test; the environment is put back.
class TuningCaches : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "siderum-tuning-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder = name;
  }
  ~TuningCaches() override {
    restore("XDG_CACHE_HOME", cache_home_);
    restore("HOME", home_);
    std::error_code ignored;
    fs::permissions(folder, fs::perms::owner_all, ignored);
    fs::remove_all(folder, ignored);
  }

  static std::string contents_of(fs::path const& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  fs::path folder;
  fs::path file() const { return folder / "deep" / "tuning.json"; }

 private:
  using Variable = std::optional<std::string>;
  static Variable get(char const* name) {
    char const* const value = std::getenv(name);
    return value == nullptr ? Variable() : Variable(value);
  }
  static void restore(char const* name, Variable const& value) {
    value ? ::setenv(name, value->c_str(), 1) : ::unsetenv(name);
  }
  Variable const cache_home_ = get("XDG_CACHE_HOME");
  Variable const home_ = get("HOME");
};

TEST_F(TuningCaches, FileFollowsTheBaseDirectories) {
  ::setenv("XDG_CACHE_HOME", "/some/cache", 1);
  ::setenv("HOME", "/home/someone", 1);
  EXPECT_EQ(TuningCache::default_file(), "/some/cache/siderum/tuning.json");
  ::setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(TuningCache::default_file(), "/home/someone/.cache/siderum/tuning.json");
  ::unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(TuningCache::default_file(), "/home/someone/.cache/siderum/tuning.json");
  for (char const* const home : {"", "relative", "./here"}) {
    ::setenv("HOME", home, 1);
    EXPECT_TRUE(TuningCache::default_file().empty()) << home;
  }
  ::unsetenv("HOME");
  EXPECT_EQ(TuningCache::default_file(), "");
}

TEST_F(TuningCaches, KeepsValuesFromOneRunToTheNext) {
  TuningCache cache(file());
  EXPECT_EQ(cache.find("GPU A", "rate"), std::nullopt);
  cache.set("GPU A", "rate", 0.1);
  cache.set("GPU A", "block", 256);
  EXPECT_EQ(cache.find("GPU A", "rate"), 0.1);
  EXPECT_FALSE(fs::exists(file()));  // not before save()
  cache.save();
  TuningCache const next(file());
  EXPECT_EQ(next.file(), file());
  EXPECT_EQ(next.find("GPU A", "rate"), 0.1);
  EXPECT_EQ(next.find("GPU A", "block"), 256.0);
  EXPECT_EQ(next.find("GPU A", "other"), std::nullopt);
  EXPECT_EQ(next.find("GPU B", "rate"), std::nullopt);
}

TEST_F(TuningCaches, ForgetsAnotherVersion) {
  fs::create_directories(file().parent_path());
  std::ofstream(file()) << R"({"version": "0.0.1-other", "devices": {"GPU A": {"rate": 3.5}}})";
  TuningCache cache(file());
  EXPECT_EQ(cache.find("GPU A", "rate"), std::nullopt);
  cache.set("GPU A", "block", 64);
  cache.save();
  EXPECT_NE(contents_of(file()).find(build::version), std::string::npos);
  EXPECT_EQ(contents_of(file()).find("rate"), std::string::npos);
}

TEST_F(TuningCaches, FileThatIsNoCacheCountsAsEmpty) {
  fs::create_directories(file().parent_path());
  std::string const version = std::string(R"({"version": ")") + build::version + "\"";
  for (std::string const& text :
       {std::string(), std::string("[1, 2"), std::string("[]"), std::string("3"),
        std::string(R"({"version": 1})"), version + "}", version + R"(, "devices": []})",
        version + R"(, "devices": {"GPU A": 3}})", version + R"(, "devices": {"GPU A": [1]}})",
        version + R"(, "devices": {"GPU A": {"rate": "fast"}}})"}) {
    std::ofstream(file()) << text;
    EXPECT_EQ(TuningCache(file()).find("GPU A", "rate"), std::nullopt) << text;
    EXPECT_EQ(TuningCache(file()).problem().empty(), text.empty()) << text;
  }
}

TEST_F(TuningCaches, OneValueThatNoMeasurementGivesSpoilsAll) {
  fs::create_directories(file().parent_path());
  std::string const beginning =
      std::string(R"({"version": ")") + build::version + R"(", "devices": {"GPU A": {"rate": 2)";
  for (std::string const rest : {"", R"(, "other": 0)", R"(, "other": 1e300)"}) {
    std::ofstream(file()) << beginning << rest << "}}}";
    EXPECT_EQ(TuningCache(file()).find("GPU A", "rate"), 2.0) << rest;
    EXPECT_EQ(TuningCache(file()).problem(), "") << rest;
  }
  for (std::string const rest :
       {R"(, "other": -1)", R"(, "other": "1")", R"(, "other": null)", R"(, "other": true)",
        R"(, "other": 1e999)", R"(, "other": NaN)"}) {
    std::ofstream(file()) << beginning << rest << "}}}";
    EXPECT_EQ(TuningCache(file()).find("GPU A", "rate"), std::nullopt) << rest;
    EXPECT_NE(TuningCache(file()).problem(), "") << rest;
  }
}

TEST_F(TuningCaches, WhatIsNoFileIsToldAndReplacedWhereThatCanBe) {
  fs::create_directories(file());
  EXPECT_EQ(TuningCache(file()).problem(), "it is a folder");
  fs::remove(file());
  EXPECT_EQ(TuningCache(file()).problem(), "");
  ASSERT_EQ(::mkfifo(file().c_str(), 0600), 0);
  TuningCache cache(file());
  EXPECT_EQ(cache.problem(), "it is no regular file");
  cache.set("GPU A", "rate", 1.0);
  cache.save();
  EXPECT_EQ(TuningCache(file()).find("GPU A", "rate"), 1.0);
  fs::resize_file(file(), std::uintmax_t{1} << 40);
  EXPECT_EQ(TuningCache(file()).problem(), "it is too large");
}

TEST_F(TuningCaches, KeepsWhatOthersSavedMeanwhile) {
  TuningCache first(file());
  TuningCache second(file());
  first.set("GPU A", "rate", 1.0);
  first.set("GPU A", "block", 10.0);
  first.save();
  second.set("GPU A", "rate", 2.0);
  second.save();
  EXPECT_EQ(TuningCache(file()).find("GPU A", "rate"), 2.0);
  EXPECT_EQ(TuningCache(file()).find("GPU A", "block"), 10.0);
}

TEST_F(TuningCaches, LeavesNothingBesideItsFile) {
  TuningCache cache(file());
  cache.set("GPU A", "rate", 1.0);
  cache.save();
  cache.save();
  auto const files = fs::directory_iterator(file().parent_path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST_F(TuningCaches, WithoutAPathStaysInMemory) {
  TuningCache cache{fs::path()};
  cache.set("GPU A", "rate", 1.0);
  cache.save();
  EXPECT_EQ(cache.find("GPU A", "rate"), 1.0);
}

TEST_F(TuningCaches, RefusesAValueThatIsNotFinite) {
  TuningCache cache(file());
  double const infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(sentence_of([&] { cache.set("GPU A", "rate", infinity); }),
            "The tuned value of rate for GPU A is not finite (it would poison later runs). Measure"
            " it again.");
  EXPECT_NE(sentence_of([&] { cache.set("GPU A", "rate", std::nan("")); }), "");
  EXPECT_EQ(cache.find("GPU A", "rate"), std::nullopt);
}

TEST_F(TuningCaches, SaysThatItCannotBeWritten) {
  // A file where the folder should be: refused to every user, the administrator too.
  std::ofstream(folder / "deep") << "no folder";
  TuningCache cache(file());
  cache.set("GPU A", "rate", 1.0);
  EXPECT_EQ(sentence_of([&] { cache.save(); }),
            "The tuning cache " + file().string() +
                " cannot be written (Not a directory). Set XDG_CACHE_HOME to a folder"
                " that can.");
}

}  // namespace
}  // namespace siderum::test
