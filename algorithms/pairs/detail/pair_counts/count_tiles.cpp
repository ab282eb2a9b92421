// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/detail/pair_counts/count_tiles_launch.hpp>

template siderum::detail::CellSums
siderum::detail::count_tiles<siderum::backend::SIDERUM_BACKEND, SIDERUM_SPACE, SIDERUM_REAL>(
    SIDERUM_SPACE const&, siderum::WorkPieces<SIDERUM_SPACE>&,
    siderum::detail::TileWork<SIDERUM_SPACE::memory_space> const&);
