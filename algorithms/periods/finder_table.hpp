// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <tuple>
#include <variant>

#include <siderum/algorithms/periods/conditional_entropy_options.hpp>
#include <siderum/algorithms/periods/phase_dispersion_options.hpp>
#include <siderum/algorithms/periods/super_smoother_options.hpp>

/// The one list of the finders that fold a light curve, for whoever lets a user choose among them.
/// Plain C++; finder_search.hpp searches by what was chosen.
namespace siderum {

/// An entry holds the word for the finder and the type of its options.
using FinderTable =
    std::tuple<SuperSmootherFinder, PhaseDispersionFinder, ConditionalEntropyFinder>;

namespace detail {

template <class Table>
struct FinderList;

template <class... Finder>
struct FinderList<std::tuple<Finder...>> {
  using Options = std::variant<typename Finder::Options...>;
  static constexpr std::array<std::string_view, sizeof...(Finder)> names{Finder::name...};
};

}  // namespace detail

/// One of the finders and how it searches, told by the type of its options.
using FinderOptions = detail::FinderList<FinderTable>::Options;

/// Their words, in the order of the table.
inline constexpr auto finder_names = detail::FinderList<FinderTable>::names;

inline std::string_view finder_name(FinderOptions const& finder) {
  return finder_names[finder.index()];
}

}  // namespace siderum
