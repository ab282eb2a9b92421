// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/period_arrays.hpp>

#include <span>
#include <variant>
#include <vector>

#include <siderum/algorithms/periods/detail/piece_stream/pieces.hpp>
#include <siderum/algorithms/periods/finder_search.hpp>
#include <siderum/algorithms/periods/lomb_scargle_shared.hpp>
#include <siderum/algorithms/periods/multi_harmonic.hpp>
#include <siderum/algorithms/periods/multiband.hpp>
#include <siderum/core/shared_curves.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>
#include <siderum/engine/module/array_views.hpp>
#include <siderum/engine/module/jobs.hpp>

namespace siderum::engine::on_space {

namespace {

template <class T>
std::span<T> elements(Array<T> const& array) {
  return {array.data, static_cast<std::size_t>(array.size())};
}

/// Views of the points. Numbers on a device are not looked at.
template <class Real>
LightCurves<Real, ModuleMemory> view_curves(ModuleSpace const& exec,
                                            CurveArrays<Real> const& curves) {
  if constexpr (is_host<ModuleSpace>) {
    return view_light_curves<Real>(elements(curves.time), elements(curves.value),
                                   elements(curves.error), curves.offsets);
  } else {
    validate_offsets(curves.offsets, elements(curves.time).size());
    // The host's go with the call, which kernels outlive; what plans read them is done by then.
    std::vector<std::int64_t> const offsets(curves.offsets.begin(), curves.offsets.end());
    return {line_view(curves.time), line_view(curves.value), line_view(curves.error),
            copy_to_work(exec, "siderum::arrays::offsets", offsets),
            Kokkos::View<std::int64_t const*, Kokkos::HostSpace>(curves.offsets.data(),
                                                                 curves.offsets.size())};
  }
}

template <class Real>
SharedCurves<Real, ModuleMemory> view_shared(CurveArrays<Real> const& curves) {
  if constexpr (is_host<ModuleSpace>) {
    return view_shared_curves<Real>(elements(curves.time), elements(curves.value),
                                    elements(curves.error));
  } else {
    return {line_view(curves.time), table_view(curves.value), line_view(curves.error)};
  }
}

FrequencyGrid view_frequencies(FrequencyGrid const& grid) {
  return grid;
}
// A template, so that the branch of the other kind of space is not compiled.
template <class Space = ModuleSpace>
FrequencyList<typename Space::memory_space> view_frequencies(Array<double const> const& list) {
  if constexpr (is_host<Space>) {
    return view_frequency_list(elements(list));
  } else {
    return {line_view(list)};
  }
}

/// Work space as the memory of the device allows.
LombScargleOptions fitting(LombScargleOptions const& options, Execution const& execution) {
  if constexpr (is_host<ModuleSpace>) {
    return options;
  } else {
    using Facts = backend::default_for_t<ModuleSpace>::DeviceFactsOf<ModuleSpace>;
    double const bytes = execution.memory_fraction * static_cast<double>(Facts()().free_memory);
    return bytes > 0.0 ? siderum::detail::with_memory(options, bytes) : options;
  }
}

/// Where the search of one call finds what it reads, and puts what it writes.
template <class Backend, class Real>
class Searcher {
 public:
  Searcher(ModuleSpace const& exec, CurveArrays<Real> const& curves, ArraySearch const& search,
           Execution const& execution)
      : exec_(exec),
        curves_(curves),
        search_(search),
        options_(fitting(search.options, execution)) {}

  void write_power(Array<Real> const& power, Array<ObjectStatus> const& status) const {
    auto const rows = table_view(power);
    auto const states = line_view(status);
    auto const by_model = [&](auto const& curves, auto const& frequencies) {
      siderum::multi_harmonic<Backend>(exec_, curves, frequencies, rows, states, model());
    };
    auto const by_model_of_bands = [&](auto const& curves, auto const& frequencies) {
      siderum::multiband<Backend>(exec_, curves, frequencies, rows, states, model_of_bands());
    };
    auto const* const list = std::get_if<Array<double const>>(&search_.frequencies);
    if (list != nullptr && has_model()) {
      auto const frequencies = mirror_to(exec_, view_frequency_list(elements(*list)));
      search_by_model(frequencies, by_model, by_model_of_bands);
      return;
    }
    search(
        [&](auto const& curves, auto const& frequencies) {
          siderum::lomb_scargle<Backend>(exec_, curves, frequencies, rows, states, options_);
        },
        by_model, by_model_of_bands,
        [&](auto const& curves, auto const& frequencies) {
          siderum::search_by_finder<Backend>(exec_, curves, frequencies, rows, states,
                                             *search_.finder);
        });
  }

