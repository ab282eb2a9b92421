// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/periods/curve_doubts.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <fmt/format.h>

#include <siderum/core/number_text.hpp>
#include <siderum/core/worker_threads.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

/// Of a column that may be empty.
template <class Value>
std::span<Value const> of_object(LightCurveTable const& table, std::vector<Value> const& column,
                                 std::size_t object) {
  auto const first = static_cast<std::size_t>(table.offsets[object]);
  auto const last = static_cast<std::size_t>(table.offsets[object + 1]);
  return column.empty() ? std::span<Value const>()
                        : std::span<Value const>(column).subspan(first, last - first);
}

/// The points of one object.
struct Points {
  std::span<double const> time;
  std::span<double const> value;
  std::span<double const> error;
  std::span<std::int32_t const> band;

  bool are_one(std::size_t a, std::size_t b) const {
    return time[a] == time[b] && value[a] == value[b] && (error.empty() || error[a] == error[b]) &&
           (band.empty() || band[a] == band[b]);
  }

  std::uint64_t hash(std::size_t j) const {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;  // 2^64 / the golden ratio
    auto const add = [](std::uint64_t hash, double number) {
      hash = (hash ^ std::bit_cast<std::uint64_t>(number + 0.0)) * odd;  // -0 is 0
      return hash ^ (hash >> 32);
    };
    std::uint64_t const hash = add(add(0, time[j]), value[j]);
    return error.empty() ? hash : add(hash, error[j]);
  }
};

bool ascend(std::span<double const> times) {
  int falls = 0;
#pragma omp simd reduction(+ : falls)
  for (std::size_t j = 1; j < times.size(); ++j) {
    falls += times[j] > times[j - 1] ? 0 : 1;
  }
  return falls == 0;
}

/// How many points are as one before them.
std::int64_t copies(LightCurveTable const& table, std::size_t object) {
  Points const points{of_object(table, table.time, object), of_object(table, table.value, object),
                      of_object(table, table.error, object), of_object(table, table.band, object)};
  if (ascend(points.time)) {
    return 0;  // as most curves do: no time comes twice
  }
  // Open addressing, as sorting would take as long as reading the file.
  constexpr std::int64_t free = -1;
  std::vector<std::int64_t> slots(std::bit_ceil(2 * points.time.size()), free);
  std::size_t const mask = slots.size() - 1;
  std::int64_t found = 0;
  for (std::size_t j = 0; j < points.time.size(); ++j) {
    std::size_t slot = points.hash(j) & mask;
    while (slots[slot] != free && !points.are_one(static_cast<std::size_t>(slots[slot]), j)) {
      slot = (slot + 1) & mask;
    }
    found += slots[slot] == free ? 0 : 1;
    slots[slot] = static_cast<std::int64_t>(j);
  }
  return found;
}

/// A value that may stand for missing ones, and how many there are; none: 0.
struct Stopgap {
  std::int64_t points = 0;
  double value = 0.0;
};

Stopgap stopgap(std::span<double const> value) {
  constexpr double far = 10.0;
  if (value.empty()) {
    return {};
  }
  double least = value.front();
  double most = least;
#pragma omp simd reduction(min : least) reduction(max : most)
  for (std::size_t j = 0; j < value.size(); ++j) {
    least = value[j] < least ? value[j] : least;
    most = value[j] > most ? value[j] : most;
  }
  for (double const extreme : {most, least}) {
    std::int64_t const points = std::count(value.begin(), value.end(), extreme);
    if (points < 2 || 2 * points >= std::ssize(value)) {
      continue;
    }
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (double const other : value) {
      if (other != extreme) {
        low = std::min(low, other);
        high = std::max(high, other);
      }
    }
    double const nearest = extreme > high ? high : low;
    double const gap = std::abs(extreme - nearest);
    // Where the others are one value, any is far from them.
    if (low < high && gap > far * (high - low) && gap >= std::abs(nearest)) {
      return {points, extreme};
    }
  }
  return {};
}

/// The first of the objects of which something holds, and of how many more.
struct Found {
  std::int64_t first;
  std::int64_t more;
};

template <class Holds>
Found find_objects(LightCurveTable const& table, Holds const& holds) {
  constexpr std::int64_t objects_at_a_time = 64;
  std::atomic<std::int64_t> first = table.objects();
  std::atomic<std::int64_t> found = 0;
  for_each_index(table.id.size(), objects_at_a_time, [&](std::size_t object) {
    if (holds(object)) {
      ++found;
      lower_to(first, static_cast<std::int64_t>(object));
    }
  });
  return {first, found - 1};
}

std::string and_more(std::int64_t objects, std::string_view what) {
  return objects == 0
             ? std::string()
             : fmt::format(" ({} of {} more object{})", what, objects, objects == 1 ? "" : "s");
}

void doubt_copies(LightCurveTable const& table, std::vector<std::string>& doubts) {
  Found const found =
      find_objects(table, [&](std::size_t object) { return copies(table, object) > 0; });
  if (found.more < 0) {
    return;
  }
  auto const first = static_cast<std::size_t>(found.first);
  std::int64_t const points = copies(table, first);
  doubts.push_back(fmt::format(
      "object '{}': {} of {} points {} the time{} of another one{}; remove copies, which count"
      " twice.",
      shown_text(table.id[first]), points, table.offsets[first + 1] - table.offsets[first],
      points == 1 ? "has" : "have", table.error.empty() ? " and value" : ", value and error",
      and_more(found.more, "so have points")));
}

void doubt_stopgaps(LightCurveTable const& table, std::vector<std::string>& doubts) {
  auto const of = [&](std::size_t object) {
    return stopgap(of_object(table, table.value, object));
  };
  Found const found =
      find_objects(table, [&](std::size_t object) { return of(object).points > 0; });
  if (found.more < 0) {
    return;
  }
  auto const first = static_cast<std::size_t>(found.first);
  doubts.push_back(fmt::format(
      "object '{}': {} of {} values are {}, far from all others{}; if they stand for missing ones,"
      " remove their rows, as --invalid drop leaves out only what is no number.",
      shown_text(table.id[first]), of(first).points,
      table.offsets[first + 1] - table.offsets[first], number_text(of(first).value),
      and_more(found.more, "so are values")));
}

}  // namespace

std::vector<std::string> doubts_about(LightCurveTable const& table) {
  std::vector<std::string> doubts;
  doubt_copies(table, doubts);
  doubt_stopgaps(table, doubts);
  return doubts;
}

}  // namespace siderum::io
