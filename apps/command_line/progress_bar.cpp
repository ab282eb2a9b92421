// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/progress_bar.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include <siderum/apps/command_line/message.hpp>

namespace siderum::apps {

namespace {

constexpr std::size_t line_width = 78;
constexpr double first_drawn_after = 0.3;  // [s]: short work shows nothing
constexpr double drawn_every = 0.1;        // [s]

double seconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

std::string clock_text(double seconds_left) {
  auto const whole = static_cast<std::int64_t>(std::ceil(seconds_left));
  return whole >= 3600 ? fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
                       : fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

std::string progress_line(std::string const& label, std::int64_t done, std::int64_t total,
                          double elapsed, std::size_t width) {
  double const share = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0.0;
  std::string const left =
      share > 0.0 ? clock_text(elapsed * (1.0 - share) / share) + " left" : std::string();
  std::string const tail =
      fmt::format(" {:3} % {}", static_cast<int>(std::floor(100.0 * share)), left);
  std::size_t const used = label.size() + tail.size() + 3;
  if (width < used + 4) {
    return fmt::format("{}{}", label, tail).substr(0, width);
  }
  std::size_t const cells = width - used;
  auto const full = std::min(cells, static_cast<std::size_t>(share * static_cast<double>(cells)));
  return fmt::format("{} [{}{}]{}", label, std::string(full, '#'), std::string(cells - full, '-'),
                     tail);
}

ProgressBar::ProgressBar(std::string label, ProgressChoice choice, std::FILE* stream)
    : label_(std::move(label)),
      stream_(stream),
      visible_(choice == ProgressChoice::automatic && isatty(fileno(stream)) != 0),
      start_(Clock::now()),
      last_drawn_(start_) {}

ProgressBar::~ProgressBar() {
  erase();
}

void ProgressBar::advance(std::int64_t done, std::int64_t total) {
  Clock::time_point const now = Clock::now();
  double const pause = drawn_ ? drawn_every : first_drawn_after;
  if (!visible_ || seconds(now - last_drawn_) < pause) {
    return;
  }
  write_quietly(fileno(stream_),
                fmt::format("\r{}\033[K",
                            progress_line(label_, done, total, seconds(now - start_), line_width)));
  drawn_ = true;
  last_drawn_ = now;
}

void ProgressBar::erase() {
  if (drawn_) {
    write_quietly(fileno(stream_), "\r\033[K");
    drawn_ = false;
  }
}

}  // namespace siderum::apps
