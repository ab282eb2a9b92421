// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <siderum/algorithms/harmonic_transform.hpp>
#include <siderum/algorithms/harmonic_transform/validate.hpp>
#include <siderum/backends/portable/legendre/make_tables.hpp>

/// Definitions of harmonic_transform.hpp; included where they are instantiated.
namespace siderum {

template <class Exec, class Real, class Backend>
class HarmonicTransform<Exec, Real, Backend>::Stages {
 public:
  Stages(Exec const& exec, RingGrid const& grid, HarmonicRange range,
         HarmonicTransformOptions const& options)
      : request_(checked({range, options.maps, options.work_bytes})),
        exec_(exec),
        grid_(grid),
        pairs_(portable::pair_rings(grid, range)),
        tables_(portable::make_legendre_tables(exec, range)),
        rings_(portable::make_legendre_rings(exec, pairs_)),
        run_(length_of_runs()),
        modes_(portable::allocate_ring_modes<Real>(exec, run_, range.mmax + 1, options.maps)),
        synthesis_(exec, tables_, rings_, options.maps, options.tuning),
        analysis_(exec, tables_, rings_, options.maps, options.tuning),
        rings_fft_(exec, pairs_, options.maps, run_) {}

  void to_map(Coefficients const& coefficients, Map const& map, portable::RingWeights weights,
              std::string const& label) const {
    validate(coefficients, map);
    Kokkos::Profiling::pushRegion(label);
    for_each_run([&](portable::PairRange run) {
      synthesis_(coefficients, run, modes_);
      rings_fft_.synthesis(modes_, run, map, weights);
    });
    Kokkos::Profiling::popRegion();
  }

  void to_coefficients(ConstantMap const& map, Coefficients const& coefficients,
                       portable::RingWeights weights, std::string const& label) const {
    validate(coefficients, map);
    Kokkos::Profiling::pushRegion(label);
    for_each_run([&](portable::PairRange run) {
      rings_fft_.analysis(map, run, modes_, weights);
      analysis_(modes_, run, coefficients,
                run.begin == 0 ? portable::SumInto::nothing : portable::SumInto::present);
    });
    Kokkos::Profiling::popRegion();
  }

  RingGrid const& grid() const { return grid_; }
  HarmonicRange range() const { return request_.range; }
  std::int64_t bytes() const {
    auto const of = [](auto const& view) {
      return static_cast<std::int64_t>(view.span() * sizeof(*view.data()));
    };
    return 6 * of(tables_.a) + of(modes_.values) + synthesis_.bytes() + analysis_.bytes() +
           rings_fft_.bytes();
  }

 private:
  static detail::HarmonicRequest checked(detail::HarmonicRequest const& request) {
    detail::validate_harmonic_request(request);
    return request;
  }

  std::int64_t length_of_runs() const {
    constexpr std::int64_t default_bytes = std::int64_t{2} << 30;
    std::int64_t const bytes = request_.work_bytes > 0 ? request_.work_bytes : default_bytes;
    std::int64_t const of_pair = 2 * request_.maps * (request_.range.mmax + 1) *
                                 static_cast<std::int64_t>(sizeof(Kokkos::complex<Real>));
    return detail::pairs_of_run(static_cast<std::int64_t>(pairs_.size()), of_pair, bytes,
                                portable::pair_granule);
  }

  template <class AnyMap>
  void validate(Coefficients const& coefficients, AnyMap const& map) const {
    auto const extent = [](auto const& view, int dimension) {
      return static_cast<std::int64_t>(view.extent(dimension));
    };
    detail::validate_harmonic_extents(
        request_, grid_, coefficients.range,
        {extent(coefficients.values, 0), extent(coefficients.values, 1), extent(map, 0),
         extent(map, 1)});
  }

  template <class Treat>
  void for_each_run(Treat const& treat) const {
    auto const pairs = static_cast<std::int64_t>(pairs_.size());
    for (std::int64_t begin = 0; begin < pairs; begin += run_) {
      treat(portable::PairRange{begin, std::min(begin + run_, pairs)});
    }
  }

  using Memory = typename Exec::memory_space;

  detail::HarmonicRequest request_;
  Exec exec_;
  RingGrid grid_;
  std::vector<portable::RingPair> pairs_;
  portable::LegendreTables<Memory> tables_;
  portable::LegendreRings<Memory> rings_;
  std::int64_t run_;
  portable::RingModes<Real, Memory> modes_;
  typename Backend::template LegendreSynthesis<Exec, Real> synthesis_;
  typename Backend::template LegendreAnalysis<Exec, Real> analysis_;
  typename Backend::template RingFft<Exec, Real> rings_fft_;
};

template <class Exec, class Real, class Backend>
HarmonicTransform<Exec, Real, Backend>::HarmonicTransform(Exec const& exec, RingGrid const& grid,
                                                          HarmonicRange range,
                                                          HarmonicTransformOptions const& options)
    : stages_(detail::with_memory_of_plan(range, grid, options.maps, sizeof(Real), [&] {
        return std::make_unique<Stages>(exec, grid, range, options);
      })) {}

template <class Exec, class Real, class Backend>
HarmonicTransform<Exec, Real, Backend>::~HarmonicTransform() = default;

template <class Exec, class Real, class Backend>
void HarmonicTransform<Exec, Real, Backend>::synthesis(Coefficients const& coefficients,
                                                       Map const& map) const {
  stages_->to_map(coefficients, map, portable::RingWeights::one,
                  "siderum::harmonic_transform::synthesis");
}

template <class Exec, class Real, class Backend>
void HarmonicTransform<Exec, Real, Backend>::adjoint_synthesis(
    ConstantMap const& map, Coefficients const& coefficients) const {
  stages_->to_coefficients(map, coefficients, portable::RingWeights::one,
                           "siderum::harmonic_transform::adjoint_synthesis");
}

template <class Exec, class Real, class Backend>
void HarmonicTransform<Exec, Real, Backend>::analysis(ConstantMap const& map,
                                                      Coefficients const& coefficients) const {
  detail::validate_quadrature(grid());
  stages_->to_coefficients(map, coefficients, portable::RingWeights::quadrature,
                           "siderum::harmonic_transform::analysis");
}

template <class Exec, class Real, class Backend>
void HarmonicTransform<Exec, Real, Backend>::adjoint_analysis(Coefficients const& coefficients,
                                                              Map const& map) const {
  detail::validate_quadrature(grid());
  stages_->to_map(coefficients, map, portable::RingWeights::quadrature,
                  "siderum::harmonic_transform::adjoint_analysis");
}

template <class Exec, class Real, class Backend>
RingGrid const& HarmonicTransform<Exec, Real, Backend>::grid() const {
  return stages_->grid();
}

template <class Exec, class Real, class Backend>
HarmonicRange HarmonicTransform<Exec, Real, Backend>::range() const {
  return stages_->range();
}

template <class Exec, class Real, class Backend>
std::int64_t HarmonicTransform<Exec, Real, Backend>::bytes() const {
  return stages_->bytes();
}

}  // namespace siderum
