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
struct AnyTask {};
struct AnyCandidates {
  using Value = std::int64_t;
  static constexpr int of_entry = 1;
};

template <class T, class Real>
concept HasInlineOperations = requires(typename T::template SinCos<Real> sin_cos,
                                       typename T::PhaseRotation rotate, SinCosValue<Real> phase) {
  { sin_cos(0.25) } -> std::same_as<SinCosValue<Real>>;
  { rotate(phase, phase) } -> std::same_as<SinCosValue<Real>>;
};

template <class Operation>
concept TellsAvailability = requires {
  { Operation::is_available } -> std::convertible_to<bool>;
};

template <class Operation>
concept TellsBytes = requires(Operation const& operation) {
  { operation.bytes() } -> std::same_as<std::int64_t>;
};

template <class Operation, class Exec, class Real>
concept IsFft = TellsAvailability<Operation> &&
    requires(Operation const& transform, Exec const& exec, int length, int batch,
             Kokkos::complex<Real>* in, Kokkos::complex<Real>* out) {
  Operation(exec, length, batch);
  transform(in, out);
};

template <class Operation, class Exec, class Real>
concept IsProduct = TellsAvailability<Operation> &&
    requires(Operation const& multiply, Exec const& exec, ProductShape const& shape, Real const* a,
             Real const* b, Real* c, ProductStart start) {
  Operation(exec);
  multiply(shape, a, b, c, start);
};

/// Sums over points, divided into items.
template <class Operation, class Memory>
concept IsSums = requires(Operation const& sum, AnyEpilogue const& epilogue,
                          std::string const& label,
                          Kokkos::View<std::int64_t const*, Memory> slots) {
  slots = sum.slots();
  { sum.slot_count() } -> std::same_as<std::int64_t>;
  sum(epilogue, label);
};

template <class Operation, class Exec, class Real, class Memory = typename Exec::memory_space>
concept IsTrigSums = IsSums<Operation, Memory> &&
    requires(Exec const& exec, TrigSeries<Real, Memory> const& series, FrequencyGrid const& grid,
             FrequencyList<Memory> const& list, MeanSums mean, FrequencyRange range) {
  Operation(exec, series, grid, mean, range);
  Operation(exec, series, list, mean, range);
};

template <class Operation, class Exec, class Real, class Memory = typename Exec::memory_space>
concept IsNufftSums = TellsAvailability<Operation> && IsSums<Operation, Memory> &&
    requires(Exec const& exec, TrigSeries<Real, Memory> const& series, FrequencyGrid const& grid,
             MeanSums mean, FrequencyRange range, double tolerance, std::int64_t work_bytes) {
  Operation(exec, series, grid, mean, range, tolerance, work_bytes);
};

template <class Operation, class Exec, class Real, class Memory = typename Exec::memory_space>
concept IsProductSums = TellsAvailability<Operation> && IsSums<Operation, Memory> &&
    requires(Exec const& exec, TrigSeries<Real, Memory> const& series, FrequencyGrid const& grid,
             MeanSums mean, FrequencyRange range, std::int64_t work_bytes) {
  Operation(exec, series, grid, mean, range, work_bytes);
};

template <class Operation, class Exec, class Real>
concept IsSharedSums = TellsAvailability<Operation> &&
    requires(Operation const& sum, SharedWeights<Real, typename Exec::memory_space> const& weights,
             AnyEpilogue const& epilogue, std::string const& label) {
  { sum.strips() } -> std::same_as<std::int64_t>;
  sum(weights, epilogue, label);
};

template <class Operation, class Exec, class Real>
concept IsSharedNufftSums = IsSharedSums<Operation, Exec, Real> &&
    requires(Exec const& exec, SharedSeries<Exec, Real> const& series, FrequencyGrid const& grid,
             MeanSums mean, std::int64_t stretch, double tolerance, std::int64_t work_bytes) {
  Operation(exec, series, grid, mean, stretch, tolerance, work_bytes);
};

template <class Operation, class Exec, class Real>
concept IsSharedProductSums = IsSharedSums<Operation, Exec, Real> &&
    requires(Exec const& exec, SharedSeries<Exec, Real> const& series, FrequencyGrid const& grid,
             MeanSums mean, std::int64_t stretch) {
  Operation(exec, series, grid, mean, stretch);
};

