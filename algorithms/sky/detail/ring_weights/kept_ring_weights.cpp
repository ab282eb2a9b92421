// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/detail/ring_weights/kept_ring_weights.hpp>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <sstream>
#include <string_view>
#include <system_error>

#include <siderum/core/kept_file.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/ring_grid.hpp>

namespace siderum::detail {

namespace {

std::string heading(std::int64_t nside) {
  return "siderum ring weights, nside " + std::to_string(nside) + ", exact to degree " +
         std::to_string(highest_degree_of_ring_weights(nside));
}

constexpr std::string_view last_line = "end";

}  // namespace

std::int64_t highest_degree_of_ring_weights(std::int64_t nside) {
  return 7 * nside / 4 * 2;
}

std::string name_of_kept_ring_weights(std::int64_t nside) {
  return "nside_" + std::to_string(nside) + "_degree_" +
         std::to_string(highest_degree_of_ring_weights(nside)) + ".txt";
}

std::vector<double> read_ring_weights(std::filesystem::path const& file, std::int64_t nside) {
  constexpr std::size_t longest_line = 32;
  std::istringstream stream(
      read_kept_file(file, longest_line * (static_cast<std::size_t>(2 * nside) + 4)).text);
  std::string line;
  if (!std::getline(stream, line) || line != heading(nside)) {
    return {};
  }
  std::vector<double> half;
  double sum = 0.0;
  RingGrid const grid = healpix_grid(nside);
  while (std::getline(stream, line) && line != last_line) {
    double value = 0.0;
    auto const [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    bool const is_number = error == std::errc{} && end == line.data() + line.size();
    if (!is_number || !(value > 0.0 && value < 2.0) || std::ssize(half) == 2 * nside) {
      return {};
    }
    half.push_back(value);
    bool const is_equator = std::ssize(half) == 2 * nside;
    sum +=
        value * static_cast<double>(grid.rings()[half.size() - 1].nphi) * (is_equator ? 1.0 : 2.0);
  }
  auto const pixels = static_cast<double>(grid.pixels());
  bool const is_whole =
      line == last_line && std::ssize(half) == 2 * nside && std::fabs(sum / pixels - 1.0) < 1e-12;
  return is_whole ? half : std::vector<double>{};
}

void keep_ring_weights(std::filesystem::path const& file, std::int64_t nside,
                       std::span<double const> half) {
  std::string text = heading(nside) + '\n';
  for (double const factor : half) {
    text += number_text(factor) + '\n';
  }
  write_kept_file(file, text + std::string(last_line) + '\n');
}

}  // namespace siderum::detail
