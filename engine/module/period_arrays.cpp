// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/period_arrays.hpp>

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>
#include <siderum/algorithms/periods/detail/piece_stream/pieces.hpp>
#include <siderum/algorithms/periods/finder_search.hpp>
#include <siderum/algorithms/periods/lomb_scargle_shared.hpp>
#include <siderum/algorithms/periods/lomb_scargle_stream.hpp>
#include <siderum/algorithms/periods/multi_harmonic.hpp>
#include <siderum/algorithms/periods/multiband.hpp>
#include <siderum/core/allocate.hpp>
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

/// The powers of some objects.
template <class Real>
struct PowerRows {
  PowerView<Real, ModuleSpace> power;
  StatusView<ModuleSpace> status;  ///< without elements: not wanted

  std::int64_t objects() const { return static_cast<std::int64_t>(power.extent(0)); }
  PowerRows part(std::int64_t first, std::int64_t last) const {
    auto const rows = std::make_pair(first, last);
    PowerRows some{Kokkos::subview(power, rows, Kokkos::ALL), {}};
    if (status.extent(0) != 0) {
      some.status = Kokkos::subview(status, rows);
    }
    return some;
  }
};

/// The best of some objects.
template <class Real>
struct BestRows {
  BestPeriods<Real, ModuleSpace> best;

  std::int64_t objects() const { return static_cast<std::int64_t>(best.index.extent(0)); }
  BestRows part(std::int64_t first, std::int64_t last) const {
    auto const rows = std::make_pair(first, last);
    return {{Kokkos::subview(best.index, rows), Kokkos::subview(best.power, rows),
             Kokkos::subview(best.status, rows)}};
  }
};

/// Where the search of one call finds what it reads, and puts what it writes. An observer is told
/// between pieces on hosts: of a search by Lomb-Scargle, or of the objects.
template <class Backend, class Real>
class Searcher {
 public:
  Searcher(ModuleSpace const& exec, CurveArrays<Real> const& curves, ArraySearch const& search,
           Execution const& execution)
      : exec_(exec),
        curves_(curves),
        search_(search),
        progress_(is_host<ModuleSpace> ? execution.progress : nullptr),
        options_(fitting(search.options, execution)) {}

  void write_power(Array<Real> const& power, Array<ObjectStatus> const& status) const {
    PowerRows<Real> const rows{table_view(power), line_view(status)};
    auto const by_model = [&](auto const& curves, auto const& frequencies, auto const& options,
                              PowerRows<Real> const& to) {
      if constexpr (std::is_same_v<std::decay_t<decltype(options)>, MultibandOptions>) {
        siderum::multiband<Backend>(exec_, curves, frequencies, to.power, to.status, options);
      } else {
        siderum::multi_harmonic<Backend>(exec_, curves, frequencies, to.power, to.status, options);
      }
    };
    auto const* const list = std::get_if<Array<double const>>(&search_.frequencies);
    if (list != nullptr && has_model()) {
      auto const frequencies = mirror_to(exec_, view_frequency_list(elements(*list)));
      search_by_model(frequencies, rows, by_model);
      return;
    }
    search(
        rows,
        [&](auto const& curves, auto const& frequencies, PowerRows<Real> const& to) {
          siderum::lomb_scargle<Backend>(exec_, curves, frequencies, to.power, to.status, options_);
        },
        by_model,
        [&](auto const& curves, auto const& frequencies, PowerRows<Real> const& to) {
          siderum::search_by_finder<Backend>(exec_, curves, frequencies, to.power, to.status,
                                             *search_.finder);
        });
  }

  void write_best(BestPeriodArrays<Real> const& arrays) const {
    BestRows<Real> const rows{
        {line_view(arrays.index), line_view(arrays.power), line_view(arrays.status)}};
    search(
        rows,
        [&](auto const& curves, auto const& frequencies, BestRows<Real> const& to) {
          siderum::best_periods<Backend>(exec_, curves, frequencies, to.best, options_);
        },
        [&](auto const& curves, FrequencyGrid const& grid, auto const& options,
            BestRows<Real> const& to) {
          if constexpr (std::is_same_v<std::decay_t<decltype(options)>, MultibandOptions>) {
            siderum::best_multiband<Backend>(exec_, curves, grid, to.best, options);
          } else {
            siderum::best_multi_harmonic<Backend>(exec_, curves, grid, to.best, options);
          }
        },
        [&](auto const& curves, auto const& frequencies, BestRows<Real> const& to) {
          siderum::best_by_finder<Backend>(exec_, curves, frequencies, to.best, *search_.finder);
        });
  }

