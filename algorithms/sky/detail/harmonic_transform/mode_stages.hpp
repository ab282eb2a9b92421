// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <siderum/algorithms/sky/detail/harmonic_transform/validate.hpp>
#include <siderum/backends/portable/legendre/make_tables.hpp>
#include <siderum/backends/portable/legendre_analysis.hpp>
#include <siderum/backends/portable/ring_modes.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/stage_tuning.hpp>

/// The way between coefficients and Fourier modes of rings, of one kind of field.
namespace siderum::detail {

template <class Exec, class Real>
class ModeStages {
 public:
  using Memory = typename Exec::memory_space;
  using Coefficients = HarmonicCoefficients<Real, Memory>;
  using Modes = portable::RingModes<Real, Memory>;

  ModeStages() = default;
  virtual ~ModeStages() = default;
  ModeStages(ModeStages const&) = delete;
  ModeStages& operator=(ModeStages const&) = delete;

  /// Before the first run of pairs.
  virtual void begin_synthesis(Coefficients const& coefficients) const = 0;
  /// Modes of a run of pairs.
  virtual void synthesis(Coefficients const& coefficients, portable::PairRange run,
                         Modes const& modes) const = 0;
  /// Takes the modes of a run, in order from the first; may change them.
  virtual void analysis(Modes const& modes, portable::PairRange run,
                        Coefficients const& coefficients) const = 0;
  /// After the last run.
  virtual void end_analysis(Coefficients const& coefficients) const = 0;
  /// Bytes of tables and work space.
  virtual std::int64_t bytes() const = 0;

 protected:
  static portable::SumInto sum_into(portable::PairRange run) {
    return run.begin == 0 ? portable::SumInto::nothing : portable::SumInto::present;
  }
  template <class View>
  static std::int64_t bytes_of(View const& view) {
    return static_cast<std::int64_t>(view.span() * sizeof(*view.data()));
  }
};

/// What a plan makes its stages of.
template <class Exec>
struct StagesInput {
  Exec const& exec;
  HarmonicRequest const& request;
  std::vector<portable::RingPair> const& pairs;
  std::vector<std::int64_t> const& orders;  ///< that are treated
  portable::OrderRange block;               ///< orders that coefficients are there of
  std::int64_t run;                         ///< the most pairs of a run
  StageTuning const& tuning;
};

/// Coefficients of some neighbouring orders, not initialised. Throws OutOfMemory.
template <class Real, class Exec>
HarmonicCoefficients<Real, typename Exec::memory_space> allocate_block(Exec const& exec,
                                                                       std::string const& label,
                                                                       HarmonicRange range,
                                                                       portable::OrderRange block,
                                                                       std::int64_t maps) {
  using Coefficients = HarmonicCoefficients<Real, typename Exec::memory_space>;
  std::int64_t const first = range.index(block.begin, block.begin);
  std::int64_t const count = range.index(block.end, block.end) - first;
  return {range, allocate<decltype(Coefficients::values)>(exec, label, maps, count), first};
}

/// Stages of a field with spin: compiled once for both precisions.
template <class Backend, class Real, class Exec>
std::unique_ptr<ModeStages<Exec, Real>> make_spin_stages(StagesInput<Exec> const& input);

}  // namespace siderum::detail
