// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/kept_sky.hpp>

#include <memory>
#include <optional>
#include <string>

#include <siderum/algorithms/sky/detail/rotate_coefficients/validate.hpp>
#include <siderum/algorithms/sky/random_coefficients.hpp>
#include <siderum/core/error.hpp>
#include <siderum/engine/calls/check_search.hpp>
#include <siderum/engine/calls/check_sky.hpp>
#include <siderum/engine/calls/shared_sky.hpp>
#include <siderum/engine/loader/communicator.hpp>
#include <siderum/engine/loader/made_on_module.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/observers.hpp>
#include <siderum/engine/loader/placement.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

namespace {

/// Zeros where weights are, as check_map_numbers sees them.
std::vector<double> masked(RingGrid const& grid, std::span<double const> map,
                           std::span<double const> weight) {
  std::vector<double> seen(map.begin(), map.end());
  auto const pixels = static_cast<std::size_t>(grid.pixels());
  double const scale = weight_scale(weight);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (scale * weight[i % pixels] == 0.0) {
      seen[i] = 0.0;
    }
  }
  return seen;
}

}  // namespace

class KeptSky::Session {
 public:
  Session(RingGrid const& of_grid, HarmonicRange of_range, Field of_field,
          Execution const& execution, std::int64_t fields)
      : grid(of_grid), range(of_range), field(of_field), execution_(on_named_device(execution)) {
    validate(range);
    check_memory_fraction(execution_);
    SIDERUM_VALIDATE(fields >= 1, "A sky is of " + std::to_string(fields) +
                                      " fields (which are transformed together). Give 1 or more.");
    TransformSize size{grid.pixels(), range, field};
    size.fields = fields;
    if (distributed::Communicator* const all = communicator()) {
      shared_ = make_kept_together(*all, grid, size, execution_);
      return;
    }
    own_.emplace(execution_, [&](Module& module) {
      TransformRanks alone;
      alone.is_kept = true;
      module.check_memory(size, execution_, alone);
      return module.make_kept(grid, range, field, fields, RingWeights::off, nullptr, execution_);
    });
  }

  /// Calls job with what is kept, as jobs of its device are called.
  template <class Job>
  auto operator()(Job const& job) const {
    if (shared_) {
      return job(*shared_);
    }
    return (*own_)([&](Module&, KeptTransform& kept) { return job(kept); });
  }

  WorkingPrecision precision() const { return working_precision(execution_); }

  RingGrid const grid;
  HarmonicRange const range;
  Field const field;

 private:
  Execution execution_;
  std::optional<MadeOnModule<KeptTransform>> own_;
  std::unique_ptr<KeptTransform> shared_;  ///< of several processes; begins jobs by itself
};

KeptSky::KeptSky(RingGrid const& grid, HarmonicRange range, Field field, Execution const& execution,
                 std::int64_t fields)
    : session_(std::make_unique<Session>(grid, range, field, execution, fields)) {}

KeptSky::~KeptSky() = default;

void KeptSky::set_coefficients(std::span<std::complex<double> const> a_lm) {
  check_coefficient_numbers(session_->range, session_->field, a_lm, session_->precision());
  (*session_)([&](KeptTransform& kept) { kept.set_coefficients(a_lm); });
}

void KeptSky::set_map(std::span<double const> map, std::span<double const> weight) {
  RingGrid const& grid = session_->grid;
  SIDERUM_VALIDATE(weight.empty() || std::ssize(weight) == grid.pixels(),
                   "There are weights of " + std::to_string(weight.size()) +
                       " pixels (the map has " + std::to_string(grid.pixels()) +
                       "). Give one for each pixel.");
  check_map_numbers(grid, session_->field, map, weight, session_->precision());
  if (weight.empty()) {
    (*session_)([&](KeptTransform& kept) { kept.set_map(map); });
    return;
  }
  std::vector<double> const seen = masked(grid, map, weight);
  (*session_)([&](KeptTransform& kept) { kept.set_map(seen); });
}

void KeptSky::set_random(std::span<std::vector<double> const> spectra, std::uint64_t seed) {
  check_spectra(session_->field, session_->range, spectra);
  (*session_)([&](KeptTransform& kept) { kept.set_random(spectra, seed); });
}

void KeptSky::synthesise() {
  (*session_)([](KeptTransform& kept) { kept.synthesise(); });
}

AnalysisResult KeptSky::analyse(AnalysisMethod const& method) {
  static_cast<void>(analysis_size(session_->grid.pixels(), session_->range, session_->field,
                                  method.iterations, method.tolerance));
  AnalysisMethod observed = method;
  observed.observe = watched(method.observe);
  return (*session_)(
      [&](KeptTransform& kept) { return kept.analyse(observed, has_weight(observed)); });
}

void KeptSky::scale_degrees(std::vector<std::vector<double>> const& filter) {
  check_filter(session_->range, session_->field, filter);
  (*session_)([&](KeptTransform& kept) { kept.scale_degrees(filter); });
}

void KeptSky::rotate(EulerAngles const& angles) {
  detail::validate_rotation(session_->range, angles);
  (*session_)([&](KeptTransform& kept) { kept.rotate(angles); });
}

std::vector<std::complex<double>> KeptSky::coefficients() const {
  return (*session_)([](KeptTransform const& kept) { return kept.coefficients(); });
}

std::vector<double> KeptSky::map() const {
  return (*session_)([](KeptTransform const& kept) { return kept.map(); });
}

std::vector<NamedSpectrum> KeptSky::spectra() const {
  return (*session_)([](KeptTransform const& kept) { return kept.spectra(); });
}

}  // namespace siderum::engine
