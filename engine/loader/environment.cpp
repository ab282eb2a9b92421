// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/loader/environment.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/core/error.hpp>
#include <siderum/engine/execution.hpp>

namespace siderum::engine {

namespace {

std::optional<std::string> variable(char const* name) {
  char const* const value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

/// Without the blanks around it.
std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// A whole number of lower .. upper, and nothing else.
std::optional<int> number_in(std::string_view text, int lower, int upper) {
  text = trimmed(text);
  int number = 0;
  auto const [end, failure] = std::from_chars(text.begin(), text.end(), number);
  bool const is_number = failure == std::errc() && end == text.end();
  return is_number && lower <= number && number <= upper ? std::optional(number) : std::nullopt;
}

std::vector<std::string_view> parts_of(std::string_view list) {
  std::vector<std::string_view> parts;
  for (std::size_t comma = 0; comma != std::string_view::npos;) {
    comma = list.find(',');
    parts.push_back(list.substr(0, comma));
    list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
  }
  return parts;
}

[[noreturn]] void refuse(std::string const& name, std::string const& value,
                         std::string const& what_it_takes) {
  throw Error(name + " cannot be '" + value + "' (it takes " + what_it_takes +
              "). Set it to one of these, or unset it.");
}

std::string numbers_below(int count) {
  return count == 1 ? "0, as there is one GPU" : "0 to " + std::to_string(count - 1);
}

int threads_of_variable(std::string const& name, std::string const& value,
                        std::string_view number) {
  auto const threads = number_in(number, 1, most_threads);
  if (!threads) {
    refuse(name, value, "1 to " + std::to_string(most_threads) + " threads");
  }
  return *threads;
}

}  // namespace

int threads_to_begin_with(int asked) {
  int threads = 0;
  // Kokkos reads it in any case.
  if (auto const kokkos = variable("KOKKOS_NUM_THREADS")) {
    threads = threads_of_variable("KOKKOS_NUM_THREADS", *kokkos, *kokkos);
  }
  auto const openmp = variable("OMP_NUM_THREADS");
  if (asked > 0 || threads > 0 || !openmp || trimmed(*openmp).empty()) {
    return asked > 0 ? asked : threads;
  }
  // The others are of regions within regions, but one that is no number voids all of them.
  for (std::string_view const part : parts_of(*openmp)) {
    int const of_part = threads_of_variable("OMP_NUM_THREADS", *openmp, part);
    threads = threads > 0 ? threads : of_part;
  }
  return threads;
}

void check_kokkos_variables() {
  for (char const* const name :
       {"KOKKOS_DISABLE_WARNINGS", "KOKKOS_PRINT_CONFIGURATION", "KOKKOS_TUNE_INTERNALS"}) {
    constexpr std::array<std::string_view, 6> words{"yes", "true", "1", "no", "false", "0"};
    std::string word = variable(name).value_or("no");
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    if (std::find(words.begin(), words.end(), word) == words.end()) {
      refuse(name, *variable(name), "yes or no");
    }
  }
  if (auto const id = variable("KOKKOS_DEVICE_ID"); id && !number_in(*id, 0, most_threads)) {
    refuse("KOKKOS_DEVICE_ID", *id, "the number of a GPU, from 0");
  }
  auto const way = variable("KOKKOS_MAP_DEVICE_ID_BY");
  if (way && *way != "mpi_rank" && *way != "random") {
    refuse("KOKKOS_MAP_DEVICE_ID_BY", *way, "mpi_rank or random");
  }
  auto const profile = variable("KOKKOS_PROFILE_LIBRARY");
  auto const tools = variable("KOKKOS_TOOLS_LIBS");
  SIDERUM_VALIDATE(!profile || !tools || *profile == *tools,
                   "KOKKOS_PROFILE_LIBRARY and KOKKOS_TOOLS_LIBS differ (they are two names of one"
                   " setting). Unset the first.");
}

void check_card_variables(int card, int cards) {
  int visible = cards;
  if (auto const list = variable("KOKKOS_VISIBLE_DEVICES")) {
    auto const parts = parts_of(*list);
    visible = static_cast<int>(parts.size());
    for (std::string_view const part : parts) {
      if (!number_in(part, 0, cards - 1)) {
        refuse("KOKKOS_VISIBLE_DEVICES", *list,
               "numbers of GPUs with commas between them, of " + numbers_below(cards));
      }
    }
    SIDERUM_VALIDATE(card < visible, "There is no GPU " + std::to_string(card) +
                                         " (KOKKOS_VISIBLE_DEVICES is '" + *list +
                                         "', and they are counted from 0). Give one that is there,"
                                         " or unset it.");
  }
  auto const id = variable("KOKKOS_DEVICE_ID");
  if (card < 0 && id && !number_in(*id, 0, visible - 1)) {
    refuse("KOKKOS_DEVICE_ID", *id, numbers_below(visible));
  }
}

}  // namespace siderum::engine
