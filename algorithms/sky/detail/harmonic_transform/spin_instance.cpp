// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/detail/harmonic_transform/spin_stages.hpp>

template std::unique_ptr<siderum::detail::ModeStages<SIDERUM_SPACE, double>>
siderum::detail::make_spin_stages<siderum::backend::SIDERUM_BACKEND, double, SIDERUM_SPACE>(
    siderum::detail::StagesInput<SIDERUM_SPACE> const&);
template std::unique_ptr<siderum::detail::ModeStages<SIDERUM_SPACE, float>>
siderum::detail::make_spin_stages<siderum::backend::SIDERUM_BACKEND, float, SIDERUM_SPACE>(
    siderum::detail::StagesInput<SIDERUM_SPACE> const&);
