// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

/// The files in which ring weights are kept for later runs.
namespace siderum::detail {

/// The even number next to 3.5 nside from below, to which weights are exact. Analysis integrates
/// products of two functions, so that this serves lmax to 1.75 nside wholly. Towards 4 nside the
/// equations are as many as the factors and nearly singular.
std::int64_t highest_degree_of_ring_weights(std::int64_t nside);

std::string name_of_kept_ring_weights(std::int64_t nside);

/// The factors of the northern half and the equator, 2 nside of them; none where the file holds
/// anything else.
std::vector<double> read_ring_weights(std::filesystem::path const& file, std::int64_t nside);

/// Writes them. Failure is no error.
void keep_ring_weights(std::filesystem::path const& file, std::int64_t nside,
                       std::span<double const> half);

}  // namespace siderum::detail
