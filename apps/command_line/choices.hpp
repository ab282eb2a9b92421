// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include <siderum/apps/command_line/option_values.hpp>
#include <siderum/apps/compute.hpp>

/// The words of the options that say where and how a verb computes; the first of each list is the
/// default.
namespace siderum::apps {

enum class ProgressChoice : std::uint8_t { automatic, never };

inline constexpr std::array device_choices{Choice<DeviceChoice>{"auto", DeviceChoice::automatic},
                                           Choice<DeviceChoice>{"cpu", DeviceChoice::cpu},
                                           Choice<DeviceChoice>{"gpu", DeviceChoice::gpu}};

inline constexpr std::array precision_choices{
    Choice<Precision>{"double", Precision::double_precision},
    Choice<Precision>{"single", Precision::single_precision}};

inline constexpr std::array backend_choices{
    Choice<BackendChoice>{"default", BackendChoice::by_default},
    Choice<BackendChoice>{"portable", BackendChoice::portable}};

inline constexpr std::array progress_choices{
    Choice<ProgressChoice>{"auto", ProgressChoice::automatic},
    Choice<ProgressChoice>{"never", ProgressChoice::never}};

}  // namespace siderum::apps