  /// As the functions above choose it.
  SumMethod method() const {
    if (search_.finder) {
      return {};
    }
    return std::visit(
        [&]<class Frequencies>(Frequencies const& given) -> SumMethod {
          if constexpr (std::is_same_v<Frequencies, FrequencyGrid>) {
            SumMethod how{method_on(given)};
            if (how.method == Method::nufft) {
              how.tolerance = siderum::tolerance_of<Real>(periodogram(), given.count);
            }
            return how;
          } else {
            return {Method::direct};
          }
        },
        search_.frequencies);
  }

 private:
  using Curves = LightCurves<Real, ModuleMemory>;

  MultibandOptions of_bands() const {
    return search_.multiband.value_or(
        MultibandOptions{.base_terms = search_.terms, .periodogram = options_});
  }
  LombScargleOptions periodogram() const {
    return search_.bands > 1 ? of_bands().periodogram : options_;
  }
  int harmonics() const { return search_.bands > 1 ? harmonics_of(of_bands()) : search_.terms; }

  Method method_on(FrequencyGrid const& grid) const {
    if (curves_.offsets.empty()) {
      return siderum::detail::resolve_shared_method<Backend, ModuleSpace, Real>(
          curves_.value.rows, curves_.time.size(), grid, options_);
    }
    Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const offsets(curves_.offsets.data(),
                                                                       curves_.offsets.size());
    return siderum::detail::resolve_method<Backend, ModuleSpace, Real>(offsets, grid, periodogram(),
                                                                       harmonics());
  }

  bool has_model() const { return search_.bands > 1 || (search_.terms != 1 && !search_.finder); }

  /// Calls work(curves, where their results go) for all objects, or for some at a time.
  template <class Rows, class Work>
  void in_pieces(Curves const& curves, Rows const& rows, Work const& work) const {
    if constexpr (is_host<ModuleSpace>) {
      if (progress_ != nullptr) {
        constexpr std::int64_t pieces = 16;
        std::int64_t const most = (rows.objects() + pieces - 1) / pieces;
        for (std::int64_t first = 0; first < rows.objects(); first += most) {
          std::int64_t const last = std::min(first + most, rows.objects());
          work(slice(curves, first * search_.bands, last * search_.bands), rows.part(first, last));
          exec_.fence("siderum::arrays::piece");
          progress_->advance(last, rows.objects());
        }
        return;
      }
    }
    work(curves, rows);
  }

  /// Whether Lomb-Scargle on a grid was done in pieces, which an observer is told of: stretches of
  /// the grid too, of few objects.
  bool is_streamed(Curves const& curves, FrequencyGrid const& grid,
                   PowerRows<Real> const& rows) const {
    if constexpr (is_host<ModuleSpace>) {
      if (progress_ != nullptr) {
        auto const status = rows.status.extent(0) != 0
                                ? rows.status
                                : allocate<StatusView<ModuleSpace>>(
                                      exec_, "siderum::arrays::status", rows.objects());
        stream().power(curves, grid, rows.power, status, options_);
        return true;
      }
    }
    return false;
  }
  bool is_streamed(Curves const& curves, FrequencyGrid const& grid,
                   BestRows<Real> const& rows) const {
    if constexpr (is_host<ModuleSpace>) {
      if (progress_ != nullptr) {
        stream().best(curves, grid, {rows.best.index, rows.best.power, rows.best.status}, options_);
        return true;
      }
    }
    return false;
  }
  template <class Frequencies, class Rows>
  bool is_streamed(Curves const&, Frequencies const&, Rows const&) const {
    return false;
  }

  LombScargleStream<ModuleSpace, Real, Backend> stream() const {
    return LombScargleStream<ModuleSpace, Real, Backend>(exec_, {.progress = progress_});
  }

