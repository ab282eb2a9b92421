// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/detail/tune_harmonic_transform/launch.hpp>

namespace siderum {

template std::vector<TunedLegendre> tune_legendre<SIDERUM_SPACE>(SIDERUM_SPACE const&,
                                                                 std::int64_t);
template StageChoices legendre_choices<SIDERUM_SPACE>();
template StageTuning tuned_legendre<SIDERUM_SPACE>(RingGrid const&, HarmonicRange);

}  // namespace siderum
