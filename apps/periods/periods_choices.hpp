// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include <siderum/apps/command_line/option_values.hpp>
#include <siderum/apps/compute.hpp>
#include <siderum/io/periods/read_light_curves.hpp>

/// The words of the options of `siderum periods`; the first of each list is the default.
namespace siderum::apps {

/// A preset of the switches `fit_mean` and `errors`.
enum class Model : std::uint8_t { generalized, standard };

inline constexpr std::array finder_choices{
    Choice<Finder>{"lomb-scargle", Finder::lomb_scargle},
    Choice<Finder>{"super-smoother", Finder::super_smoother},
    Choice<Finder>{"pdm", Finder::phase_dispersion},
    Choice<Finder>{"conditional-entropy", Finder::conditional_entropy}};

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
    Choice<FalseAlarm>{"naive", FalseAlarm::naive},
    Choice<FalseAlarm>{"davies", FalseAlarm::davies},
    Choice<FalseAlarm>{"baluev", FalseAlarm::baluev},
    Choice<FalseAlarm>{"bootstrap", FalseAlarm::bootstrap}};

inline constexpr std::array normalization_choices{
    Choice<Normalization>{"standard", Normalization::standard},
    Choice<Normalization>{"model", Normalization::model},
    Choice<Normalization>{"log", Normalization::log},
    Choice<Normalization>{"psd", Normalization::psd},
    Choice<Normalization>{"raw", Normalization::raw}};

inline constexpr std::array variant_choices{
    Choice<SmootherVariant>{"multi-pass", SmootherVariant::multi_pass},
    Choice<SmootherVariant>{"single-pass", SmootherVariant::single_pass}};

inline constexpr std::array ends_choices{Choice<PhaseEnds>{"periodic", PhaseEnds::periodic},
                                         Choice<PhaseEnds>{"open", PhaseEnds::open}};

inline constexpr std::array ties_choices{Choice<EqualPhases>{"average", EqualPhases::average},
                                         Choice<EqualPhases>{"keep", EqualPhases::keep}};

inline constexpr std::array score_choices{
    Choice<SmootherScore>{"power", SmootherScore::power},
    Choice<SmootherScore>{"normalized", SmootherScore::normalized}};

inline constexpr std::array invalid_choices{
    Choice<io::InvalidRows>{"error", io::InvalidRows::error},
    Choice<io::InvalidRows>{"drop", io::InvalidRows::drop}};

}  // namespace siderum::apps
