// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <siderum/algorithms/sky/detail/iterative_analysis/lsmr.hpp>
#include <siderum/algorithms/sky/detail/iterative_analysis/validate.hpp>
#include <siderum/algorithms/sky/detail/iterative_analysis/work.hpp>
#include <siderum/algorithms/sky/iterative_analysis.hpp>

/// Definitions of iterative_analysis.hpp; included where they are instantiated.
namespace siderum {

namespace detail::iterative {

/// One call: its arguments, and how it ends.
/// @tparam Exec  where the maps and coefficients of the plan are
template <class Exec, class Real, class Plan>
class Analysis {
 public:
  using Coefficients = typename Plan::Coefficients;
  using Map = typename Plan::Map;
  using ConstantMap = typename Plan::ConstantMap;

  Analysis(Exec const& exec, Plan const& plan, ConstantMap const& map, Coefficients const& solution,
           IterativeAnalysisOptions const& options)
      : plan_(plan),
        map_(map),
        solution_(solution),
        options_(options),
        launch_(exec, plan, solution.maps()) {}

  IterativeAnalysisResult jacobi() {
    plan_.analysis(map_, solution_);
    std::vector<double> const whole = launch_.squares(solution_);
    Map const rest = map_like("rest");
    Coefficients const change = coefficients_like("change");
    std::vector<double> const one(whole.size(), 1.0);
    std::vector<double> const minus_one(whole.size(), -1.0);
    while (goes_on()) {
      plan_.synthesis(solution_, rest);
      launch_.combine(rest, one, map_, minus_one, rest);
      plan_.analysis(rest, change);
      launch_.combine(solution_.values, one, solution_.values, one, change.values);
      std::vector<double> ratio = launch_.squares(change);
      for (std::size_t group = 0; group < ratio.size(); ++group) {
        ratio[group] = ratio[group] == 0.0 ? 0.0 : std::sqrt(ratio[group] / whole[group]);
      }
      note(largest_of(ratio));
    }
    return end(whole);
  }

  /// @param weight  of the pixels; no extent: those of the rings
  IterativeAnalysisResult lsmr(ConstantMap const& weight) {
    if (weight.extent(0) > 0) {
      validate_weights(largest_of(launch_.pixel_sums(PixelSum::bad_weights, map_, weight)));
    }
    LsmrVectors const work = start(weight);
    std::vector<double> first;
    for (Lsmr const& system : systems_) {
      first.push_back(system.alpha());
    }
    while (goes_on()) {
      step(work, weight);
      std::vector<double> residual;
      for (Lsmr const& system : systems_) {
        residual.push_back(system.residual());
      }
      note(largest_of(residual));
    }
    return end(first);
  }

 private:
  struct LsmrVectors {
    Map u;
    Map image;
    Coefficients v;
    Coefficients h;
    Coefficients hbar;
    Coefficients image_v;
  };

  LsmrVectors start(ConstantMap const& weight) {
    LsmrVectors const work{
        map_like("u"),          map_like("image"),         coefficients_like("v"),
        coefficients_like("h"), coefficients_like("hbar"), coefficients_like("image_v")};
    systems_.resize(launch_.groups());
    std::vector<double> const none(systems_.size(), 0.0);
    Kokkos::deep_copy(launch_.exec(), work.u, map_);
    std::vector<double> const beta = roots(launch_.pixel_sums(PixelSum::squares, work.u, weight));
    transpose(work, weight);
    launch_.combine(work.v.values, reciprocals(beta), work.image_v.values, none,
                    work.image_v.values);
    std::vector<double> const alpha = roots(launch_.squares(work.v));
    for (std::size_t group = 0; group < systems_.size(); ++group) {
      systems_[group].start(beta[group], alpha[group]);
    }
    launch_.combine(work.h.values, reciprocals(alpha), work.v.values, none, work.v.values);
    launch_.combine(work.hbar.values, none, work.h.values, none, work.h.values);
    launch_.combine(solution_.values, none, work.h.values, none, work.h.values);
    return work;
  }

