// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/time_line.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <siderum/apps/command_line/message.hpp>
#include <siderum/io/files/traffic.hpp>

namespace siderum::apps {

namespace {

using Clock = std::chrono::steady_clock;

// "other" comes last, as it is what is left.
constexpr std::array<std::pair<Activity, std::string_view>, 6> activities{
    {{Activity::reading, "reading"},
     {Activity::waking, "waking"},
     {Activity::computing, "computing"},
     {Activity::writing, "writing"},
     {Activity::drawing, "drawing"},
     {Activity::other, "other"}}};

struct TimeLine {
  bool is_wanted = false;
  Activity activity = Activity::other;
  Clock::time_point since = Clock::now();
  std::array<double, activities.size()> seconds{};

  double& of(Activity which) { return seconds[static_cast<std::size_t>(which)]; }

  Activity change_to(Activity next) {
    Clock::time_point const time = Clock::now();
    of(activity) += std::chrono::duration<double>(time - std::exchange(since, time)).count();
    return std::exchange(activity, next);
  }
};

TimeLine time_line;

/// Three digits and a unit: "52.1 MB".
std::string bytes_text(double bytes) {
  constexpr std::array<std::string_view, 5> units{"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < units.size(); ++unit) {
    bytes /= 1000.0;
  }
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

/// " (52.1 MB, 434 MB/s)"; nothing without bytes.
std::string rate_text(std::int64_t bytes, double seconds) {
  if (bytes == 0) {
    return "";
  }
  auto const count = static_cast<double>(bytes);
  return fmt::format(" ({}, {}/s)", bytes_text(count), bytes_text(count / seconds));
}

}  // namespace

void now(Activity activity) {
  time_line.change_to(activity);
}

During::During(Activity activity) : around_(time_line.change_to(activity)) {}

During::~During() {
  time_line.change_to(around_);
}

void want_time_line() {
  time_line.is_wanted = true;
}

void tell_time_line() {
  if (!time_line.is_wanted) {
    return;
  }
  constexpr double least = 0.0005;  // [s] shown as 0.001
  now(time_line.activity);
  io::Traffic const traffic = io::traffic();
  double all = 0.0;
  std::string parts;
  for (auto const& [activity, name] : activities) {
    double const seconds = time_line.of(activity);
    all += seconds;
    if (seconds < least) {
      continue;
    }
    std::int64_t const bytes = activity == Activity::reading   ? traffic.read
                               : activity == Activity::writing ? traffic.written
                                                               : 0;
    parts += fmt::format("{} {} {:.3f} s{}", parts.empty() ? ":" : ",", name, seconds,
                         rate_text(bytes, seconds));
  }
  print_message(fmt::format("{:.3f} s in all{}.", all, parts));
}

}  // namespace siderum::apps
