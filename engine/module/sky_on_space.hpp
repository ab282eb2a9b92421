// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <siderum/algorithms/sky/divide_degrees.hpp>
#include <siderum/algorithms/sky/host_copies.hpp>
#include <siderum/algorithms/sky/power_spectrum.hpp>
#include <siderum/algorithms/sky/random_coefficients.hpp>
#include <siderum/algorithms/sky/rotate_coefficients.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/euler_angles.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/harmonic_spectra.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/module/degree_exchange.hpp>
#include <siderum/engine/module/degree_functors.hpp>
#include <siderum/engine/module/kept_plans.hpp>
#include <siderum/engine/module/shared_tables.hpp>
#include <siderum/engine/module/stretches.hpp>
#include <siderum/engine/module/transform_memory.hpp>
#include <siderum/engine/module/transforms.hpp>

namespace siderum::engine {

/// A plan, coefficients with room for all orders, and the maps of one or several fields in the
/// memory of a space: all of it, or the part of a process. Fields are transformed together.
template <class Exec, class Real, class Backend>
class SkyOnSpace final : public KeptTransform {
 public:
  using Coefficients = HarmonicCoefficients<Real, typename Exec::memory_space>;
  using Map = MapView<Real, typename Exec::memory_space>;

  /// Coefficients and map that are made here are not initialised.
  /// @param weights  what the first analysis will have, if there is one
  /// @param shared   null: nothing is
  /// @param a_lm     those of the caller, which outlive it; without values they are made
  /// @param map      likewise
  SkyOnSpace(Exec const& exec, RingGrid const& grid, HarmonicRange range, Field field,
             std::int64_t fields, RingWeights weights, SharedTransform const* shared,
             Coefficients const& a_lm = {}, Map const& map = {})
      : exec_(exec),
        fields_(fields),
        rows_(fields * components(field)),
        share_(shared == nullptr ? nullptr : &shared->share),
        run_bytes_(shared == nullptr ? 0 : shared->run_bytes),
        on_host_(shared == nullptr ? 1 : shared->on_host),
        weights_(weights),
        plan_(obtain(grid, range, field, weights)),
        a_lm_(a_lm.values.data() != nullptr ? a_lm
                                            : allocate_coefficients<Real>(exec, range, rows_)),
        map_(map.data() != nullptr
                 ? map
                 : allocate<Map>(exec, "siderum::harmonic::map", rows_, plan_->pixels())) {}

  /// All numbers are 0.
  void clear() const {
    Kokkos::deep_copy(exec_, a_lm_.values, Kokkos::complex<Real>(0));
    Kokkos::deep_copy(exec_, map_, Real(0));
    exec_.fence("siderum::sky::clear");
  }

  void set_coefficients(std::span<std::complex<double> const> a_lm) override {
    if (share_ == nullptr) {
      copy_from_host(exec_, a_lm, a_lm_);
      return;
    }
    tables().deal_coefficients(coefficients_of_ranks(), a_lm, a_lm_);
  }

  void set_map(std::span<double const> map) override {
    if (share_ == nullptr) {
      copy_from_host(exec_, map, map_);
      return;
    }
    tables().deal_map(pixels_of_ranks(), plan_->grid().pixels(), map, map_);
  }

  void set_random(std::span<std::vector<double> const> spectra, std::uint64_t seed) override {
    std::vector<std::int64_t> const orders = own_orders();
    std::int64_t const size = components(plan_->field());
    for (std::int64_t k = 0; k < fields_; ++k) {
      std::vector<std::complex<double>> const a_lm = random_coefficients(
          plan_->field(), plan_->range(), spectra, seed + static_cast<std::uint64_t>(k), orders);
      std::pair<std::int64_t, std::int64_t> const rows(k * size, (k + 1) * size);
      copy_from_host(exec_, std::span<std::complex<double> const>(a_lm),
                     Coefficients{a_lm_.range, Kokkos::subview(a_lm_.values, rows, Kokkos::ALL)});
    }
  }

  void synthesise() override {
    plan_->synthesis(a_lm_, map_);
    exec_.fence("siderum::sky::synthesise");
  }

  AnalysisResult analyse(AnalysisMethod const& method, bool has_weight) override {
    check_memory_of_iteration(method);
    std::vector<double> weight;
    if (has_weight) {
      weight = scaled(method.weight);
      if (share_ != nullptr) {
        check_weights(std::ssize(weight));
        auto const own =
            allocate<Map>(exec_, "siderum::harmonic::weight", std::int64_t{1}, plan_->pixels());
        tables().deal_map(pixels_of_ranks(), plan_->grid().pixels(), weight, own);
        weight = map_to_host(exec_, own);
      }
    }
    IterativeAnalysisResult const done =
        iterate(exec_, plan_of(method), map_, a_lm_, method, has_weight ? &weight : nullptr);
    exec_.fence("siderum::sky::analyse");
    return {{}, done.iterations, done.iterations == 0 ? 0.0 : done.residual};
  }