  void step(LsmrVectors const& work, ConstantMap const& weight) {
    std::vector<bool> active;
    std::vector<double> of_image, of_u;
    for (Lsmr const& system : systems_) {
      active.push_back(system.is_active());
      of_image.push_back(active.back() ? 1.0 / system.alpha() : 0.0);
      of_u.push_back(active.back() ? -system.alpha() / system.beta() : 0.0);
    }
    plan_.synthesis(work.v, work.image);
    launch_.combine(work.u, of_image, work.image, of_u, work.u);
    std::vector<double> const beta = roots(launch_.pixel_sums(PixelSum::squares, work.u, weight));
    transpose(work, weight);
    std::vector<double> of_v;
    for (std::size_t group = 0; group < systems_.size(); ++group) {
      of_v.push_back(active[group] ? -beta[group] / systems_[group].alpha() : 0.0);
    }
    launch_.combine(work.v.values, reciprocals(beta), work.image_v.values, of_v, work.v.values);
    std::vector<double> const alpha = roots(launch_.squares(work.v));
    std::vector<Lsmr::Factors> factors(systems_.size());
    for (std::size_t group = 0; group < systems_.size(); ++group) {
      if (active[group]) {
        factors[group] = systems_[group].advance(beta[group], alpha[group]);
      }
    }
    update(work, factors);
  }

  void update(LsmrVectors const& work, std::vector<Lsmr::Factors> const& factors) const {
    using Memory = typename Exec::memory_space;
    std::vector<double> to_hbar, to_solution, to_h, of_v;
    for (Lsmr::Factors const& each : factors) {
      to_hbar.push_back(each.to_hbar);
      to_solution.push_back(each.to_solution);
      to_h.push_back(each.to_h);
      of_v.push_back(each.of_v);
    }
    LsmrUpdater<Real, Memory> const updater{work.v.values,
                                            launch_.copy(launch_.for_rows(to_hbar)),
                                            launch_.copy(launch_.for_rows(to_solution)),
                                            launch_.copy(launch_.for_rows(to_h)),
                                            launch_.copy(launch_.for_rows(of_v)),
                                            work.hbar.values,
                                            work.h.values,
                                            solution_.values};
    launch_.for_each_column("siderum::iterative_analysis::lsmr[portable]", work.v.values, updater);
  }

  /// image_v = S^T W u
  void transpose(LsmrVectors const& work, ConstantMap const& weight) const {
    if (weight.extent(0) > 0) {
      PixelWeighter<Real, typename Exec::memory_space> const weighter{work.u, weight, work.image};
      launch_.for_each_column("siderum::iterative_analysis::weight[portable]", work.u, weighter);
      plan_.adjoint_synthesis(work.image, work.image_v);
    } else if (plan_.grid().has_weights()) {
      plan_.analysis(work.u, work.image_v);
    } else {
      plan_.adjoint_synthesis(work.u, work.image_v);
    }
  }

  static std::vector<double> roots(std::vector<double> squares) {
    for (double& value : squares) {
      value = std::sqrt(value);
    }
    return squares;
  }

  static std::vector<double> reciprocals(std::vector<double> values) {
    for (double& value : values) {
      value = Lsmr::reciprocal(value);
    }
    return values;
  }

  Map map_like(std::string const& name) const {
    return allocate_work<Map>(launch_.exec(), "siderum::iterative_analysis::" + name,
                              map_.extent(0), map_.extent(1));
  }

  Coefficients coefficients_like(std::string const& name) const {
    return {solution_.range, allocate_work<decltype(Coefficients::values)>(
                                 launch_.exec(), "siderum::iterative_analysis::" + name,
                                 solution_.values.extent(0), solution_.values.extent(1))};
  }

  bool goes_on() const {
    bool const reached = options_.tolerance > 0.0 && result_.residual <= options_.tolerance;
    return !reached && result_.iterations < options_.iterations;
  }

  void note(double residual) {
    ++result_.iterations;
    result_.residual = residual;
    if (options_.observer != nullptr) {
      // It may end the call, and nothing may be under way then.
      launch_.exec().fence("siderum::iterative_analysis::step");
      options_.observer->observe(result_.iterations, residual);
    }
  }

  /// @param first  norms of the first coefficients, of each group
  IterativeAnalysisResult end(std::vector<double> const& first) const {
    IterativeAnalysisResult result = result_;
    double const size = largest_of(first);
    if (size == 0.0) {
      result.residual = 0.0;
    }
    if (!std::isfinite(size) || !std::isfinite(result.residual)) {
      result.outcome = IterationOutcome::not_converged;
    } else if (options_.tolerance > 0.0) {
      result.outcome = result.residual <= options_.tolerance ? IterationOutcome::tolerance_reached
                                                             : IterationOutcome::not_converged;
    }
    return result;
  }

