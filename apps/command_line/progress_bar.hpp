// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include <siderum/apps/command_line/choices.hpp>
#include <siderum/core/progress.hpp>

namespace siderum::apps {

/// One line of at most `width` characters: what is done, a bar, the percentage, the time left.
/// @param elapsed  [s] since the start
std::string progress_line(std::string const& label, std::int64_t done, std::int64_t total,
                          double elapsed, std::size_t width);

/// Draws on a terminal, in place, a few times a second; nothing elsewhere. The line is erased when
/// the work is done or given up.
class ProgressBar : public ProgressObserver {
 public:
  ProgressBar(std::string label, ProgressChoice choice, std::FILE* stream = stderr);
  ~ProgressBar() override;
  ProgressBar(ProgressBar const&) = delete;
  ProgressBar& operator=(ProgressBar const&) = delete;

  void advance(std::int64_t done, std::int64_t total) override;

  /// Takes the line away, so that messages can be printed.
  void erase();

 private:
  using Clock = std::chrono::steady_clock;

  std::string label_;
  std::FILE* stream_;
  bool visible_;
  bool drawn_ = false;
  Clock::time_point start_;
  Clock::time_point last_drawn_;
};

}  // namespace siderum::apps
