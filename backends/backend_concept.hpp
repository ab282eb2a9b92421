// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/backends/backend.hpp>

/// What makes a type a backend: every operation, with the constructors and calls of its contract.
/// Checked once for each backend, in backend_concept.cpp.
namespace siderum::backend {

/// What operations are handed that take a functor: any type will do to see whether a call is there.
struct AnyEpilogue {};
struct AnyScorer {};

template <class T>
concept HasInlineOperations = requires(typename T::template SinCos<double> sin_cos_double,
                                       typename T::template SinCos<float> sin_cos_float,
                                       typename T::PhaseRotation rotate,
                                       SinCosValue<double> phase_double,
                                       SinCosValue<float> phase_float) {
  { sin_cos_double(0.25) } -> std::same_as<SinCosValue<double>>;
  { sin_cos_float(0.25) } -> std::same_as<SinCosValue<float>>;
  { rotate(phase_double, phase_double) } -> std::same_as<SinCosValue<double>>;
  { rotate(phase_float, phase_float) } -> std::same_as<SinCosValue<float>>;
};

template <class Operation>
concept TellsAvailability = requires {
  { Operation::is_available } -> std::convertible_to<bool>;
};

template <class Operation, class Exec, class Real>
concept IsFft = TellsAvailability<Operation> &&
    std::constructible_from<Operation, Exec const&, int, int> &&
    requires(Operation const& transform, Kokkos::complex<Real> const* in,
             Kokkos::complex<Real>* out) {
  transform(in, out);
};

template <class Operation, class Exec, class Real>
concept IsProduct = TellsAvailability<Operation> &&
    std::constructible_from<Operation, Exec const&> &&
    requires(Operation const& multiply, ProductShape const& shape, Real const* a, Real* c,
             ProductStart start) {
  multiply(shape, a, a, c, start);
};

/// Work that is divided into items.
template <class Operation, class Memory>
concept HasSlots = requires(Operation const& operation) {
  { operation.slots() } -> std::convertible_to<Kokkos::View<std::int64_t const*, Memory>>;
  { operation.slot_count() } -> std::same_as<std::int64_t>;
};

template <class Operation, class Exec, class Real, class Memory = typename Exec::memory_space>
concept IsTrigSums = std::constructible_from < Operation,
        Exec const&, TrigSeries<Real, Memory>
const&, FrequencyGrid const&, MeanSums,
    FrequencyRange >
        &&std::constructible_from<Operation, Exec const&, TrigSeries<Real, Memory> const&,
                                  FrequencyList<Memory> const&, MeanSums, FrequencyRange>&&
            HasSlots<Operation, Memory>&& requires(Operation const& sum,
                                                   AnyEpilogue const& epilogue,
                                                   std::string const& label) {
  sum(epilogue, label);
};

/// Sums on a grid that take more than TrigSums to be constructed.
template <class Operation, class Exec, class Real, class... More>
concept IsGridSums = TellsAvailability<Operation> && std::constructible_from < Operation,
        Exec const&, TrigSeries<Real, typename Exec::memory_space>
const&, FrequencyGrid const&, MeanSums, FrequencyRange,
    More... >
        &&HasSlots<Operation, typename Exec::memory_space>&& requires(Operation const& sum,
                                                                      AnyEpilogue const& epilogue,
                                                                      std::string const& label) {
  sum(epilogue, label);
};

template <class Operation, class Exec, class Real, class... More>
concept IsSharedSums = TellsAvailability<Operation> && std::constructible_from < Operation,
        Exec const&, SharedSeries<Exec, Real>
const&, FrequencyGrid const&, MeanSums, std::int64_t,
    More... > &&requires(Operation const& sum, AnyEpilogue const& epilogue,
                         std::string const& label,
                         SharedWeights<Real, typename Exec::memory_space> const& weights) {
  { sum.strips() } -> std::same_as<std::int64_t>;
  sum(weights, epilogue, label);
};

template <class Operation, class Exec, class Real, class Memory = typename Exec::memory_space>
concept IsFoldAndSort = std::constructible_from < Operation,
        Exec const&, FoldSeries<Real, Memory>
const&, portable::FoldedFrequencies<Memory> const&,
    FrequencyRange >
        &&std::constructible_from<Operation, Exec const&, FoldSeries<Real, Memory> const&,
                                  portable::FoldedFrequencies<Memory> const&,
                                  Kokkos::View<IndexRange**, Kokkos::LayoutRight, Memory> const&>&&
            HasSlots<Operation, Memory>&& requires(Operation const& score, AnyScorer const& scorer,
                                                   AnyEpilogue const& epilogue,
                                                   std::string const& label) {
  score(scorer, epilogue, label);
};

template <class Operation, class Exec, class Real, class Memory = typename Exec::memory_space>
concept IsPairHistogram = std::constructible_from < Operation,
        Exec const&, TilePoints<Memory>
const&, TilePoints<Memory> const&, typename Operation::Sides,
    Kokkos::View<Real const*, Memory> const&, PairTallies<Memory> const&,
    PairSums > &&requires(Operation const& count, TilePairList<Memory> const& list,
                          std::string const& label) {
  count(list, std::int64_t{1}, label);
};

template <class Operation>
concept TellsBytes = requires(Operation const& operation) {
  { operation.bytes() } -> std::same_as<std::int64_t>;
};

template <class Operation, class Exec, class Memory = typename Exec::memory_space>
concept IsLegendreStage = TellsBytes<Operation> && std::constructible_from < Operation,
        Exec const&, portable::LegendreTables<Memory>
const&, portable::LegendreRings<Memory> const&, std::int64_t, portable::LegendreTuning const& > ;

template <class Operation, class Exec, class Real, class Memory = typename Exec::memory_space>
concept IsLegendreSynthesis = IsLegendreStage<Operation, Exec> &&
    requires(Operation const& synthesize, HarmonicCoefficients<Real, Memory> const& coefficients,
             portable::PairRange range, portable::RingModes<Real, Memory> const& modes) {
  synthesize(coefficients, range, modes);
};

template <class Operation, class Exec, class Real, class Memory = typename Exec::memory_space>
concept IsLegendreAnalysis = IsLegendreStage<Operation, Exec> &&
    requires(Operation const& analyze, HarmonicCoefficients<Real, Memory> const& coefficients,
             portable::PairRange range, portable::RingModes<Real, Memory> const& modes,
             portable::SumInto into) {
  analyze(modes, range, coefficients, into);
};

template <class Operation, class Exec, class Real, class Memory = typename Exec::memory_space>
concept IsRingFft =
    TellsAvailability<Operation> && TellsBytes<Operation> && std::constructible_from < Operation,
        Exec const&, std::vector<portable::RingPair>
const&, std::int64_t,
    std::int64_t >
        &&requires(Operation const& transform, portable::RingModes<Real, Memory> const& modes,
                   portable::PairRange range, MapView<Real, Memory> const& map,
                   MapView<Real const, Memory> const& constant, portable::RingFactors factors) {
  transform.synthesis(modes, range, map, factors);
  transform.analysis(constant, range, modes, factors);
};

template <class Operation, class Exec, class Memory = typename Exec::memory_space>
concept IsSpinPoles = TellsBytes<Operation> && std::constructible_from < Operation,
        Exec const&, portable::LegendreRings<Memory>
const&, std::vector<portable::RingPair> const&, Field, HarmonicRange,
    std::int64_t >
        &&requires(Operation const& poles, HarmonicCoefficients<double, Memory> const& in_double,
                   HarmonicCoefficients<float, Memory> const& in_float, portable::PairRange run,
                   portable::RingModes<double, Memory> const& modes, portable::SumInto into) {
  poles.synthesis(in_double, run, modes);
  poles.synthesis(in_float, run, modes);
  poles.analysis(modes, run, std::int64_t{2}, into);
  { poles.sums() } -> std::convertible_to<HarmonicCoefficients<double, Memory>>;
};

template <class Operation, class Exec, class Real, class Memory = typename Exec::memory_space>
concept IsSpinScalars = std::constructible_from<Operation, Exec const&, Field, HarmonicRange> &&
    requires(Operation const& convert, HarmonicCoefficients<Real, Memory> const& coefficients,
             HarmonicCoefficients<double, Memory> const& scalars) {
  convert.to_scalars(coefficients, scalars);
  convert.from_scalars(scalars, scalars, coefficients);
};

template <class Operation, class Exec, class Memory = typename Exec::memory_space>
concept IsKeySort = std::default_initializable<Operation> &&
    requires(Operation const& sort, Exec const& exec, portable::KeyedValues<Memory> const& keyed,
             Kokkos::View<std::byte*, Memory> const& scratch) {
  { sort.scratch_bytes(std::int64_t{1}) } -> std::same_as<std::int64_t>;
  { sort(exec, keyed, keyed, scratch, 64) } -> std::same_as<portable::KeyedValues<Memory>>;
};

template <class Operation>
concept IsDeviceFacts = std::default_initializable<Operation> && requires(Operation const& ask) {
  { ask() } -> std::same_as<DeviceFacts>;
};

/// The operations that have a precision.
template <class T, class Exec, class Real>
concept HasOperationsOf = IsFft<typename T::template Fft<Exec, Real>, Exec, Real> &&
                          IsProduct<typename T::template Product<Exec, Real>, Exec, Real> &&
                          IsTrigSums<typename T::template TrigSums<Exec, Real>, Exec, Real> &&
                          IsGridSums < typename T::template NufftSums<Exec, Real>,
        Exec, Real,
double,
    std::int64_t >
        &&IsGridSums<typename T::template ProductSums<Exec, Real>, Exec, Real,
                     std::int64_t>&& IsSharedSums<typename T::template SharedNufftSums<Exec, Real>,
                                                  Exec, Real, double, std::int64_t>&&
            IsSharedSums<typename T::template SharedProductSums<Exec, Real>, Exec, Real>&&
                IsFoldAndSort<typename T::template FoldAndSort<Exec, Real>, Exec, Real>&&
                    IsPairHistogram<typename T::template PairHistogram<Exec, Real>, Exec, Real>&&
                        IsLegendreSynthesis<typename T::template LegendreSynthesis<Exec, Real>,
                                            Exec, Real>&&
                            IsLegendreAnalysis<typename T::template LegendreAnalysis<Exec, Real>,
                                               Exec, Real>&&
                                IsRingFft<typename T::template RingFft<Exec, Real>, Exec, Real>&&
                                    IsSpinScalars<typename T::template SpinScalars<Exec, Real>,
                                                  Exec, Real>;

/// A backend names itself and has every operation for an execution space, in both precisions.
template <class T, class Exec = Kokkos::DefaultExecutionSpace>
concept Backend = requires {
  { T::name } -> std::convertible_to<std::string_view>;
}
&&HasInlineOperations<T>&& HasOperationsOf<T, Exec, double>&& HasOperationsOf<T, Exec, float>&&
    IsSpinPoles<typename T::template SpinPoles<Exec>, Exec>&&
        IsKeySort<typename T::template KeySort<Exec>, Exec>&&
            IsDeviceFacts<typename T::template DeviceFactsOf<Exec>>;

}  // namespace siderum::backend
