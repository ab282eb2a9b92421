// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/detail/false_alarm_probability/formulas.hpp>
#include <siderum/algorithms/periods/multi_harmonic.hpp>
#include <siderum/backends/choice.hpp>
#include <siderum/core/progress.hpp>

/// How probable it is that noise alone makes a power as large as one that was found.
///
/// For a model of one sinusoid, n points, N_H = n - 1, N_K = n - 3, times of span T and weighted
/// variance var t, and a search from 0 to f_max, with Z the standard power and F1 = (1 - Z)^(N_K/2)
/// the probability at a single frequency (Baluev 2008, MNRAS 385, 1279):
///
///     tau    = gamma W (1 - Z)^((N_K - 1)/2) sqrt(N_H Z / 2),    W = f_max sqrt(4 pi var t)
///     gamma  = sqrt(2 / N_H) Gamma(N_H / 2) / Gamma((N_H - 1) / 2)
///     naive  = 1 - (1 - F1)^(f_max T)
///     davies = F1 + tau                  (an upper bound; at most 1)
///     baluev = 1 - (1 - F1) exp(-tau)
///
/// Powers in the normalisations model and log are brought to Z, with N_K in place of N_H in gamma
/// and in the root, as in Baluev's table 1 and in astropy: a probability that is 1 + 1 / (N_K - 1)
/// times smaller. psd of points with errors takes the errors as the noise that is there:
/// F1 = exp(-P), tau = W exp(-P) sqrt(P). psd without errors and raw have a unit and are brought to
/// Z by the variance of the values.
///
/// The probabilities hold for noise that is independent from point to point, and are bounds for
/// strongly clustered times; the bootstrap makes neither assumption about the times nor about the
/// distribution of the noise, but needs 1 / p searches to see a probability p.
namespace siderum {

/// What the false alarms of each object depend on.
///
/// @param maximum_frequency  f_max [1 / time unit] > 0, finite: the highest that was searched
/// @param options            those of the search, with its normalization
/// @param searches           (objects) output; where an object cannot be searched, points = 0, and
///                           its probabilities are NaN
/// Cost: O(points). Enqueues on exec. Throws Error for the extent and the frequency.
template <class Exec, class Real>
void describe_noise(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                    double maximum_frequency,
                    Kokkos::View<NoiseSearch*, typename Exec::memory_space> const& searches,
                    LombScargleOptions const& options = {});

/// A number for each object and peak, row-major in every memory.
template <class Value, class Exec>
using PeakTable = Kokkos::View<Value**, Kokkos::LayoutRight, typename Exec::memory_space>;

namespace detail {

template <class Exec, class Real>
void log_false_alarm_probabilities(
    Exec const& exec, FalseAlarmMethod method,
    Kokkos::View<NoiseSearch const*, typename Exec::memory_space> const& searches,
    PeakTable<Real const, Exec> const& power, PeakTable<double, Exec> const& log_probability);

template <class Exec, class Real>
void count_exceeding(Exec const& exec, PeakTable<Real const, Exec> const& maxima,
                     PeakTable<Real const, Exec> const& power,
                     PeakTable<std::int64_t, Exec> const& exceeding);

}  // namespace detail

/// ln of the false-alarm probability of every peak: log_false_alarm_probability of each.
///
/// @param power            (objects, peaks) in the normalization of the searches; NaN gives NaN
/// @param log_probability  (objects, peaks) output
template <class Exec, class Value>
void log_false_alarm_probabilities(
    Exec const& exec, FalseAlarmMethod method,
    Kokkos::View<NoiseSearch const*, typename Exec::memory_space> const& searches,
    PeakTable<Value, Exec> const& power, PeakTable<double, Exec> const& log_probability) {
  detail::log_false_alarm_probabilities<Exec, std::remove_const_t<Value>>(exec, method, searches,
                                                                          power, log_probability);
}

struct BootstrapOptions {
  std::int64_t samples = 1000;  ///< searches of noise, >= 1
  std::uint64_t seed = 0;       ///< the same seed gives the same samples for ever, on every space
  /// Resampled points held at a time, >= 1: about 40 bytes each beside the work space of the
  /// search. One sample is taken at a time where an object has more points.
  std::int64_t points_at_a_time = std::int64_t{1} << 22;
  /// The number of the first object, from 0, where the curves are a piece of a batch: the samples
  /// of an object follow from the seed and its number.
  std::int64_t first_object = 0;
  /// Told of the samples that have been searched, which are then taken in 16 pieces at least; an
  /// exception that it throws ends the bootstrap.
  ProgressObserver* progress = nullptr;  ///< not owned
};

namespace detail {

template <class Backend, class Exec, class Real>
void bootstrap_maxima(Exec const& exec,
                      LightCurves<Real, typename Exec::memory_space> const& curves,
                      FrequencyGrid const& grid, PeakTable<Real, Exec> const& maxima,
                      MultiHarmonicOptions const& options, BootstrapOptions const& bootstrap);

}  // namespace detail

/// The largest power of each of `samples` searches of noise: the values of an object, with their
/// errors, drawn with replacement and put at its times.
///
/// @param grid    the search whose false alarms are wanted, of any number of harmonics
/// @param maxima  (objects, samples) output; 0 where all values drawn are equal, NaN where the
///                object cannot be searched
/// Cost: `samples` times that of best_multi_harmonic. Enqueues on exec in pieces.
/// Throws Error as best_multi_harmonic does, and for samples or points_at_a_time below 1.
template <class Backend = backend::Default, class Exec, class Real>
void bootstrap_maxima(Exec const& exec,
                      LightCurves<Real, typename Exec::memory_space> const& curves,
                      FrequencyGrid const& grid, PeakTable<Real, Exec> const& maxima,
                      MultiHarmonicOptions const& options = {},
                      BootstrapOptions const& bootstrap = {}) {
  detail::bootstrap_maxima<backend::resolve_t<Backend, Exec>>(exec, curves, grid, maxima, options,
                                                              bootstrap);
}

/// How many of the maxima reach each power.
///
/// @param maxima     (objects, samples) of bootstrap_maxima
/// @param power      (objects, peaks)
/// @param exceeding  (objects, peaks) output; -1 where the power or the maxima are NaN
template <class Exec, class Value>
void count_exceeding(
    Exec const& exec, PeakTable<Value, Exec> const& maxima,
    std::type_identity_t<PeakTable<std::remove_const_t<Value> const, Exec>> const& power,
    PeakTable<std::int64_t, Exec> const& exceeding) {
  detail::count_exceeding<Exec, std::remove_const_t<Value>>(exec, maxima, power, exceeding);
}

/// The probability that a count speaks for: (exceeding + 1) / (samples + 1), which counts the data
/// themselves as one sample and is never 0 (Phipson & Smyth 2010, Stat. Appl. Genet. Mol. Biol. 9,
/// 39). NaN where exceeding is negative.
inline double bootstrap_probability(std::int64_t exceeding, std::int64_t samples) {
  return exceeding < 0
             ? std::nan("")
             : (static_cast<double>(exceeding) + 1.0) / (static_cast<double>(samples) + 1.0);
}

/// The power above which the bootstrap probability is at most `probability`: of the maxima in
/// descending order the one of index floor(probability (samples + 1)) - 1.
///
/// @param level  (objects) output; NaN where there are too few samples to tell, as for
///               probability < 1 / (samples + 1)
template <class Exec, class Real>
void bootstrap_levels(Exec const& exec,
                      std::type_identity_t<PeakTable<Real const, Exec>> const& maxima,
                      double probability,
                      Kokkos::View<Real*, typename Exec::memory_space> const& level);

}  // namespace siderum
