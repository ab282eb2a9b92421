// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/candidates.hpp>
#include <siderum/algorithms/periods/conditional_entropy.hpp>
#include <siderum/algorithms/periods/phase_dispersion.hpp>
#include <siderum/apps/search_run.hpp>

namespace siderum::apps {

/// A search with a finder that folds and sorts the points.
template <class Backend, class Exec, class Real>
class FoldingRun final : public SearchRun<Backend, Exec, Real> {
  using Base = SearchRun<Backend, Exec, Real>;

 public:
  using Base::Base;

 private:
  using Base::curves_;
  using Base::exec_;
  using Base::options_;
  using Base::search_;
  using typename Base::Curves;
  using typename Base::HostExec;
  using typename Base::HostPower;
  using typename Base::HostStatus;

  bool has_candidates() const { return search_.folding.candidates.has_value(); }

  bool needs_no_power() const override { return has_candidates() || Base::needs_no_power(); }

  // In pieces, of which the progress is told; candidates come from periodograms in memory.
  void search_for_best() override {
    constexpr std::int64_t pieces = 16;
    std::int64_t most = (curves_.objects() + pieces - 1) / pieces;
    if (has_candidates()) {
      most = std::min(most, this->template rows_in_memory<Exec>());
    }
    this->in_pieces(most,
                    [this](std::int64_t first, std::int64_t rows) { best_of_rows(first, rows); });
  }

  void best_of_rows(std::int64_t first, std::int64_t rows) {
    auto const piece = mirror_to(exec_, slice(curves_, first, first + rows));
    auto const best = BestPeriods<Real, Exec>::allocate(exec_, rows);
    compute_best(piece, best);
    auto const host = BestPeriods<Real, HostExec>::allocate(HostExec(), rows);
    HostExec().fence("siderum::periods::best");
    Kokkos::deep_copy(exec_, host.index, best.index);
    Kokkos::deep_copy(exec_, host.power, best.power);
    Kokkos::deep_copy(exec_, host.status, best.status);
    exec_.fence("siderum::periods::best");
    this->take_best(first, host);
  }

  void compute_best(Curves const& piece, BestPeriods<Real, Exec> const& best) {
    FoldingOptions const& folding = search_.folding;
    FrequencyGrid const& grid = search_.grid;
    switch (search_.finder) {
      case Finder::lomb_scargle:
        best_periods<Backend>(exec_, piece, grid, best, options_);
        break;
      case Finder::super_smoother:
        if (folding.candidates) {
          best_candidates<Backend>(exec_, piece, grid, this->excluded(exec_), best,
                                   {.peaks = static_cast<int>(folding.candidates->peaks),
                                    .half_window = folding.candidates->half_window,
                                    .lomb_scargle = options_,
                                    .super_smoother = folding.super_smoother});
        } else {
          best_super_smoother<Backend>(exec_, piece, grid, best, folding.super_smoother);
        }
        break;
      case Finder::phase_dispersion:
        best_phase_dispersion<Backend>(exec_, piece, grid, best, {folding.phase_bins});
        break;
      case Finder::conditional_entropy:
        best_conditional_entropy<Backend>(exec_, piece, grid, best,
                                          {folding.phase_bins, folding.value_bins});
        break;
    }
  }

  void compute_power(Curves const& piece, PowerView<Real, Exec> const& power,
                     StatusView<Exec> const& status) override {
    FoldingOptions const& folding = search_.folding;
    FrequencyGrid const& grid = search_.grid;
    switch (search_.finder) {
      case Finder::lomb_scargle:
        Base::compute_power(piece, power, status);
        break;
      case Finder::super_smoother:
        super_smoother<Backend>(exec_, piece, grid, power, status, folding.super_smoother);
        break;
      case Finder::phase_dispersion:
        phase_dispersion<Backend>(exec_, piece, grid, power, status, {folding.phase_bins});
        break;
      case Finder::conditional_entropy:
        conditional_entropy<Backend>(exec_, piece, grid, power, status,
                                     {folding.phase_bins, folding.value_bins});
        break;
    }
  }

  void compute_power_on_host(std::int64_t first, HostPower const& power,
                             HostStatus const& status) override {
    FoldingOptions const& folding = search_.folding;
    FrequencyGrid const& grid = search_.grid;
    auto const curves = slice(curves_, first, first + static_cast<std::int64_t>(power.extent(0)));
    StreamOptions const stream = this->stream_options(nullptr);
    switch (search_.finder) {
      case Finder::lomb_scargle:
        Base::compute_power_on_host(first, power, status);
        break;
      case Finder::super_smoother:
        super_smoother_to_host<Backend>(exec_, curves, grid, power, status, folding.super_smoother,
                                        stream);
        break;
      case Finder::phase_dispersion:
        phase_dispersion_to_host<Backend>(exec_, curves, grid, power, status, {folding.phase_bins},
                                          stream);
        break;
      case Finder::conditional_entropy:
        conditional_entropy_to_host<Backend>(exec_, curves, grid, power, status,
                                             {folding.phase_bins, folding.value_bins}, stream);
        break;
    }
  }
};

}  // namespace siderum::apps