  Plan const& plan_;
  ConstantMap map_;
  Coefficients solution_;
  IterativeAnalysisOptions options_;
  Launcher<Exec, Real> launch_;
  std::vector<Lsmr> systems_;
  IterativeAnalysisResult result_;
};

template <class Real, class Exec, class Plan>
IterativeAnalysisResult analyse(Exec const& exec, Plan const& plan,
                                typename Plan::ConstantMap const& map,
                                typename Plan::Coefficients const& a_lm,
                                IterativeAnalysisOptions const& options) {
  validate_iterations(options);
  Kokkos::Profiling::ScopedRegion const region("siderum::iterative_analysis::of_map");
  Analysis<Exec, Real, Plan> analysis(exec, plan, map, a_lm, options);
  return options.method == IterativeMethod::jacobi ? analysis.jacobi() : analysis.lsmr({});
}

template <class Real, class Exec, class Plan>
IterativeAnalysisResult analyse_weighted(Exec const& exec, Plan const& plan,
                                         typename Plan::ConstantMap const& map,
                                         typename Plan::ConstantMap const& weight,
                                         typename Plan::Coefficients const& a_lm,
                                         IterativeAnalysisOptions const& options) {
  validate_iterations(options);
  auto const extent = [](auto const& view, int dimension) {
    return static_cast<std::int64_t>(view.extent(dimension));
  };
  validate_weight_extents({extent(weight, 0), extent(weight, 1), extent(map, 0), extent(map, 1)});
  Kokkos::Profiling::ScopedRegion const region("siderum::iterative_analysis::of_weighted_map");
  Analysis<Exec, Real, Plan> analysis(exec, plan, map, a_lm, options);
  return analysis.lsmr(weight);
}

}  // namespace detail::iterative

template <class Exec, class Real, class Backend>
IterativeAnalysisResult iterative_analysis(
    Exec const& exec, HarmonicTransform<Exec, Real, Backend> const& plan,
    typename HarmonicTransform<Exec, Real, Backend>::ConstantMap const& map,
    typename HarmonicTransform<Exec, Real, Backend>::Coefficients const& a_lm,
    IterativeAnalysisOptions const& options) {
  return detail::iterative::analyse<Real>(exec, plan, map, a_lm, options);
}

template <class Exec, class Real, class Backend>
IterativeAnalysisResult weighted_analysis(
    Exec const& exec, HarmonicTransform<Exec, Real, Backend> const& plan,
    typename HarmonicTransform<Exec, Real, Backend>::ConstantMap const& map,
    typename HarmonicTransform<Exec, Real, Backend>::ConstantMap const& weight,
    typename HarmonicTransform<Exec, Real, Backend>::Coefficients const& a_lm,
    IterativeAnalysisOptions const& options) {
  return detail::iterative::analyse_weighted<Real>(exec, plan, map, weight, a_lm, options);
}

template <class Exec, class Real, class Backend>
IterativeAnalysisResult iterative_analysis(
    HarmonicTransformStream<Exec, Real, Backend> const& stream,
    typename HarmonicTransformStream<Exec, Real, Backend>::ConstantMap const& map,
    typename HarmonicTransformStream<Exec, Real, Backend>::Coefficients const& a_lm,
    IterativeAnalysisOptions const& options) {
  Kokkos::DefaultHostExecutionSpace const host;
  return detail::iterative::analyse<Real>(host, stream, map, a_lm, options);
}

template <class Exec, class Real, class Backend>
IterativeAnalysisResult weighted_analysis(
    HarmonicTransformStream<Exec, Real, Backend> const& stream,
    typename HarmonicTransformStream<Exec, Real, Backend>::ConstantMap const& map,
    typename HarmonicTransformStream<Exec, Real, Backend>::ConstantMap const& weight,
    typename HarmonicTransformStream<Exec, Real, Backend>::Coefficients const& a_lm,
    IterativeAnalysisOptions const& options) {
  Kokkos::DefaultHostExecutionSpace const host;
  return detail::iterative::analyse_weighted<Real>(host, stream, map, weight, a_lm, options);
}

}  // namespace siderum