  void scale_degrees(std::span<std::vector<double> const> filter) override {
    std::vector<double> factor;
    for (std::int64_t k = 0; k < fields_; ++k) {
      for (std::vector<double> const& of_row : filter) {
        factor.insert(factor.end(), of_row.begin(), of_row.begin() + plan_->range().lmax + 1);
      }
    }
    std::vector<std::int64_t> const orders = own_orders();
    if (orders.empty()) {
      return;
    }
    DegreeScaler<Real, Memory> const scale{a_lm_,
                                           copy_to_work(exec_, "siderum::sky::orders", orders),
                                           copy_to_work(exec_, "siderum::sky::factors", factor)};
    Kokkos::parallel_for(
        "siderum::sky::scale_degrees[portable]",
        TeamPerIndex<Exec>(exec_, static_cast<int>(rows_ * std::ssize(orders)), team_size<Exec>),
        scale);
    exec_.fence("siderum::sky::scale_degrees");
  }

  void rotate(EulerAngles const& angles) override {
    if (share_ == nullptr) {
      rotate_coefficients<Backend>(exec_, a_lm_, angles, a_lm_);
    } else {
      HarmonicRange const range = plan_->range();
      std::vector<DegreeRange> const degrees = divide_degrees(range.lmax, share_->ranks);
      DegreeExchange<Exec, Real> const exchange(exec_, *share_, range, plan_->parts().orders,
                                                degrees);
      exchange.to_degrees(a_lm_);
      rotate_coefficients<Backend>(exec_, a_lm_, degrees[static_cast<std::size_t>(share_->rank)],
                                   angles, a_lm_);
      exchange.to_orders(a_lm_);
    }
    exec_.fence("siderum::sky::rotate");
  }

  std::vector<std::complex<double>> coefficients() const override {
    if (share_ == nullptr) {
      return coefficients_to_host(exec_, a_lm_);
    }
    return tables().gather_coefficients(coefficients_of_ranks(), a_lm_);
  }

  std::vector<double> map() const override {
    if (share_ == nullptr) {
      return map_to_host(exec_, map_);
    }
    return tables().gather_map(pixels_of_ranks(), plan_->grid().pixels(), map_);
  }

  std::vector<NamedSpectrum> spectra() const override {
    auto const kinds = spectra_of(plan_->field());
    auto const degrees = static_cast<std::size_t>(plan_->range().lmax + 1);
    std::vector<double> const sums = joined(own_sums());
    std::vector<NamedSpectrum> spectra;
    while (spectra.size() * degrees < sums.size()) {
      SpectrumKind const& kind = kinds[spectra.size() % kinds.size()];
      std::size_t const begin = spectra.size() * degrees;
      auto const first = sums.begin() + static_cast<std::ptrdiff_t>(begin);
      // (nvcc 12.4 makes no aggregate in place.)
      spectra.push_back(
          {std::string(kind.name), {first, first + static_cast<std::ptrdiff_t>(degrees)}});
      NamedSpectrum& spectrum = spectra.back();
      for (std::size_t l = 0; l < degrees; ++l) {
        spectrum.value[l] /= static_cast<double>(2 * l + 1);
      }
    }
    return spectra;
  }

  void keep_plans() override {
    for (std::shared_ptr<Transform const> const& plan : {plan_, other_plan_}) {
      if (plan && run_bytes_ == 0) {
        kept_plans().keep(plan, rows_);
      }
    }
  }

 private:
  using Transform = HarmonicTransform<Exec, Real, Backend>;
  using Memory = typename Exec::memory_space;

  std::shared_ptr<Transform const> obtain(RingGrid const& grid, HarmonicRange range, Field field,
                                          RingWeights weights) const {
    RingGrid const weighted_grid = weighted(grid, weights);
    HarmonicTransformOptions options = tuned_options<Exec>(weighted_grid, range, field);
    options.maps = rows_;
    options.share = share_;
    options.work_bytes = run_bytes_;
    return kept_plans().obtain<Transform>(exec_, weighted_grid, range, options);
  }

