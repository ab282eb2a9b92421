// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <variant>

#include <siderum/algorithms/periods/candidates.hpp>
#include <siderum/algorithms/periods/finder_search.hpp>
#include <siderum/engine/module/search_run.hpp>

namespace siderum::engine {

/// A search with one of the finders that fold and sort the points.
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
  using Frequencies = siderum::detail::SearchedFrequencies<typename Exec::memory_space>;

  bool has_candidates() const { return search_.candidates.has_value(); }

  // A score knows its own frequency alone.
  std::int64_t stretch_unit_of_best() const override {
    return has_candidates() ? 0 : siderum::stretch_unit;
  }

  bool needs_no_power() const override { return has_candidates() || Base::needs_no_power(); }

  // In pieces, of which the progress is told; candidates come from periodograms in memory.
  void search_for_best() override {
    std::int64_t const pieces = pieces_of_best();
    std::int64_t most = (curves_.objects() + pieces - 1) / pieces;
    if (has_candidates()) {
      most = std::min(most, this->template rows_in_memory<Exec>());
    }
    this->in_pieces(most,
                    [this](std::int64_t first, std::int64_t rows) { best_of_rows(first, rows); });
  }

  // A device idles at the end of each piece: one is worth some 0.4 s of an H200.
  std::int64_t pieces_of_best() const {
    constexpr std::int64_t most = 16;
    constexpr double work_of_piece = is_host<Exec> ? 0.0 : 0x1p33;  // points x frequencies
    double const work =
        static_cast<double>(curves_.points()) * static_cast<double>(search_.grid.count);
    return work >= most * work_of_piece
               ? most
               : std::max<std::int64_t>(1, static_cast<std::int64_t>(work / work_of_piece));
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
    if (search_.candidates) {
      best_candidates<Backend>(exec_, piece, search_.grid, this->excluded(exec_), best,
                               {.peaks = static_cast<int>(search_.candidates->peaks),
                                .half_window = search_.candidates->half_window,
                                .lomb_scargle = options_,
                                .super_smoother = std::get<SuperSmootherOptions>(*search_.finder),
                                .memory_fraction = this->stream_options(nullptr).memory_fraction});
    } else {
      best_by_finder<Backend>(exec_, piece, in_memory({search_.grid, this->searched_range()}), best,
                              *search_.finder);
    }
  }

  // Long curves take half of what is free beside the curves and the results.
  Frequencies in_memory(Frequencies frequencies) const {
    if (double const bytes = this->template bytes_to_take<Exec>(); bytes > 0.0) {
      frequencies.work_bytes =
          std::min(frequencies.work_bytes, static_cast<std::int64_t>(bytes / 2.0));
    }
    return frequencies;
  }

  void compute_power(Curves const& piece, PowerView<Real, Exec> const& power,
                     StatusView<Exec> const& status) override {
    search_by_finder<Backend>(exec_, piece, in_memory(search_.grid), power, status,
                              *search_.finder);
  }

  void compute_power_on_host(std::int64_t first, HostPower const& power,
                             HostStatus const& status) override {
    auto const curves = slice(curves_, first, first + static_cast<std::int64_t>(power.extent(0)));
    search_by_finder_to_host<Backend>(exec_, curves, search_.grid, power, status, *search_.finder,
                                      this->stream_options(nullptr));
  }
};

}  // namespace siderum::engine
