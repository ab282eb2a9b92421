// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/finder.hpp>

/// The search behind every finder; included where one is instantiated.
namespace siderum::detail {

/// What the finder does that the options belong to: a static function `search` with the arguments
/// of detail::search. Specialised beside each finder.
template <class Options>
struct FinderLaunch;

template <class Backend, class Exec, class Real, class Options>
void search(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
            SearchedFrequencies<typename Exec::memory_space> const& frequencies,
            SearchOutput<Real, Exec> const& output, Options const& options) {
  FinderLaunch<Options>::template search<Backend, Exec, Real>(exec, curves, frequencies, output,
                                                              options);
}

}  // namespace siderum::detail
