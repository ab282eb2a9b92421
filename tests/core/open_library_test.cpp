// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include <dlfcn.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <siderum/core/open_library.hpp>

namespace siderum {
namespace {

/// A folder with a library of a name that no linker knows, and a file of another one that is none.
class OpenLibrary : public testing::Test {
 protected:
  OpenLibrary()
      : folder_(std::filesystem::temp_directory_path() /
                ("open_library_" + std::to_string(::getpid()))) {
    std::filesystem::create_directory(folder_);
    Dl_info found;
    double (*const cosine)(double) = std::cos;
    EXPECT_NE(dladdr(reinterpret_cast<void const*>(cosine), &found), 0);
    std::filesystem::copy_file(found.dli_fname, folder_ / "libsiderum_test.so.7");
    std::ofstream(folder_ / "libsiderum_text.so.7") << "no library";
  }
  ~OpenLibrary() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path const folder_;
};

TEST_F(OpenLibrary, LooksWhereTheLinkerDoes) {
  EXPECT_NE(open_library("libm.so.6", "").handle, nullptr);
}

TEST_F(OpenLibrary, LooksInTheFoldersThen) {
  EXPECT_EQ(open_library("libsiderum_test.so.7", "").handle, nullptr);
  OpenedLibrary const opened =
      open_library("libsiderum_test.so.7", "/nowhere:" + folder_.string() + ":/");
  ASSERT_NE(opened.handle, nullptr) << opened.problem;
  EXPECT_NE(dlsym(opened.handle, "cbrt"), nullptr);
}

// As the folder of who starts a program would be.
TEST_F(OpenLibrary, LooksInNoFolderThatIsNotAbsolute) {
  std::filesystem::path const before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.parent_path());
  EXPECT_EQ(open_library("libsiderum_test.so.7", folder_.filename().string()).handle, nullptr);
  EXPECT_EQ(open_library("libsiderum_test.so.7", "::").handle, nullptr);
  std::filesystem::current_path(before);
}

TEST_F(OpenLibrary, SaysWhatIsWrongWithTheOneThatIsThere) {
  std::string const none = open_library("libsiderum_none.so.7", folder_.string()).problem;
  EXPECT_NE(none.find("No such file"), std::string::npos) << none;
  std::string const text = open_library("libsiderum_text.so.7", folder_.string()).problem;
  EXPECT_NE(text.find(folder_.string()), std::string::npos) << text;
}

}  // namespace
}  // namespace siderum
