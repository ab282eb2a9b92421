// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/phase_rotation.hpp>
#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/phase.hpp>

namespace siderum::portable::product {

/// The frequencies of the lines of a table, in steps of a grid: first + line * step.
struct WaveLines {
  double first;
  double step;
};

/// store(line, j, cosine, sine) for `lines` frequencies and groups of native_lanes<Real> times,
/// whose count is a multiple: phases are rotated in FP64 from one line to the next, and restarted
/// exactly every `wave_restart` lines.
inline constexpr int wave_restart = 32;
template <class Real, class Operations, class Store>
void tabulate_waves(int lines, WaveLines const& at, FrequencyGrid const& grid, double const* time,
                    int count, Store const& store) {
  using Cycles = Lanes<double, native_lanes<Real>>;
  typename Operations::template SinCos<double> const sin_cos;
  typename Operations::PhaseRotation const rotate;
  for (int j = 0; j < count; j += native_lanes<Real>) {
    Cycles const t = Cycles::load(time + j);
    auto const phase = [&](SplitFrequency const& f) {
      return sin_cos(reduced_cycles(Cycles(f.high), Cycles(f.low), t));
    };
    SinCosValue<Cycles> const step = phase(SplitFrequency::on_grid(0.0, grid.step, at.step));
    SinCosValue<Cycles> x{};
    for (int line = 0; line < lines; ++line) {
      x = line % wave_restart == 0
              ? phase(SplitFrequency::on_grid(grid.first, grid.step, at.first + line * at.step))
              : rotate(x, step);
      store(line, j, convert<Real>(x.cos), convert<Real>(x.sin));
    }
  }
}

}  // namespace siderum::portable::product
