// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/transform_memory.hpp>

#include <cstdio>

namespace siderum::engine {

std::string gigabytes(double bytes) {
  char text[32];
  double const amount = bytes / 1e9;
  constexpr double small = 0.01;  // [GB]
  if (amount < small) {
    std::snprintf(text, sizeof text, "%.3g MB", 1e3 * amount);
  } else {
    std::snprintf(text, sizeof text, amount < 100.0 ? "%.3g GB" : "%.0f GB", amount);
  }
  return text;
}

TransformBytes bytes_of(TransformSize const& size, std::size_t bytes_of_real,
                        TransformRanks const& ranks) {
  auto const real = static_cast<double>(bytes_of_real);
  constexpr double number = sizeof(double);
  auto const rows = static_cast<double>(components(size.field));
  auto const map = static_cast<double>(size.pixels);
  auto const count = static_cast<double>(size.range.count());
  double const part = map / ranks.all;
  double const of_part = rows * (part * number + count * 2.0 * number);
  double const of_all = rows * (map * (number + real) + count * 2.0 * number);
  double const others = of_part * (ranks.on_host - 1);
  double const rest = size.transforms > 1 ? rows * (part * real + count * 2.0 * real) : 0.0;
  // Pieces of another precision come from copies in it.
  double const copies =
      bytes_of_real == sizeof(double) ? 0.0 : rows * (map * real + count * 2.0 * real);
  return {rest + rows * (part * real + count * 2.0 * real) + count * 3.0 * number / ranks.all,
          least_bytes_of_stream(size.range, size.field, bytes_of_real),
          ranks.all == 1 ? of_all : others + of_part + (ranks.is_first ? of_all : 0.0),
          copies + rest};
}

}  // namespace siderum::engine