template <class Operation, class Exec, class Real, class Memory = typename Exec::memory_space>
concept IsFoldAndSort =
    requires(Operation const& score, Exec const& exec, FoldSeries<Real, Memory> const& series,
             portable::FoldedFrequencies<Memory> const& frequencies, FrequencyRange range,
             Kokkos::View<IndexRange**, Kokkos::LayoutRight, Memory> const& windows,
             Kokkos::View<std::int64_t const*, Memory> slots, AnyScorer const& scorer,
             AnyEpilogue const& epilogue, std::string const& label, std::int64_t work_bytes) {
  Operation(exec, series, frequencies, range, work_bytes);
  Operation(exec, series, frequencies, windows, work_bytes);
  slots = score.slots();
  { score.slot_count() } -> std::same_as<std::int64_t>;
  score(scorer, epilogue, label);
};

template <class Operation, class Exec, class Real, class Memory = typename Exec::memory_space>
concept IsFrequencySums = requires(Operation const& sum, Exec const& exec,
                                   TrigSeries<Real, Memory> const& series, int terms,
                                   AnyTask const& task, std::int64_t count,
                                   std::string const& label) {
  Operation(exec, series, terms);
  sum(task, count, label);
};

template <class Operation, class Exec, class Memory = typename Exec::memory_space>
concept IsExpandList = requires(Operation const& expand, Exec const& exec,
                                AnyCandidates const& candidates, std::int64_t entry,
                                Kokkos::View<AnyCandidates::Value*, Memory> const& list,
                                Kokkos::View<std::int64_t, Memory> const& count,
                                std::string const& label) {
  Operation();
  { Operation::first_entries } -> std::convertible_to<std::int64_t>;
  { Operation::longest_list } -> std::convertible_to<std::int64_t>;
  expand(exec, candidates, entry, entry, list, count, label);
};

template <class Operation, class Exec, class Real, class Memory = typename Exec::memory_space>
concept IsPairHistogram = requires(Operation const& count, Exec const& exec,
                                   TilePoints<Memory> const& points,
                                   typename Operation::Sides sides,
                                   Kokkos::View<Real const*, Memory> const& edges,
                                   PairTallies<Memory> const& tallies, PairSums sums,
                                   TilePairList<Memory> const& list, std::int64_t entries,
                                   std::string const& label) {
  { Operation::most_copies } -> std::convertible_to<std::int64_t>;
  Operation(exec, points, points, sides, edges, tallies, sums);
  count(list, entries, label);
};

template <class Operation, class Exec, class Memory = typename Exec::memory_space>
concept IsLegendreStage = TellsBytes<Operation> &&
    requires(Exec const& exec, portable::LegendreTables<Memory> const& tables,
             portable::LegendreRings<Memory> const& rings, std::int64_t maps,
             StageTuning const& tuning) {
  { Operation::choices() } -> std::same_as<StageChoices>;
  Operation(exec, tables, rings, maps, tuning);
};

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
concept IsRingFft = TellsAvailability<Operation> && TellsBytes<Operation> &&
    requires(Operation const& transform, Exec const& exec,
             std::vector<portable::RingPair> const& pairs, std::int64_t maps,
             std::int64_t pairs_at_once, portable::RingModes<Real, Memory> const& modes,
             portable::PairRange range, MapView<Real, Memory> const& map,
             MapView<Real const, Memory> const& constant, portable::RingFactors factors) {
  Operation(exec, pairs, maps, pairs_at_once);
  transform.synthesis(modes, range, map, factors);
  transform.analysis(constant, range, modes, factors);
};

template <class Operation, class Exec, class Memory = typename Exec::memory_space>
concept IsSpinPoles = TellsBytes<Operation> &&
    requires(Operation const& poles, Exec const& exec, portable::LegendreRings<Memory> const& rings,
             std::vector<portable::RingPair> const& pairs, Field field, HarmonicRange range,
             portable::OrderRange orders, std::int64_t maps,
             HarmonicCoefficients<double, Memory> in_double,
             HarmonicCoefficients<float, Memory> const& in_float, portable::PairRange run,
             portable::RingModes<double, Memory> const& modes, portable::SumInto into) {
  Operation(exec, rings, pairs, field, range, orders, maps);
  poles.synthesis(in_double, run, modes);
  poles.synthesis(in_float, run, modes);
  poles.analysis(modes, run, maps, into);
  in_double = poles.sums();
};

