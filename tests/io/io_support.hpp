// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <siderum/core/error.hpp>

namespace siderum::io::test {

/// A folder for the files of one test, empty at its start and gone at its end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "siderum-io-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("no temporary folder can be made");
    }
    folder_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;

  std::string path(std::string const& name) const { return (folder_ / name).string(); }

  /// Writes a file and returns its path.
  std::string write(std::string const& name, std::string_view text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return path(name);
  }

  /// How many files there are, temporary ones of the writers included.
  std::size_t size() const {
    auto const entries = std::filesystem::directory_iterator(folder_);
    return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
  }

 private:
  std::filesystem::path folder_;
};

inline std::string contents_of(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The sentence of the Error that an action throws, without the path of the folder.
template <class Action>
std::string sentence_of(Action const& action, TemporaryFolder const& folder) {
  try {
    action();
  } catch (Error const& error) {
    std::string sentence = error.what();
    std::string const prefix = folder.path("");
    for (std::size_t at = sentence.find(prefix); at != std::string::npos;
         at = sentence.find(prefix)) {
      sentence.erase(at, prefix.size());
    }
    return sentence;
  }
  return "no error";
}

/// Standard input comes from this file as long as the object lives.
class StandardInput {
 public:
  explicit StandardInput(std::string const& path) : saved_(::dup(STDIN_FILENO)) {
    int const file = ::open(path.c_str(), O_RDONLY);
    EXPECT_EQ(::dup2(file, STDIN_FILENO), STDIN_FILENO);
    ::close(file);
  }
  ~StandardInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }
  StandardInput(StandardInput const&) = delete;
  StandardInput& operator=(StandardInput const&) = delete;

 private:
  int saved_;
};

}  // namespace siderum::io::test
