// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <siderum/algorithms/sky/detail/harmonic_transform/mode_stages.hpp>
#include <siderum/algorithms/sky/detail/harmonic_transform/validate.hpp>
#include <siderum/algorithms/sky/harmonic_transform.hpp>
#include <siderum/backends/backend.hpp>

/// Definitions of harmonic_transform.hpp; included where they are instantiated.
namespace siderum {

namespace detail {

/// Scalars: the Legendre stages by themselves.
template <class Backend, class Real, class Exec>
class ScalarStages final : public ModeStages<Exec, Real> {
 public:
  using Base = ModeStages<Exec, Real>;
  using typename Base::Coefficients;
  using typename Base::Memory;
  using typename Base::Modes;

  explicit ScalarStages(StagesInput<Exec> const& input)
      : tables_(portable::make_legendre_tables(input.exec, input.request.range)),
        rings_(portable::make_legendre_rings(input.exec, input.pairs)),
        synthesis_(input.exec, tables_, rings_, input.request.maps, input.tuning),
        analysis_(input.exec, tables_, rings_, input.request.maps, input.tuning) {}

  void begin_synthesis(Coefficients const&) const override {}
  void synthesis(Coefficients const& coefficients, portable::PairRange run,
                 Modes const& modes) const override {
    synthesis_(coefficients, run, modes);
  }
  void analysis(Modes const& modes, portable::PairRange run,
                Coefficients const& coefficients) const override {
    analysis_(modes, run, coefficients, this->sum_into(run));
  }
  void end_analysis(Coefficients const&) const override {}
  std::int64_t bytes() const override {
    return 6 * this->bytes_of(tables_.a) + synthesis_.bytes() + analysis_.bytes();
  }

 private:
  portable::LegendreTables<Memory> tables_;
  portable::LegendreRings<Memory> rings_;
  typename Backend::template LegendreSynthesis<Exec, Real> synthesis_;
  typename Backend::template LegendreAnalysis<Exec, Real> analysis_;
};

template <class Backend, class Real, class Exec>
std::unique_ptr<ModeStages<Exec, Real>> make_stages(StagesInput<Exec> const& input) {
  if (input.request.field == Field::scalar) {
    return std::make_unique<ScalarStages<Backend, Real, Exec>>(input);
  }
  return make_spin_stages<Backend, Real>(input);
}

}  // namespace detail

template <class Exec, class Real, class Backend>
class HarmonicTransform<Exec, Real, Backend>::Stages {
 public:
  Stages(Exec const& exec, RingGrid const& grid, detail::HarmonicRequest const& request,
         StageTuning const& tuning)
      : request_(request),
        grid_(grid),
        pairs_(portable::pair_rings(grid, request.range, request.field)),
        run_(length_of_runs()),
        modes_(
            portable::allocate_ring_modes<Real>(exec, run_, request.range.mmax + 1, request.maps)),
        degrees_(detail::make_stages<Backend, Real, Exec>({exec, request_, pairs_, run_, tuning})),
        rings_fft_(exec, pairs_, request.maps, run_) {}

  void to_map(Coefficients const& coefficients, Map const& map, portable::RingWeights weights,
              std::string const& label) const {
    validate(coefficients, map);
    Kokkos::Profiling::ScopedRegion const region(label);
    degrees_->begin_synthesis(coefficients);
    for_each_run([&](portable::PairRange run) {
      degrees_->synthesis(coefficients, run, modes_);
      rings_fft_.synthesis(modes_, run, map, {weights, request_.field});
    });
  }

  void to_coefficients(ConstantMap const& map, Coefficients const& coefficients,
                       portable::RingWeights weights, std::string const& label) const {
    validate(coefficients, map);
    Kokkos::Profiling::ScopedRegion const region(label);
    for_each_run([&](portable::PairRange run) {
      rings_fft_.analysis(map, run, modes_, {weights, request_.field});
      degrees_->analysis(modes_, run, coefficients);
    });
    degrees_->end_analysis(coefficients);
  }

  RingGrid const& grid() const { return grid_; }
  HarmonicRange range() const { return request_.range; }
  Field field() const { return request_.field; }
  std::int64_t bytes() const {
    return degrees_->bytes() + rings_fft_.bytes() +
           static_cast<std::int64_t>(modes_.values.span() * sizeof(Kokkos::complex<Real>));
  }

 private:
  std::int64_t length_of_runs() const {
    constexpr std::int64_t default_bytes = std::int64_t{2} << 30;
    std::int64_t const bytes = request_.work_bytes > 0 ? request_.work_bytes : default_bytes;
    return detail::pairs_of_run(static_cast<std::int64_t>(pairs_.size()),
                                detail::bytes_of_pair(request_, sizeof(Real)), bytes,
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

  detail::HarmonicRequest request_;
  RingGrid grid_;
  std::vector<portable::RingPair> pairs_;
  std::int64_t run_;
  portable::RingModes<Real, typename Exec::memory_space> modes_;
  std::unique_ptr<detail::ModeStages<Exec, Real>> degrees_;
  typename Backend::template RingFft<Exec, Real> rings_fft_;
};

template <class Exec, class Real, class Backend>
HarmonicTransform<Exec, Real, Backend>::HarmonicTransform(Exec const& exec, RingGrid const& grid,
                                                          HarmonicRange range,
                                                          HarmonicTransformOptions const& options)
    : stages_(detail::with_memory_of_plan(
          detail::make_harmonic_request(options.field, range, options.maps, options.work_bytes),
          grid, sizeof(Real), [&](detail::HarmonicRequest const& request) {
            return std::make_unique<Stages>(exec, grid, request, options.tuning);
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
Field HarmonicTransform<Exec, Real, Backend>::field() const {
  return stages_->field();
}

template <class Exec, class Real, class Backend>
std::int64_t HarmonicTransform<Exec, Real, Backend>::bytes() const {
  return stages_->bytes();
}

}  // namespace siderum
