// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <utility>

#include <siderum/algorithms/sky/detail/harmonic_transform/mode_stages.hpp>
#include <siderum/backends/backend.hpp>

/// Definition of make_spin_stages; included where it is instantiated.
namespace siderum::detail {

/// Modes in the precision of maps from those in FP64, or back.
template <class To, class From>
struct ModesConverter {
  From from;
  To to;
  std::int64_t map;

  KOKKOS_FUNCTION void operator()(std::int64_t outer, std::int64_t inner) const {
    std::int64_t const slot = from.slot_stride == 1 ? inner : outer;
    std::int64_t const m = from.slot_stride == 1 ? outer : inner;
    using Value = std::remove_reference_t<decltype(to(0, 0, 0))>;
    using Part = typename Value::value_type;
    auto const value = from(map, slot, m);
    to(map, slot, m) = Value(static_cast<Part>(value.real()), static_cast<Part>(value.imag()));
  }
};

/// Fields of spin s by scalar transforms of coefficients up to lmax + s, and next to the poles by
/// themselves. Legendre stages are in FP64 (backends/portable/spin_scalars.hpp); rings are divided
/// by sin^s(theta) where they are transformed.
template <class Backend, class Real, class Exec>
class SpinStages final : public ModeStages<Exec, Real> {
 public:
  using Base = ModeStages<Exec, Real>;
  using typename Base::Coefficients;
  using typename Base::Memory;
  using typename Base::Modes;
  using Scalars = HarmonicCoefficients<double, Memory>;
  using WideModes = portable::RingModes<double, Memory>;

  explicit SpinStages(StagesInput<Exec> const& input)
      : exec_(input.exec),
        rows_(input.request.maps),
        block_(input.block),
        tables_(portable::make_legendre_tables(
            exec_, {input.request.range.lmax + spin(input.request.field), input.request.range.mmax},
            input.orders)),
        rings_(portable::make_legendre_rings(exec_, input.pairs)),
        scalars_(allocate_block<double>(exec_, "siderum::harmonic_transform::spin_scalars",
                                        tables_.range, input.block, rows_)),
        convert_(exec_, input.request.field, input.request.range, tables_.order),
        poles_(exec_, rings_, input.pairs, input.request.field, input.request.range, input.block,
               rows_),
        synthesis_(exec_, tables_, rings_, rows_, input.tuning),
        analysis_(exec_, tables_, rings_, rows_, input.tuning) {
    if constexpr (!std::is_same_v<Real, double>) {
      wide_ =
          portable::allocate_ring_modes<double>(exec_, input.run, tables_.range.mmax + 1, rows_);
    }
  }

  void begin_synthesis(Coefficients const& coefficients) const override {
    convert_.to_scalars(coefficients, scalars_of(coefficients));
  }

  void synthesis(Coefficients const& coefficients, portable::PairRange run,
                 Modes const& modes) const override {
    WideModes const& wide = in_wide(modes);
    synthesis_(scalars_of(coefficients), run, wide);
    poles_.synthesis(coefficients, run, wide);
    if constexpr (!std::is_same_v<Real, double>) {
      copy(wide, modes, run, coefficients.maps());
    }
  }

  void analysis(Modes const& modes, portable::PairRange run,
                Coefficients const& coefficients) const override {
    WideModes const& wide = in_wide(modes);
    if constexpr (!std::is_same_v<Real, double>) {
      copy(modes, wide, run, coefficients.maps());
    }
    poles_.analysis(wide, run, coefficients.maps(), this->sum_into(run));
    analysis_(wide, run, scalars_of(coefficients), this->sum_into(run));
  }

  void end_analysis(Coefficients const& coefficients) const override {
    convert_.from_scalars(scalars_of(coefficients), poles_.sums(), coefficients);
  }

  std::int64_t bytes() const override {
    return 6 * this->bytes_of(tables_.a) + this->bytes_of(scalars_.values) +
           this->bytes_of(wide_.values) + poles_.bytes() + synthesis_.bytes() + analysis_.bytes();
  }

 private:
  /// As many rows as a call has.
  Scalars scalars_of(Coefficients const& coefficients) const {
    return {
        scalars_.range,
        Kokkos::subview(scalars_.values,
                        std::pair<std::int64_t, std::int64_t>(0, coefficients.maps()), Kokkos::ALL),
        scalars_.first};
  }

  WideModes const& in_wide(Modes const& modes) const {
    if constexpr (std::is_same_v<Real, double>) {
      return modes;
    } else {
      return wide_;
    }
  }

  /// Of orders of the block: modes of others are those of other stages.
  template <class From, class To>
  void copy(From const& from, To const& to, portable::PairRange run, std::int64_t maps) const {
    std::int64_t const slots = 2 * run.count();
    bool const slots_inside = from.slot_stride == 1;
    for (std::int64_t map = 0; map < maps; ++map) {
      Kokkos::parallel_for("siderum::harmonic_transform::spin_modes[portable]",
                           slots_inside
                               ? PairPolicy<Exec>(exec_, {block_.begin, 0}, {block_.end, slots})
                               : PairPolicy<Exec>(exec_, {0, block_.begin}, {slots, block_.end}),
                           ModesConverter<To, From>{from, to, map});
    }
  }

  Exec exec_;
  std::int64_t rows_;
  portable::OrderRange block_;
  portable::LegendreTables<Memory> tables_;
  portable::LegendreRings<Memory> rings_;
  Scalars scalars_;
  WideModes wide_;
  typename Backend::template SpinScalars<Exec, Real> convert_;
  typename Backend::template SpinPoles<Exec> poles_;
  typename Backend::template LegendreSynthesis<Exec, double> synthesis_;
  typename Backend::template LegendreAnalysis<Exec, double> analysis_;
};

template <class Backend, class Real, class Exec>
std::unique_ptr<ModeStages<Exec, Real>> make_spin_stages(StagesInput<Exec> const& input) {
  return std::make_unique<SpinStages<Backend, Real, Exec>>(input);
}

}  // namespace siderum::detail
