// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>

#include <siderum/algorithms/periods/finder_table.hpp>
#include <siderum/apps/command_line/option_values.hpp>
#include <siderum/apps/periods/conditional_entropy_program.hpp>
#include <siderum/apps/periods/phase_dispersion_program.hpp>
#include <siderum/apps/periods/super_smoother_program.hpp>

/// The program's side of the table of finders: a header of each, and what is made from the table.
namespace siderum::apps {

/// What --finder takes: Lomb-Scargle, or 1 + the place of another in the table.
enum class FinderChoice : std::size_t { lomb_scargle = 0 };

namespace finder_list {

template <class Table>
struct FinderPrograms;

template <class... Finder>
struct FinderPrograms<std::tuple<Finder...>> {
  using Arguments = std::tuple<typename FinderProgram<typename Finder::Options>::Arguments...>;
};

constexpr auto make_finder_choices() {
  std::array<Choice<FinderChoice>, 1 + finder_names.size()> choices{
      Choice<FinderChoice>{"lomb-scargle", FinderChoice::lomb_scargle}};
  for (std::size_t place = 0; place < finder_names.size(); ++place) {
    choices[1 + place] = {finder_names[place], FinderChoice{1 + place}};
  }
  return choices;
}

}  // namespace finder_list

inline constexpr auto finder_choices = finder_list::make_finder_choices();

/// What the command line says to each finder of the table.
using FinderArguments = finder_list::FinderPrograms<FinderTable>::Arguments;

/// Calls visit(choice, program, arguments of it) for each finder of the table.
template <class Arguments, class Visit>
void for_each_finder(Arguments& arguments, Visit const& visit) {
  [&]<std::size_t... place>(std::index_sequence<place...>) {
    (visit(FinderChoice{1 + place},
           FinderProgram<typename std::tuple_element_t<place, FinderTable>::Options>(),
           std::get<place>(arguments)),
     ...);
  }
  (std::make_index_sequence<std::tuple_size_v<FinderTable>>());
}

}  // namespace siderum::apps