  template <class Frequencies, class Rows, class Model>
  void search_by_model(Frequencies const& frequencies, Rows const& rows,
                       Model const& by_model) const {
    auto const curves = view_curves(exec_, curves_);
    bool const is_banded = search_.bands > 1;
    auto const chosen = with_method(curves, frequencies, periodogram(), harmonics());
    in_pieces(curves, rows, [&](Curves const& some, Rows const& to) {
      if (is_banded) {
        MultibandOptions options = of_bands();
        options.periodogram = chosen;
        by_model(MultibandCurves<Real, ModuleMemory>{some, search_.bands}, frequencies, options,
                 to);
      } else {
        by_model(some, frequencies,
                 MultiHarmonicOptions{.terms = search_.terms, .periodogram = chosen}, to);
      }
    });
  }

  static int harmonics_of(MultibandOptions const& options) {
    bool const is_flexible = options.method == MultibandMethod::flexible;
    return is_flexible ? std::max(options.base_terms, options.band_terms) : options.base_terms;
  }

  /// Chosen once for all objects, so that it does not depend on the pieces.
  template <class Frequencies>
  LombScargleOptions with_method(Curves const& curves, Frequencies const& frequencies,
                                 LombScargleOptions options, int harmonics) const {
    if constexpr (std::is_same_v<Frequencies, FrequencyGrid>) {
      if (progress_ != nullptr) {
        options.method = siderum::detail::resolve_method<Backend, ModuleSpace, Real>(
            curves.host_offsets, frequencies, options, harmonics);
      }
    }
    return options;
  }

  /// Calls the one of the functions that the search is done by.
  template <class Rows, class LombScargle, class Model, class Finder>
  void search(Rows const& rows, LombScargle const& by_lomb_scargle, Model const& by_model,
              Finder const& by_finder) const {
    auto const* const grid = std::get_if<FrequencyGrid>(&search_.frequencies);
    if (curves_.offsets.empty()) {
      by_lomb_scargle(view_shared(curves_), *grid, rows);
      return;
    }
    if (has_model()) {
      search_by_model(*grid, rows, by_model);
      return;
    }
    auto const curves = view_curves(exec_, curves_);
    std::visit(
        [&](auto const& given) {
          auto const frequencies = view_frequencies(given);
          if (!search_.finder && is_streamed(curves, frequencies, rows)) {
            return;
          }
          in_pieces(curves, rows, [&](Curves const& some, Rows const& to) {
            search_.finder ? by_finder(some, frequencies, to)
                           : by_lomb_scargle(some, frequencies, to);
          });
        },
        search_.frequencies);
  }

  ModuleSpace const& exec_;
  CurveArrays<Real> const& curves_;
  ArraySearch const& search_;
  ProgressObserver* progress_;  ///< null: nobody is told
  LombScargleOptions options_;
};

}  // namespace

template <class Real>
SumMethod periodograms(CurveArrays<Real> const& curves, ArraySearch const& search,
                       Array<Real> const& power, Array<ObjectStatus> const& status,
                       Execution const& execution) {
  SumMethod how;
  in_order_of(curves.time.where, execution, [&]<class Backend>(ModuleSpace const& exec, Backend) {
    Searcher<Backend, Real> const searcher(exec, curves, search, execution);
    searcher.write_power(power, status);
    how = searcher.method();
  });
  return how;
}

template <class Real>
SumMethod best_periods(CurveArrays<Real> const& curves, ArraySearch const& search,
                       BestPeriodArrays<Real> const& best, Execution const& execution) {
  SumMethod how;
  in_order_of(curves.time.where, execution, [&]<class Backend>(ModuleSpace const& exec, Backend) {
    Searcher<Backend, Real> const searcher(exec, curves, search, execution);
    searcher.write_best(best);
    how = searcher.method();
  });
  return how;
}

template SumMethod periodograms<double>(CurveArrays<double> const&, ArraySearch const&,
                                        Array<double> const&, Array<ObjectStatus> const&,
                                        Execution const&);
template SumMethod periodograms<float>(CurveArrays<float> const&, ArraySearch const&,
                                       Array<float> const&, Array<ObjectStatus> const&,
                                       Execution const&);
template SumMethod best_periods<double>(CurveArrays<double> const&, ArraySearch const&,
                                        BestPeriodArrays<double> const&, Execution const&);
template SumMethod best_periods<float>(CurveArrays<float> const&, ArraySearch const&,
                                       BestPeriodArrays<float> const&, Execution const&);

}  // namespace siderum::engine::on_space
