// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include <siderum/apps/command_line/option_values.hpp>
#include <siderum/engine/execution.hpp>

/// The words of the options that say where and how a verb computes; the first of each list is the
/// default.
namespace siderum::apps {

/// Whether the program tells how it came to its results.
enum class Verbose : std::uint8_t { no, yes };

enum class ProgressChoice : std::uint8_t { automatic, never };

inline constexpr std::array precision_choices{
    Choice<engine::Precision>{"double", engine::Precision::double_precision},
    Choice<engine::Precision>{"single", engine::Precision::single_precision}};

inline constexpr std::array backend_choices{
    Choice<engine::BackendChoice>{"default", engine::BackendChoice::by_default},
    Choice<engine::BackendChoice>{"portable", engine::BackendChoice::portable}};

inline constexpr std::array progress_choices{
    Choice<ProgressChoice>{"auto", ProgressChoice::automatic},
    Choice<ProgressChoice>{"never", ProgressChoice::never}};

}  // namespace siderum::apps