  void write_best(BestPeriodArrays<Real> const& arrays) const {
    BestPeriods<Real, ModuleSpace> const best{line_view(arrays.index), line_view(arrays.power),
                                              line_view(arrays.status)};
    search(
        [&](auto const& curves, auto const& frequencies) {
          siderum::best_periods<Backend>(exec_, curves, frequencies, best, options_);
        },
        [&](auto const& curves, FrequencyGrid const& grid) {
          siderum::best_multi_harmonic<Backend>(exec_, curves, grid, best, model());
        },
        [&](auto const& curves, FrequencyGrid const& grid) {
          siderum::best_multiband<Backend>(exec_, curves, grid, best, model_of_bands());
        },
        [&](auto const& curves, auto const& frequencies) {
          siderum::best_by_finder<Backend>(exec_, curves, frequencies, best, *search_.finder);
        });
  }

 private:
  bool has_model() const { return search_.bands > 1 || (search_.terms != 1 && !search_.finder); }

  template <class Frequencies, class Model, class BandModel>
  void search_by_model(Frequencies const& frequencies, Model const& by_model,
                       BandModel const& by_model_of_bands) const {
    auto const curves = view_curves(exec_, curves_);
    if (search_.bands > 1) {
      by_model_of_bands(MultibandCurves<Real, ModuleMemory>{curves, search_.bands}, frequencies);
    } else {
      by_model(curves, frequencies);
    }
  }

  /// Calls the one of the functions that the search is done by.
  template <class LombScargle, class Model, class BandModel, class Finder>
  void search(LombScargle const& by_lomb_scargle, Model const& by_model,
              BandModel const& by_model_of_bands, Finder const& by_finder) const {
    auto const* const grid = std::get_if<FrequencyGrid>(&search_.frequencies);
    if (curves_.offsets.empty()) {
      by_lomb_scargle(view_shared(curves_), *grid);
      return;
    }
    if (has_model()) {
      search_by_model(*grid, by_model, by_model_of_bands);
      return;
    }
    auto const curves = view_curves(exec_, curves_);
    std::visit(
        [&](auto const& given) {
          auto const frequencies = view_frequencies(given);
          search_.finder ? by_finder(curves, frequencies) : by_lomb_scargle(curves, frequencies);
        },
        search_.frequencies);
  }

  MultiHarmonicOptions model() const { return {.terms = search_.terms, .periodogram = options_}; }
  MultibandOptions model_of_bands() const {
    return search_.multiband.value_or(
        MultibandOptions{.base_terms = search_.terms, .periodogram = options_});
  }

  ModuleSpace const& exec_;
  CurveArrays<Real> const& curves_;
  ArraySearch const& search_;
  LombScargleOptions options_;
};

}  // namespace

template <class Real>
void periodograms(CurveArrays<Real> const& curves, ArraySearch const& search,
                  Array<Real> const& power, Array<ObjectStatus> const& status,
                  Execution const& execution) {
  in_order_of(curves.time.where, execution, [&]<class Backend>(ModuleSpace const& exec, Backend) {
    Searcher<Backend, Real>(exec, curves, search, execution).write_power(power, status);
  });
}

template <class Real>
void best_periods(CurveArrays<Real> const& curves, ArraySearch const& search,
                  BestPeriodArrays<Real> const& best, Execution const& execution) {
  in_order_of(curves.time.where, execution, [&]<class Backend>(ModuleSpace const& exec, Backend) {
    Searcher<Backend, Real>(exec, curves, search, execution).write_best(best);
  });
}

template void periodograms<double>(CurveArrays<double> const&, ArraySearch const&,
                                   Array<double> const&, Array<ObjectStatus> const&,
                                   Execution const&);
template void periodograms<float>(CurveArrays<float> const&, ArraySearch const&,
                                  Array<float> const&, Array<ObjectStatus> const&,
                                  Execution const&);
template void best_periods<double>(CurveArrays<double> const&, ArraySearch const&,
                                   BestPeriodArrays<double> const&, Execution const&);
template void best_periods<float>(CurveArrays<float> const&, ArraySearch const&,
                                  BestPeriodArrays<float> const&, Execution const&);

}  // namespace siderum::engine::on_space
