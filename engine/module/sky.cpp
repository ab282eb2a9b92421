// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <type_traits>
#include <utility>

#include <siderum/algorithms/sky/divide_degrees.hpp>
#include <siderum/algorithms/sky/host_copies.hpp>
#include <siderum/algorithms/sky/ring_weights.hpp>
#include <siderum/algorithms/sky/rotate_coefficients.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/engine/module/dispatch.hpp>
#include <siderum/engine/module/jobs.hpp>
#include <siderum/engine/module/shared_tables.hpp>
#include <siderum/engine/module/sky_on_space.hpp>
#include <siderum/engine/module/stretches.hpp>
#include <siderum/engine/module/transform_memory.hpp>
#include <siderum/engine/module/transform_pieces.hpp>
#include <siderum/engine/module/transforms.hpp>

namespace siderum::engine::on_space {

namespace {

/// Numbers of the caller and results are on a host where they are, so that nothing is copied there
/// but into another precision.
template <class Exec, class Real, class Backend>
std::vector<double> synthesise_whole(Exec const& exec, RingGrid const& grid, HarmonicRange range,
                                     Field field, std::span<std::complex<double> const> a_lm) {
  if constexpr (is_host<Exec>) {
    std::int64_t const rows = components(field);
    detail::check_count(a_lm.size(), static_cast<std::size_t>(rows * range.count()),
                        "coefficients");
    std::vector<double> pixels;
    resize_large(pixels, static_cast<std::size_t>(rows * grid.pixels()));
    auto const map = PieceRows<Real>::into(pixels, rows);
    SkyOnSpace<Exec, Real, Backend> sky(exec, grid, range, field, 1, RingWeights::off, nullptr,
                                        PieceRows<Real>::of(range, a_lm, rows), map);
    sky.synthesise();
    PieceRows<Real>::to_caller(map, pixels);
    sky.keep_plans();
    return pixels;
  } else {
    SkyOnSpace<Exec, Real, Backend> sky(exec, grid, range, field, 1, RingWeights::off, nullptr);
    sky.set_coefficients(a_lm);
    sky.synthesise();
    std::vector<double> map = sky.map();
    sky.keep_plans();
    return map;
  }
}

template <class Exec, class Real, class Backend>
AnalysisResult analyse_whole(Exec const& exec, RingGrid const& grid, HarmonicRange range,
                             Field field, std::span<double const> map,
                             AnalysisMethod const& method) {
  if constexpr (is_host<Exec>) {
    std::int64_t const rows = components(field);
    detail::check_count(map.size(), static_cast<std::size_t>(rows * grid.pixels()), "pixels");
    std::vector<std::complex<double>> coefficients;
    resize_large(coefficients, static_cast<std::size_t>(rows * range.count()));
    auto const a_lm = PieceRows<Real>::into(range, coefficients, rows);
    SkyOnSpace<Exec, Real, Backend> sky(exec, grid, range, field, 1, method.ring_weights, nullptr,
                                        a_lm, PieceRows<Real>::of(map, rows));
    AnalysisResult result = sky.analyse(method, has_weight(method));
    PieceRows<Real>::to_caller(a_lm.values, coefficients);
    result.a_lm = std::move(coefficients);
    sky.keep_plans();
    return result;
  } else {
    SkyOnSpace<Exec, Real, Backend> sky(exec, grid, range, field, 1, method.ring_weights, nullptr);
    sky.set_map(map);
    AnalysisResult result = sky.analyse(method, has_weight(method));
    result.a_lm = sky.coefficients();
    sky.keep_plans();
    return result;
  }
}

/// In one process.
template <class Exec, class Real, class Backend>
std::vector<std::complex<double>> rotate_whole(Exec const& exec, HarmonicRange range,
                                               std::span<std::complex<double> const> a_lm,
                                               EulerAngles const& angles) {
  if constexpr (is_host<Exec>) {
    std::int64_t const rows = detail::whole_rows(a_lm.size(), range.count(), "coefficients");
    std::vector<std::complex<double>> rotated;
    resize_large(rotated, a_lm.size());
    auto const from = PieceRows<Real>::of(range, a_lm, rows);
    auto const to =
        std::is_same_v<Real, double> ? PieceRows<Real>::into(range, rotated, rows) : from;
    rotate_coefficients<Backend>(exec, from, angles, to);
    exec.fence("siderum::harmonic::rotate");
    PieceRows<Real>::to_caller(to.values, rotated);
    return rotated;
  } else {
    auto const coefficients = coefficients_from_host<Real>(exec, range, a_lm);
    rotate_coefficients<Backend>(exec, coefficients, angles, coefficients);
    return coefficients_to_host(exec, coefficients);
  }
}

/// A transform, or the iteration of some.
struct Task {
  RingGrid const& grid;
  HarmonicRange range;
  Field field;
  std::int64_t transforms;
  AnalysisSolver solver;
  double result;  ///< bytes of what comes of it, and of its file; what it is made from is there
};

/// Calls whole() where there is room for all at once, and else, or where it finds that there is
/// not, in_pieces(bytes that these may take).
template <class Exec, class Real, class Whole, class InPieces>
auto in_memory(Task const& task, Execution const& execution, Whole const& whole,
               InPieces const& in_pieces) {
  TransformSize const size{task.grid.pixels(), task.range, task.field, task.transforms,
                           task.solver};
  TransformBytes bytes = bytes_of(size, sizeof(Real), {}, !is_host<Exec>);
  bytes.on_host = task.result;
  check_memory_of<Exec>(bytes);
  if (is_whole<Exec>(bytes, execution.memory_fraction)) {
    try {
      return whole();
    } catch (OutOfMemory const&) {
      // Pieces take less.
    }
  }
  double const still = task.result + bytes.beside_pieces;
  return in_pieces(memory_of_pieces<Exec>(task.grid, task.range, task.field, sizeof(Real),
                                          execution.memory_fraction, still));
}

}  // namespace

std::int64_t check_memory(TransformSize const& size, Execution const& execution,
                          TransformRanks const& ranks) {
  std::int64_t of_runs = 0;
  with_transform(execution, [&]<class Exec, class Backend, class Real>(Exec const&, Backend, Real) {
    TransformBytes const bytes = bytes_of(size, sizeof(Real), ranks, !is_host<Exec>);
    check_memory_of<Exec>(bytes, ranks);
    if (ranks.all > 1) {
      of_runs = bytes_of_runs<Exec>(bytes, ranks, execution.memory_fraction);
    }
  });
  return of_runs;
}

void check_memory(RotationSize const& size, Execution const& execution,
                  TransformRanks const& ranks) {
  with_transform(execution, [&]<class Exec, class Backend, class Real>(Exec const&, Backend, Real) {
    check_memory_of<Exec>(bytes_of(size, sizeof(Real), ranks), ranks,
                          {"The rotation", "Take a smaller lmax or single precision."});
  });
}

std::vector<double> synthesise(RingGrid const& grid, HarmonicRange range, Field field,
                               std::span<std::complex<double> const> a_lm,
                               Execution const& execution) {
  std::vector<double> map;
  with_transform(execution, [&]<class Exec, class Backend, class Real>(Exec const& exec, Backend,
                                                                       Real) {
    double const numbers = static_cast<double>(components(field) * grid.pixels());
    map = in_memory<Exec, Real>(
        {grid, range, field, 1, AnalysisSolver::jacobi, numbers * (sizeof(double) + sizeof(Real))},
        execution,
        [&] { return synthesise_whole<Exec, Real, Backend>(exec, grid, range, field, a_lm); },
        [&](std::int64_t bytes) {
          return synthesise_in_pieces<Exec, Real, Backend>(exec, grid, range, field, a_lm, bytes);
        });
  });
  return map;
}

AnalysisResult analyse(RingGrid const& grid, HarmonicRange range, Field field,
                       std::span<double const> map, AnalysisMethod const& method,
                       Execution const& execution) {
  AnalysisResult result;
  with_transform(execution, [&]<class Exec, class Backend, class Real>(Exec const& exec, Backend,
                                                                       Real) {
    double const numbers = static_cast<double>(components(field) * range.count());
    result = in_memory<Exec, Real>(
        {grid, range, field, 1 + 2 * method.iterations,
         method.tolerance > 0.0 ? AnalysisSolver::least_squares : AnalysisSolver::jacobi,
         numbers * sizeof(std::complex<double>)},
        execution,
        [&] { return analyse_whole<Exec, Real, Backend>(exec, grid, range, field, map, method); },
        [&](std::int64_t bytes) {
          return analyse_in_pieces<Exec, Real, Backend>(exec, weighted(grid, method.ring_weights),
                                                        range, field, map, method, bytes);
        });
  });
  return result;
}

std::vector<std::complex<double>> rotate(RotationSize const& size,
                                         std::span<std::complex<double> const> a_lm,
                                         EulerAngles const& angles, HarmonicShare const* share,
                                         Execution const& execution) {
  std::vector<std::complex<double>> rotated;
  HarmonicRange const range = make_harmonic_range(size.lmax);
  with_transform(execution, [&]<class Exec, class Backend, class Real>(Exec const& exec, Backend,
                                                                       Real) {
    if (share == nullptr) {
      rotated = rotate_whole<Exec, Real, Backend>(exec, range, a_lm, angles);
      return;
    }
    std::vector<DegreeRange> const degrees = divide_degrees(range.lmax, share->ranks);
    std::vector<Stretches> const of_ranks = stretches_of_degrees(range, degrees);
    auto const coefficients = allocate_coefficients<Real>(exec, range, size.rows);
    SharedTables<Exec, Real> const tables(exec, *share);
    tables.deal_coefficients(of_ranks, a_lm, coefficients);
    rotate_coefficients<Backend>(exec, coefficients, degrees[static_cast<std::size_t>(share->rank)],
                                 angles, coefficients);
    rotated = tables.gather_coefficients(of_ranks, coefficients);
  });
  return rotated;
}

}  // namespace siderum::engine::on_space
