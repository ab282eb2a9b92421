// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <gtest/gtest.h>

#include <siderum/core/progress.hpp>

namespace siderum::test {

/// Remembers what a call reported.
class ProgressWitness : public ProgressObserver {
 public:
  void advance(std::int64_t done, std::int64_t total) override {
    EXPECT_GE(done, last_);
    EXPECT_LE(done, total);
    last_ = done;
    total_ = total;
    ++calls_;
  }
  bool complete() const { return calls_ > 0 && last_ == total_; }
  int calls() const { return calls_; }

 private:
  std::int64_t last_ = 0;
  std::int64_t total_ = 0;
  int calls_ = 0;
};

}  // namespace siderum::test
