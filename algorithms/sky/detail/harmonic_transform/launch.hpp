// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <siderum/algorithms/sky/detail/harmonic_transform/mode_exchange.hpp>
#include <siderum/algorithms/sky/detail/harmonic_transform/scalar_stages.hpp>
#include <siderum/algorithms/sky/detail/harmonic_transform/shared_runs.hpp>
#include <siderum/algorithms/sky/detail/harmonic_transform/validate.hpp>
#include <siderum/algorithms/sky/harmonic_transform.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/spaces.hpp>

/// Definitions of harmonic_transform.hpp; included where they are instantiated.
namespace siderum {

template <class Exec, class Real, class Backend>
class HarmonicTransform<Exec, Real, Backend>::Stages {
 public:
  Stages(Exec const& exec, RingGrid const& grid, detail::HarmonicRequest const& request,
         HarmonicTransformOptions const& options)
      : exec_(exec),
        request_(request),
        grid_(grid),
        share_(options.share),
        pairs_(portable::pair_rings(grid, request.range, request.field)),
        run_(length_of_runs()),
        runs_(pairs_, run_, share_, price_of_single_rings),
        parts_(detail::parts_of(grid, request.range.mmax, pairs_, runs_, ranks())),
        modes_(allocate_modes()),
        degrees_(detail::make_stages<Backend, Real, Exec>(
            {exec, request_, pairs_, own_orders(), {0, range().mmax + 1}, run_, options.tuning})),
        rings_fft_(exec, runs_.own(), request.maps, runs_.longest()) {
    if (share_ != nullptr) {
      exchange_.emplace(exec, *share_, parts_.orders, pairs_, runs_, request.maps, modes_.size());
    }
  }

  void to_map(Coefficients const& coefficients, Map const& map, portable::RingWeights weights,
              std::string const& label) const {
    validate(coefficients, map);
    Kokkos::Profiling::ScopedRegion const region(label);
    degrees_->begin_synthesis(coefficients);
    pass_runs(
        detail::ModesWay::to_rings, coefficients.maps(),
        [&](detail::SharedRun const& run, Modes const& modes) {
          degrees_->synthesis(coefficients, run.pairs, modes);
        },
        [&](detail::SharedRun const& run, Modes const& modes) {
          if (run.own.count() > 0) {
            rings_fft_.synthesis(portable::from_slot(modes, run.own_slot), run.own, map,
                                 {weights, request_.field});
          }
        });
  }

  void to_coefficients(ConstantMap const& map, Coefficients const& coefficients,
                       portable::RingWeights weights, std::string const& label) const {
    validate(coefficients, map);
    Kokkos::Profiling::ScopedRegion const region(label);
    pass_runs(
        detail::ModesWay::to_orders, coefficients.maps(),
        [&](detail::SharedRun const& run, Modes const& modes) {
          if (run.own.count() > 0) {
            rings_fft_.analysis(map, run.own, portable::from_slot(modes, run.own_slot),
                                {weights, request_.field});
          }
        },
        [&](detail::SharedRun const& run, Modes const& modes) {
          degrees_->analysis(modes, run.pairs, coefficients);
        });
    degrees_->end_analysis(coefficients);
  }

  RingGrid const& grid() const { return grid_; }
  HarmonicRange range() const { return request_.range; }
  Field field() const { return request_.field; }
  HarmonicShare const* share() const { return share_; }
  HarmonicParts const& parts() const { return parts_; }
  std::int64_t pixels() const { return share_ == nullptr ? grid_.pixels() : runs_.pixels(); }
  std::int64_t bytes() const {
    std::size_t modes = 0;
    for (Modes const& of_run : modes_) {
      modes += of_run.values.span();
    }
    return degrees_->bytes() + rings_fft_.bytes() + (exchange_ ? exchange_->bytes() : 0) +
           static_cast<std::int64_t>(modes * sizeof(Kokkos::complex<Real>));
  }

 private:
  using Modes = portable::RingModes<Real, typename Exec::memory_space>;

  /// Measured. Rings of one length go through the lanes of registers together on hosts
  /// (bench/shared_jobs, HEALPix, lmax 2047), and through one kernel on devices, where it is 2.9 in
  /// synthesis and 2.1 in analysis (times of kernels by ncu, HEALPix, lmax 4095 on an H200).
  static constexpr double price_of_single_rings = 2.5;

  int ranks() const { return share_ == nullptr ? 1 : share_->ranks; }
  std::vector<std::int64_t> const& own_orders() const {
    return parts_.orders[share_ == nullptr ? 0 : static_cast<std::size_t>(share_->rank)];
  }

