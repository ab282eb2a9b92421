// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <gtest/gtest.h>

namespace siderum::test {

/// While it lives, this process is without the rights of the administrator, whom neither files nor
/// folders keep out.
class NoAdministrator {
 public:
  NoAdministrator() {
    if (before_ == 0) {
      EXPECT_EQ(::seteuid(65534), 0);
    }
  }
  ~NoAdministrator() {
    if (before_ == 0) {
      EXPECT_EQ(::seteuid(before_), 0);
    }
  }
  NoAdministrator(NoAdministrator const&) = delete;
  NoAdministrator& operator=(NoAdministrator const&) = delete;

 private:
  uid_t before_ = ::geteuid();
};

}  // namespace siderum::test
