// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pairs/pair_bins.hpp>

#include "fuzz_support.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  fuzz::MemoryFile const file(fuzz::text_of(data, size));
  fuzz::accepts([&] {
    apps::BinOptions options;
    options.edges_file = file.path();
    apps::PairBins const bins = apps::make_pair_bins(options);
    for (std::size_t i = 1; i < bins.edges.size(); ++i) {
      fuzz::require(bins.edges[i - 1] < bins.edges[i], "edges increase");
    }
  });
  return 0;
}