  /// All runs, each through `begin`, the other processes and `end`. While messages of one are on
  /// their way, a device does what comes before of the next run and what comes behind of the last.
  template <class Begin, class End>
  void pass_runs(detail::ModesWay way, std::int64_t maps, Begin const& begin,
                 End const& end) const {
    std::vector<detail::SharedRun> const& runs = runs_.runs();
    auto const passage = [&](std::size_t i) {
      return typename detail::ModeExchange<Exec, Real>::Passage{way, i, maps, i % modes_.size()};
    };
    std::size_t begun = 0;
    auto const begin_up_to = [&](std::size_t count) {
      bool const has_more = begun < std::min(count, runs.size());
      for (; begun < std::min(count, runs.size()); ++begun) {
        Modes const& modes = modes_[begun % modes_.size()];
        begin(runs[begun], modes);
        if (exchange_) {
          exchange_->pack(modes, passage(begun));
        }
      }
      return has_more;
    };
    char const* const packed = "siderum::harmonic_transform::messages";
    for (std::size_t i = 0; i < runs.size(); ++i) {
      Modes const& modes = modes_[i % modes_.size()];
      if (begin_up_to(i + 1) && exchange_) {
        exec_.fence(packed);
      }
      if (exchange_) {
        bool const has_next = begin_up_to(i + modes_.size());
        exchange_->pass_on(modes, passage(i));
        if (has_next) {
          exec_.fence(packed);
        }
        exchange_->unpack(modes, passage(i));
      }
      end(runs[i], modes);
    }
  }

  std::int64_t length_of_runs() const {
    constexpr std::int64_t default_bytes = std::int64_t{2} << 30;
    std::int64_t const bytes = request_.work_bytes > 0 ? request_.work_bytes : default_bytes;
    auto const pairs = static_cast<std::int64_t>(pairs_.size());
    // While messages of one are on their way, another one is computed; of more than two, each has
    // too little for a device to do (lmax 4095 on two H200: four took 7 to 12 % longer).
    constexpr std::int64_t wanted_runs = 2;
    std::int64_t const most = is_ahead() ? std::max<std::int64_t>(1, pairs / wanted_runs) : pairs;
    std::int64_t const whole = (most + portable::pair_granule - 1) / portable::pair_granule;
    return std::min(std::min(pairs, whole * portable::pair_granule),
                    detail::pairs_of_run(pairs, detail::bytes_of_pair(request_, sizeof(Real)),
                                         bytes, portable::pair_granule));
  }

  /// Whether there are two runs at a time: hosts pass messages on by the threads that compute.
  bool is_ahead() const { return !is_host<Exec> && share_ != nullptr; }

  std::vector<Modes> allocate_modes() const {
    std::vector<Modes> modes;
    std::vector<std::int64_t> groups;
    if (is_host<Exec> && share_ != nullptr) {
      groups = detail::groups_by_process(parts_.orders);
    }
    for (std::size_t i = 0; i < (is_ahead() && runs_.runs().size() > 1 ? 2 : 1); ++i) {
      modes.push_back(portable::allocate_ring_modes<Real>(exec_, run_, request_.range.mmax + 1,
                                                          request_.maps, groups));
    }
    return modes;
  }

  template <class AnyMap>
  void validate(Coefficients const& coefficients, AnyMap const& map) const {
    auto const extent = [](auto const& view, int dimension) {
      return static_cast<std::int64_t>(view.extent(dimension));
    };
    std::string const name =
        share_ == nullptr ? grid_.name() : "the part of this process of " + grid_.name();
    detail::validate_harmonic_extents(
        request_, name, pixels(), coefficients.range,
        {extent(coefficients.values, 0), extent(coefficients.values, 1), extent(map, 0),
         extent(map, 1)});
  }

  Exec exec_;
  detail::HarmonicRequest request_;
  RingGrid grid_;
  HarmonicShare const* share_;
  std::vector<portable::RingPair> pairs_;
  std::int64_t run_;
  detail::SharedRuns runs_;
  HarmonicParts parts_;
  std::vector<Modes> modes_;  ///< of the runs that there are at a time
  std::unique_ptr<detail::ModeStages<Exec, Real>> degrees_;
  typename Backend::template RingFft<Exec, Real> rings_fft_;
  std::optional<detail::ModeExchange<Exec, Real>> exchange_;
};

template <class Exec, class Real, class Backend>
HarmonicTransform<Exec, Real, Backend>::HarmonicTransform(Exec const& exec, RingGrid const& grid,
                                                          HarmonicRange range,
                                                          HarmonicTransformOptions const& options)
    : stages_(detail::with_memory_of_plan(
          detail::make_harmonic_request(options.field, range, options.maps, options.work_bytes),
          grid, sizeof(Real), [&](detail::HarmonicRequest const& request) {
            return std::make_unique<Stages>(exec, grid, request, options);
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
HarmonicShare const* HarmonicTransform<Exec, Real, Backend>::share() const {
  return stages_->share();
}

template <class Exec, class Real, class Backend>
HarmonicParts const& HarmonicTransform<Exec, Real, Backend>::parts() const {
  return stages_->parts();
}

template <class Exec, class Real, class Backend>
std::int64_t HarmonicTransform<Exec, Real, Backend>::pixels() const {
  return stages_->pixels();
}

template <class Exec, class Real, class Backend>
std::int64_t HarmonicTransform<Exec, Real, Backend>::bytes() const {
  return stages_->bytes();
}

}  // namespace siderum