  /// One with other weights than the first is made when it is asked for; where another process
  /// could not make it, all make it again.
  Transform const& plan_of(AnalysisMethod const& method) {
    if (method.ring_weights == weights_) {
      return *plan_;
    }
    if (!KeptPlans::all_have(share_, other_plan_ != nullptr)) {
      other_plan_.reset();
      RingGrid const& grid = plan_->grid();
      other_plan_ = obtain(weights_ == RingWeights::on ? healpix_grid(grid.nside()) : grid,
                           plan_->range(), plan_->field(), method.ring_weights);
    }
    return *other_plan_;
  }

  /// Of the maps and coefficients that an iteration has besides those that are there.
  void check_memory_of_iteration(AnalysisMethod const& method) const {
    TransformRanks ranks;
    ranks.all = share_ == nullptr ? 1 : share_->ranks;
    ranks.on_host = on_host_;
    ranks.is_kept = true;
    TransformSize size{plan_->grid().pixels(), plan_->range(), plan_->field()};
    size.fields = fields_;
    double const of_one = bytes_of(size, sizeof(Real), ranks, !is_host<Exec>).whole;
    size.transforms = 1 + 2 * method.iterations;
    size.solver = method.tolerance > 0.0 ? AnalysisSolver::least_squares : AnalysisSolver::jacobi;
    TransformBytes besides{};
    besides.whole = bytes_of(size, sizeof(Real), ranks, !is_host<Exec>).whole - of_one;
    check_memory_of<Exec>(besides, ranks);
  }

  /// As the analysis of one process does.
  void check_weights(std::int64_t count) const {
    std::int64_t const pixels = plan_->grid().pixels();
    SIDERUM_VALIDATE(share_->rank != 0 || count == pixels,
                     "There are weights of " + std::to_string(count) + " pixels (the map has " +
                         std::to_string(pixels) + "). Give one for each pixel.");
  }

  SharedTables<Exec, Real> tables() const { return {exec_, *share_}; }
  std::vector<Stretches> pixels_of_ranks() const {
    return stretches_of_rings(plan_->grid(), plan_->parts());
  }
  std::vector<Stretches> coefficients_of_ranks() const {
    return stretches_of_orders(plan_->range(), plan_->parts().orders);
  }

  std::vector<std::int64_t> own_orders() const {
    return plan_->parts().orders[share_ == nullptr ? 0 : static_cast<std::size_t>(share_->rank)];
  }

  /// What own orders add to all spectra, one after the other, of one field after the other.
  std::vector<double> own_sums() const {
    auto const kinds = spectra_of(plan_->field());
    std::int64_t const degrees = plan_->range().lmax + 1;
    auto const order = copy_to_work(exec_, "siderum::sky::orders", own_orders());
    auto const sums = allocate_work<Kokkos::View<double*, Memory>>(
        exec_, "siderum::sky::sums", fields_ * std::ssize(kinds) * degrees);
    std::int64_t begin = 0;
    for (std::int64_t row = 0; row < rows_; row += components(plan_->field())) {
      for (SpectrumKind const& kind : kinds) {
        DegreeSummer<Real, Memory> const sum{a_lm_, order, row + kind.first, row + kind.second,
                                             sums,  begin};
        Kokkos::parallel_for("siderum::sky::spectrum[portable]",
                             IndexPolicy<Exec>(exec_, 0, degrees), sum);
        begin += degrees;
      }
    }
    auto const host = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, sums);
    Kokkos::deep_copy(exec_, host, sums);
    exec_.fence("siderum::sky::spectrum");
    return {host.data(), host.data() + host.size()};
  }

  /// Of all processes, which are added in their order.
  std::vector<double> joined(std::vector<double> own) const {
    if (share_ == nullptr) {
      return own;
    }
    std::vector<std::int64_t> const column{share_->rank};
    std::vector<double> const all =
        join_columns(*share_, std::ssize(own), share_->ranks, column, own);
    auto const ranks = static_cast<std::ptrdiff_t>(share_->ranks);
    for (std::size_t i = 0; i < own.size(); ++i) {
      auto const row = all.begin() + static_cast<std::ptrdiff_t>(i) * ranks;
      own[i] = std::accumulate(row, row + ranks, 0.0);
    }
    return own;
  }

  Exec exec_;
  std::int64_t fields_;
  std::int64_t rows_;  ///< of all fields
  HarmonicShare const* share_;
  std::int64_t run_bytes_;
  int on_host_;
  RingWeights weights_;  ///< of the plan
  std::shared_ptr<Transform const> plan_;
  std::shared_ptr<Transform const> other_plan_;
  Coefficients a_lm_;
  Map map_;
};

}  // namespace siderum::engine
