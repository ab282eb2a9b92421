// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include <siderum/algorithms/pairs/make_sky_regions.hpp>
#include <siderum/algorithms/pairs/pair_count_options.hpp>
#include <siderum/algorithms/pairs/pair_estimators.hpp>
#include <siderum/apps/command_line/option_values.hpp>
#include <siderum/io/pairs/catalogue_columns.hpp>

/// The words of the options of `siderum pairs`; the first of each list is the default.
namespace siderum::apps {

/// Of the edges of bins, as they are read and printed.
enum class AngleUnit : std::uint8_t { deg, arcmin, arcsec };

/// Where w_error and the covariance come from.
enum class ErrorMethod : std::uint8_t { jackknife, bootstrap, marked_bootstrap, poisson };

inline constexpr std::array unit_choices{Choice<AngleUnit>{"deg", AngleUnit::deg},
                                         Choice<AngleUnit>{"arcmin", AngleUnit::arcmin},
                                         Choice<AngleUnit>{"arcsec", AngleUnit::arcsec}};

inline constexpr std::array coordinate_choices{
    Choice<io::CoordinateUnit>{"deg", io::CoordinateUnit::degrees},
    Choice<io::CoordinateUnit>{"rad", io::CoordinateUnit::radians},
    Choice<io::CoordinateUnit>{"hours", io::CoordinateUnit::hours}};

inline constexpr std::array estimator_choices{
    Choice<Estimator>{"landy-szalay", Estimator::landy_szalay},
    Choice<Estimator>{"hamilton", Estimator::hamilton},
    Choice<Estimator>{"davis-peebles", Estimator::davis_peebles},
    Choice<Estimator>{"natural", Estimator::natural}};

inline constexpr std::array jackknife_choices{
    Choice<JackknifeConvention>{"match", JackknifeConvention::match},
    Choice<JackknifeConvention>{"either", JackknifeConvention::either},
    Choice<JackknifeConvention>{"first", JackknifeConvention::first}};

inline constexpr std::array error_method_choices{
    Choice<ErrorMethod>{"jackknife", ErrorMethod::jackknife},
    Choice<ErrorMethod>{"bootstrap", ErrorMethod::bootstrap},
    Choice<ErrorMethod>{"marked-bootstrap", ErrorMethod::marked_bootstrap},
    Choice<ErrorMethod>{"poisson", ErrorMethod::poisson}};

inline constexpr std::array region_method_choices{
    Choice<RegionMethod>{"bisection", RegionMethod::bisection},
    Choice<RegionMethod>{"k-means", RegionMethod::k_means}};

inline constexpr std::array mean_separation_choices{
    Choice<MeanSeparation>{"no", MeanSeparation::no},
    Choice<MeanSeparation>{"yes", MeanSeparation::yes}};

}  // namespace siderum::apps
