// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/timing.hpp"

namespace siderum::bench {

/// What the time of a case holds.
enum class Scope {
  device,             ///< from the memory of the space to the memory of the space
  end_to_end,         ///< from the user's arrays to pageable memory of the host, staged
  end_to_end_plain,   ///< the same by plain copies, without page-locked buffers
  end_to_end_locked,  ///< from and to page-locked arrays of the user
  end_to_end_fresh    ///< into arrays that are allocated for each run
};

inline char const* name_of(Scope scope) {
  switch (scope) {
    case Scope::device:
      return "device";
    case Scope::end_to_end:
      return "end_to_end";
    case Scope::end_to_end_plain:
      return "end_to_end_plain";
    case Scope::end_to_end_locked:
      return "end_to_end_locked";
    case Scope::end_to_end_fresh:
      return "end_to_end_fresh";
  }
  return "";
}

/// Times a search, whose results are on the host afterwards.
template <class Search>
Timing time_search(Search& search, Scope scope, Repeats const& repeats) {
  if (scope != Scope::device) {
    return time_fastest(
        search.exec(), [&] { search.run_end_to_end(); }, repeats);
  }
  search.move_to_device();
  Timing const timing = time_fastest(
      search.exec(), [&] { search.run_on_device(); }, repeats);
  search.fetch();
  return timing;
}

}  // namespace siderum::bench