template <class Operation, class Exec, class Real, class Memory = typename Exec::memory_space>
concept IsSpinScalars = requires(Operation const& convert, Exec const& exec, Field field,
                                 HarmonicRange range,
                                 Kokkos::View<std::int64_t const*, Memory> const& orders,
                                 HarmonicCoefficients<Real, Memory> const& coefficients,
                                 HarmonicCoefficients<double, Memory> const& scalars) {
  Operation(exec, field, range, orders);
  convert.to_scalars(coefficients, scalars);
  convert.from_scalars(scalars, scalars, coefficients);
};

template <class Operation, class Exec, class Real, class Memory = typename Exec::memory_space>
concept IsRotation = requires(Operation const& turn, Exec const& exec, DegreeRange degrees,
                              std::int64_t rows, EulerAngles const& angles,
                              HarmonicCoefficients<Real, Memory> const& coefficients) {
  Operation(exec, degrees, rows, angles);
  turn(coefficients, coefficients);
};

template <class Operation, class Exec, class Memory = typename Exec::memory_space>
concept IsKeySort = requires(Operation const& sort, Exec const& exec,
                             portable::KeyedValues<Memory> keyed,
                             Kokkos::View<std::byte*, Memory> const& scratch, std::int64_t count,
                             int bits) {
  Operation();
  { sort.scratch_bytes(count) } -> std::same_as<std::int64_t>;
  keyed = sort(exec, keyed, keyed, scratch, bits);
};

template <class Operation>
concept IsDeviceFacts = requires(Operation const& ask) {
  Operation();
  { ask() } -> std::same_as<DeviceFacts>;
};

template <class Operation, class Exec>
concept IsStreamOrder = requires(Operation const& order, Exec const& exec, std::uintptr_t stream,
                                 void const* pointer) {
  Operation();
  order.begin(exec, stream);
  order.end(exec, stream);
  { order.reaches(exec, pointer) } -> std::same_as<bool>;
  { order.ahead_of(exec) } -> std::same_as<Exec>;
  { order.stream(exec) } -> std::same_as<std::uintptr_t>;
  { order.is_idle(exec) } -> std::same_as<bool>;
  { order.card(exec) } -> std::same_as<std::string>;
};

/// The operations that have a precision.
template <class T, class Exec, class Real>
concept HasOperations =
    HasInlineOperations<T, Real> && IsFft<typename T::template Fft<Exec, Real>, Exec, Real> &&
    IsProduct<typename T::template Product<Exec, Real>, Exec, Real> &&
    IsTrigSums<typename T::template TrigSums<Exec, Real>, Exec, Real> &&
    IsNufftSums<typename T::template NufftSums<Exec, Real>, Exec, Real> &&
    IsProductSums<typename T::template ProductSums<Exec, Real>, Exec, Real> &&
    IsSharedNufftSums<typename T::template SharedNufftSums<Exec, Real>, Exec, Real> &&
    IsSharedProductSums<typename T::template SharedProductSums<Exec, Real>, Exec, Real> &&
    IsFoldAndSort<typename T::template FoldAndSort<Exec, Real>, Exec, Real> &&
    IsFrequencySums<typename T::template FrequencySums<Exec, Real>, Exec, Real> &&
    IsPairHistogram<typename T::template PairHistogram<Exec, Real>, Exec, Real> &&
    IsLegendreSynthesis<typename T::template LegendreSynthesis<Exec, Real>, Exec, Real> &&
    IsLegendreAnalysis<typename T::template LegendreAnalysis<Exec, Real>, Exec, Real> &&
    IsRingFft<typename T::template RingFft<Exec, Real>, Exec, Real> &&
    IsSpinScalars<typename T::template SpinScalars<Exec, Real>, Exec, Real> &&
    IsRotation<typename T::template Rotation<Exec, Real>, Exec, Real>;

template <class T>
concept HasName = requires {
  { T::name } -> std::convertible_to<std::string_view>;
};

/// A backend names itself and has every operation for an execution space, in both precisions.
template <class T, class Exec = Kokkos::DefaultExecutionSpace>
concept Backend = HasName<T> && HasOperations<T, Exec, double> && HasOperations<T, Exec, float> &&
    IsSpinPoles<typename T::template SpinPoles<Exec>, Exec> &&
    IsExpandList<typename T::template ExpandList<Exec>, Exec> &&
    IsKeySort<typename T::template KeySort<Exec>, Exec> &&
    IsDeviceFacts<typename T::template DeviceFactsOf<Exec>> &&
    IsStreamOrder<typename T::template StreamOrder<Exec>, Exec> &&
    std::default_initializable<typename T::template DeviceScope<Exec>>;

}  // namespace siderum::backend
