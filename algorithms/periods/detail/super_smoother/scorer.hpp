// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/super_smoother/multi_pass.hpp>
#include <siderum/algorithms/periods/detail/super_smoother/single_pass.hpp>

namespace siderum {

/// Scorer of FoldAndSort: smooths the sorted points and says what that takes off their variance.
/// The values have mean 0 and variance 1, the weights mean 1: chi0 = 1.
template <SmootherVariant variant, WindowEnds window_ends = WindowEnds::wrap>
struct SmootherScorer {
  SmootherRules rules;
  SmootherScore kind;

  static constexpr bool ordered = true;
  static constexpr WindowEnds ends = window_ends;

  /// The result is owned too.
  static constexpr int owned =
      1 + (variant == SmootherVariant::multi_pass ? MultiPass<portable::HostGroup<double>>::owned
                                                  : SinglePass<portable::HostGroup<double>>::owned);

  KOKKOS_FUNCTION ScorerNeeds needs(int points) const {
    return {owned, MultiPass<portable::HostGroup<double>>::columns,
            ends == WindowEnds::wrap ? rules.widest(points) : 0};
  }

  /// The phase less a half: sums of its powers are smaller.
  template <class Number>
  SIDERUM_NUMBER_FUNCTION Number place(Number const& phase) const {
    return phase - Number(0.5);
  }

  /// Whether score_plain may be called.
  KOKKOS_FUNCTION bool plain() const { return rules.span == 0.0 && rules.whole_exponent >= 0; }

  template <class Group>
  SIDERUM_NUMBER_FUNCTION typename Group::Number score_plain(Group& group,
                                                             typename Group::Alarm& alarm) const {
    typename Group::Owned const fit = group.owned();
    auto const least = least_spread(group, 1.0);
    if constexpr (variant == SmootherVariant::multi_pass) {
      MultiPass<Group>(group, rules, least).smooth_plain(fit, alarm);
    } else {
      SinglePass<Group>(group, rules, least).smooth_plain(fit, alarm);
    }
    return score_of(group, fit, least);
  }

  template <class Group>
  SIDERUM_NUMBER_FUNCTION typename Group::Number score(Group& group) const {
    typename Group::Owned const fit = group.owned();
    auto const least = least_spread(group, 1.0);
    smooth(group, fit, least);
    return score_of(group, fit, least);
  }

  template <class Group>
  SIDERUM_NUMBER_FUNCTION typename Group::Number score_of(
      Group& group, typename Group::Owned const& fit, typename Group::Total const& least) const {
    using Number = typename Group::Number;
    using Real = typename Group::Real;
    using Sum = typename Group::Total;
    Sum const total = group.total([&](auto at) {
      Number const residual = group.y[at] - fit[at];
      return Sum(convert<double>(group.w[at] * residual * residual));
    });
    double const points = group.points();
    double const scale = kind == SmootherScore::power ? 0.5 * points : 1.0;
    Sum const none(0.0);
    // Where all phases are one, the fit is the mean.
    return convert<Real>(select_less(
        none, least, Sum(scale) * multiply_add(total, Sum(-1.0 / points), Sum(1.0)), none));
  }

  template <class Group>
  SIDERUM_NUMBER_FUNCTION void smooth(Group& group, typename Group::Owned const& fit,
                                      typename Group::Total const& least) const {
    if (rules.span > 0.0) {
      MultiPass<Group>(group, rules, least)
          .fixed_span(fit, SmootherRules::half_width(rules.span, group.points()));
    } else if constexpr (variant == SmootherVariant::multi_pass) {
      MultiPass<Group>(group, rules, least).smooth(fit);
    } else {
      SinglePass<Group>(group, rules, least).smooth(fit);
      if (rules.average && group.ties()) {
        group.average_ties(fit);
      }
    }
  }
};

}  // namespace siderum
