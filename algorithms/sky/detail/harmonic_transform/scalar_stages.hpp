// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <siderum/algorithms/sky/detail/harmonic_transform/mode_stages.hpp>
#include <siderum/backends/backend.hpp>

/// The stages of scalars; included where they are instantiated.
namespace siderum::detail {

/// Scalars: the Legendre stages by themselves.
template <class Backend, class Real, class Exec>
class ScalarStages final : public ModeStages<Exec, Real> {
 public:
  using Base = ModeStages<Exec, Real>;
  using typename Base::Coefficients;
  using typename Base::Memory;
  using typename Base::Modes;

  explicit ScalarStages(StagesInput<Exec> const& input)
      : tables_(portable::make_legendre_tables(input.exec, input.request.range, input.orders)),
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

/// Of any field.
template <class Backend, class Real, class Exec>
std::unique_ptr<ModeStages<Exec, Real>> make_stages(StagesInput<Exec> const& input) {
  if (input.request.field == Field::scalar) {
    return std::make_unique<ScalarStages<Backend, Real, Exec>>(input);
  }
  return make_spin_stages<Backend, Real>(input);
}

}  // namespace siderum::detail
