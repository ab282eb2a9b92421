// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/trig_sums.hpp>

namespace siderum::portable {

/// Works off one item in the calling thread of a host: `consume(state)` hands all its frequencies
/// to the epilogue, which sees them skipped where it does not want the object.
template <class Epilogue, class Consume>
void work_off(Epilogue const& epilogue, WorkItem const& item, Consume const& consume) {
  auto state = epilogue.begin(item.object);
  if (epilogue.wanted(item.object)) {
    consume(state);
  } else {
    for (std::int64_t k = item.first; k < item.last; ++k) {
      epilogue.skip(item.object, k);
    }
  }
  if constexpr (Epilogue::reduces) {
    epilogue.finish(item.slot, state);
  }
}

}  // namespace siderum::portable
