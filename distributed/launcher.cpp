// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/distributed/launcher.hpp>

#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

#include <siderum/core/error.hpp>

namespace siderum::distributed {

namespace {

std::optional<int> number_of(char const* name) {
  char const* const value = std::getenv(name);
  if (value == nullptr) {
    return std::nullopt;
  }
  std::string_view const text(value);
  int number = 0;
  auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  bool const is_number = failure == std::errc() && end == text.data() + text.size() && number >= 0;
  return is_number ? std::optional(number) : std::nullopt;
}

struct Names {
  char const* rank;
  char const* size;
  char const* rank_on_host;
};

}  // namespace

std::optional<Launch> launch_of_environment() {
  for (Names const& names :
       {Names{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK"},
        Names{"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"},
        Names{"PMIX_RANK", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID"}}) {
    if (std::optional<int> const rank = number_of(names.rank)) {
      return Launch{*rank, number_of(names.size).value_or(0),
                    number_of(names.rank_on_host).value_or(*rank)};
    }
  }
  return std::nullopt;
}

bool is_one_of_several(bool is_asked) {
  char const* const given = std::getenv("SIDERUM_DISTRIBUTED");
  std::string_view const word = given == nullptr ? "" : given;
  SIDERUM_VALIDATE(word.empty() || word == "yes" || word == "no",
                   "SIDERUM_DISTRIBUTED cannot be '" + std::string(word) +
                       "' (it takes yes or no). Set it to one of these, or unset it.");
  if (word == "no") {
    return false;
  }
  std::optional<Launch> const launch = launch_of_environment();
  return is_asked || word == "yes" || (launch && launch->size != 1);
}

}  // namespace siderum::distributed
