// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <type_traits>
#include <variant>

#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/frequency_range.hpp>

namespace siderum::detail {

/// Stands for a method that a space does not have; resolve_method never chooses it.
struct NoSums {};

template <class Sums>
using available_t = std::conditional_t<Sums::is_available, Sums, NoSums>;

/// The sums of a periodogram by the method that was chosen: slots and epilogues as in TrigSums,
/// whichever it is. Lives until the work is done.
template <class Backend, class Exec, class Real>
class PowerSums {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Series = TrigSeries<Real, MemorySpace>;
  using Slots = Kokkos::View<std::int64_t const*, MemorySpace>;
  using Direct = typename Backend::template TrigSums<Exec, Real>;
  using Nufft = available_t<typename Backend::template NufftSums<Exec, Real>>;
  using Product = available_t<typename Backend::template ProductSums<Exec, Real>>;

  /// @param options  with the method of the sums and their tolerance, as sums_of_power gives them
  PowerSums(Exec const& exec, Series const& series, FrequencyGrid const& grid, FrequencyRange range,
            LombScargleOptions const& options)
      : sums_(make(exec, series, grid, range, options)) {}

  PowerSums(Exec const& exec, Series const& series, FrequencyList<MemorySpace> const& list,
            FrequencyRange range, LombScargleOptions const& options)
      : sums_(std::in_place_type<Direct>, exec, series, list, mean_of(options), range) {}

  Slots slots() const {
    return visit([](auto const& sums) -> Slots { return sums.slots(); });
  }
  std::int64_t slot_count() const {
    return visit([](auto const& sums) -> std::int64_t { return sums.slot_count(); });
  }

  template <class Epilogue>
  void operator()(Epilogue const& epilogue, std::string const& label) const {
    visit([&](auto const& sums) { sums(epilogue, label); });
  }

 private:
  using Choice = std::variant<Direct, Nufft, Product>;

  static MeanSums mean_of(LombScargleOptions const& options) {
    return options.fit_mean == FitMean::yes ? MeanSums::yes : MeanSums::no;
  }

  static Choice make(Exec const& exec, Series const& series, FrequencyGrid const& grid,
                     FrequencyRange range, LombScargleOptions const& options) {
    if constexpr (!std::is_same_v<Nufft, NoSums>) {
      if (options.method == Method::nufft) {
        return Choice(std::in_place_type<Nufft>, exec, series, grid, mean_of(options), range,
                      options.tolerance, options.work_bytes);
      }
    }
    if constexpr (!std::is_same_v<Product, NoSums>) {
      if (options.method == Method::product) {
        return Choice(std::in_place_type<Product>, exec, series, grid, mean_of(options), range,
                      options.work_bytes);
      }
    }
    return Choice(std::in_place_type<Direct>, exec, series, grid, mean_of(options), range);
  }

  template <class Call>
  auto visit(Call const& call) const {
    if constexpr (!std::is_same_v<Nufft, NoSums>) {
      if (auto const* const transforms = std::get_if<Nufft>(&sums_)) {
        return call(*transforms);
      }
    }
    if constexpr (!std::is_same_v<Product, NoSums>) {
      if (auto const* const products = std::get_if<Product>(&sums_)) {
        return call(*products);
      }
    }
    return call(std::get<Direct>(sums_));
  }

  Choice sums_;
};

}  // namespace siderum::detail
