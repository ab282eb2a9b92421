// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/time_line.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <siderum/apps/command_line/message.hpp>
#include <siderum/engine/machine.hpp>
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

constexpr double least_shown = 0.0005;  // [s] as 0.001

struct TimeLine {
  bool is_wanted = false;
  Activity activity = Activity::other;
  Clock::time_point since = Clock::now();
  std::array<double, activities.size()> seconds{};
  double waited_before = 0.0;  ///< for a GPU, until then
  double waited = 0.0;         ///< while computing

  double& of(Activity which) { return seconds[static_cast<std::size_t>(which)]; }

  Activity change_to(Activity next) {
    Clock::time_point const time = Clock::now();
    of(activity) += std::chrono::duration<double>(time - std::exchange(since, time)).count();
    double const waits = engine::seconds_waited_for_gpu();
    double const new_waits = waits - std::exchange(waited_before, waits);
    waited += activity == Activity::computing ? new_waits : 0.0;
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

std::string shares_text(double computing, double waited) {
  double const gpu = std::min(waited, computing);
  return gpu < least_shown ? ""
                           : fmt::format(" (GPU {:.3f} s, host {:.3f} s)", gpu, computing - gpu);
}

void now(Activity activity) {
  time_line.change_to(activity);
}

During::During(Activity activity) : around_(time_line.change_to(activity)) {}

During::~During() {
  time_line.change_to(around_);
}

void want_time_line() {
  time_line.is_wanted = true;
  engine::time_waits_for_gpu();
}

void tell_time_line() {
  if (!time_line.is_wanted) {
    return;
  }
  now(time_line.activity);
  io::Traffic const traffic = io::traffic();
  double all = 0.0;
  std::string parts;
  for (auto const& [activity, name] : activities) {
    double const seconds = time_line.of(activity);
    all += seconds;
    if (seconds < least_shown) {
      continue;
    }
    std::int64_t const bytes = activity == Activity::reading   ? traffic.read
                               : activity == Activity::writing ? traffic.written
                                                               : 0;
    parts += fmt::format("{} {} {:.3f} s{}", parts.empty() ? ":" : ",", name, seconds,
                         activity == Activity::computing ? shares_text(seconds, time_line.waited)
                                                         : rate_text(bytes, seconds));
  }
  print_message(fmt::format("{:.3f} s in all{}.", all, parts));
}

}  // namespace siderum::apps
