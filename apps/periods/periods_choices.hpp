// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include <siderum/apps/command_line/option_values.hpp>
#include <siderum/engine/periods.hpp>
#include <siderum/io/periods/read_light_curves.hpp>

/// The words of the options of `siderum periods`; the first of each list is the default.
namespace siderum::apps {

/// A preset of the switches `fit_mean` and `errors`.
enum class Model : std::uint8_t { generalized, standard };

inline constexpr std::array model_choices{Choice<Model>{"generalized", Model::generalized},
                                          Choice<Model>{"standard", Model::standard}};

inline constexpr std::array fit_mean_choices{Choice<FitMean>{"yes", FitMean::yes},
                                             Choice<FitMean>{"no", FitMean::no}};

inline constexpr std::array errors_choices{Choice<Errors>{"use", Errors::use},
                                           Choice<Errors>{"ignore", Errors::ignore}};

inline constexpr std::array center_data_choices{Choice<CenterData>{"yes", CenterData::yes},
                                                Choice<CenterData>{"no", CenterData::no}};

inline constexpr std::array method_choices{
    Choice<Method>{"automatic", Method::automatic}, Choice<Method>{"direct", Method::direct},
    Choice<Method>{"product", Method::product}, Choice<Method>{"nufft", Method::nufft}};

inline constexpr std::array false_alarm_choices{
    Choice<engine::FalseAlarm>{"naive", engine::FalseAlarm::naive},
    Choice<engine::FalseAlarm>{"davies", engine::FalseAlarm::davies},
    Choice<engine::FalseAlarm>{"baluev", engine::FalseAlarm::baluev},
    Choice<engine::FalseAlarm>{"bootstrap", engine::FalseAlarm::bootstrap}};

inline constexpr std::array normalization_choices{
    Choice<Normalization>{"standard", Normalization::standard},
    Choice<Normalization>{"model", Normalization::model},
    Choice<Normalization>{"log", Normalization::log},
    Choice<Normalization>{"psd", Normalization::psd},
    Choice<Normalization>{"raw", Normalization::raw}};

inline constexpr std::array invalid_choices{
    Choice<io::InvalidRows>{"error", io::InvalidRows::error},
    Choice<io::InvalidRows>{"drop", io::InvalidRows::drop}};

}  // namespace siderum::apps
