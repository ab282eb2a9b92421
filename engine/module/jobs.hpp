// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/engine/loader/module.hpp>

/// The jobs of a module, each as Module has it, on the space of the module.
namespace siderum::engine::on_space {

std::string description(Execution const& execution);
SpaceReport report();
std::vector<TunedValue> measure();

SearchMethod method_of(LightCurveTable const& curves, PeriodSearch const& search,
                       Execution const& execution);
PeriodSearchResult search_periods(LightCurveTable const& curves, PeriodSearch const& search,
                                  Execution const& execution, SearchShare const& share);
void search_on_own_grids(LightCurveTable const& curves, OwnGridSearch const& search,
                         OwnGridResult& result, Execution const& execution);
void spectral_windows(LightCurveTable const& curves, FrequencyGrid const& grid, Errors errors,
                      PeriodogramSink const& sink, Execution const& execution);
Sinusoid fit_sinusoid(LightCurveTable const& curves, std::int64_t object, double frequency,
                      LombScargleOptions const& options);
std::vector<HarmonicModel> fit_harmonics(LightCurveTable const& curves,
                                         std::span<double const> frequency, int terms,
                                         LombScargleOptions const& options);
FoldedCurve fit_folded(LightCurveTable const& curves, std::int64_t object, double frequency,
                       FinderOptions const& finder);
std::vector<double> log_false_alarms(LightCurveTable const& curves, NoiseQuestion const& question,
                                     std::span<double const> power);
std::vector<double> false_alarm_levels(LightCurveTable const& curves, NoiseQuestion const& question,
                                       std::span<double const> log_probability);
std::vector<double> noise_densities(LightCurveTable const& curves, NoiseQuestion const& question,
                                    std::span<double const> power);
std::vector<double> bootstrap_maxima(LightCurveTable const& curves,
                                     BootstrapQuestion const& question, Execution const& execution);

std::unique_ptr<distributed::Link> make_link(distributed::Communicator& all);

std::unique_ptr<CatalogueCounter> make_counter(SeparationBins bins, PairCountOptions options,
                                               std::vector<std::int64_t> region_labels,
                                               Execution const& execution);

std::int64_t check_memory(TransformSize const& size, Execution const& execution,
                          TransformRanks const& ranks);
void check_memory(RotationSize const& size, Execution const& execution,
                  TransformRanks const& ranks);
std::vector<double> synthesise(RingGrid const& grid, HarmonicRange range, Field field,
                               std::span<std::complex<double> const> a_lm,
                               Execution const& execution);
AnalysisResult analyse(RingGrid const& grid, HarmonicRange range, Field field,
                       std::span<double const> map, AnalysisMethod const& method,
                       Execution const& execution);
std::unique_ptr<KeptTransform> make_kept(RingGrid const& grid, HarmonicRange range, Field field,
                                         std::int64_t fields, RingWeights weights,
                                         SharedTransform const* shared, Execution const& execution);
std::vector<std::complex<double>> rotate(RotationSize const& size,
                                         std::span<std::complex<double> const> a_lm,
                                         EulerAngles const& angles, HarmonicShare const* share,
                                         Execution const& execution);

// Those of ArrayJobs, for double and float.

template <class Real>
SumMethod periodograms(CurveArrays<Real> const& curves, ArraySearch const& search,
                       Array<Real> const& power, Array<ObjectStatus> const& status,
                       Execution const& execution);
template <class Real>
SumMethod best_periods(CurveArrays<Real> const& curves, ArraySearch const& search,
                       BestPeriodArrays<Real> const& best, Execution const& execution);
template <class Real>
std::unique_ptr<TransformPlan<Real>> make_plan(RingGrid const& grid, HarmonicRange range,
                                               Field field, std::int64_t fields,
                                               Execution const& execution);
template <class Real>
void rotate(HarmonicRange range, Array<std::complex<Real> const> const& a_lm,
            EulerAngles const& angles, Array<std::complex<Real>> const& rotated,
            Execution const& execution);
template <class Real>
void gradient(HarmonicRange range, Array<std::complex<Real> const> const& a_lm,
              Array<std::complex<Real>> const& gradients, Execution const& execution);

}  // namespace siderum::engine::on_space
