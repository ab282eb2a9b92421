// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include <siderum/core/ring_grids/rows.hpp>

namespace siderum {

namespace {

constexpr long double pi = std::numbers::pi_v<long double>;

/// What a rule is made of: theta_j = turn(j) pi / (2 half_turn), whole numbers.
struct Rule {
  GridKind kind;
  char const* name;
  std::int64_t half_turn;  ///< 2 theta_j = pi turn(j) / half_turn
  std::int64_t first;      ///< turn(j) = first + 2 j
  std::int64_t exact_lmax;
};

Rule describe(EquidistantRule rule, std::int64_t n) {
  switch (rule) {
    case EquidistantRule::clenshaw_curtis:
      return {GridKind::clenshaw_curtis, "Clenshaw-Curtis", n - 1, 0, (n - 1) / 2};
    case EquidistantRule::fejer1:
      return {GridKind::fejer1, "Fejer 1", n, 1, (n - 1) / 2};
    case EquidistantRule::fejer2:
      return {GridKind::fejer2, "Fejer 2", n + 1, 2, (n - 1) / 2};
    case EquidistantRule::driscoll_healy:
      return {GridKind::driscoll_healy, "Driscoll-Healy", n, 0, (n - 2) / 2};
  }
  return {};
}

/// cos and sin of whole multiples of pi / (2 half_turn), from tables: the sums below take O(n^2) of
/// them, whose angles repeat.
class Turns {
 public:
  explicit Turns(std::int64_t half_turn) : period_(4 * half_turn) {
    for (std::int64_t k = 0; k < period_; ++k) {
      long double const angle =
          2.0L * pi * static_cast<long double>(k) / static_cast<long double>(period_);
      cosine_.push_back(std::cos(angle));
      sine_.push_back(std::sin(angle));
    }
  }
  long double cosine(std::int64_t k) const {
    return cosine_[static_cast<std::size_t>(k % period_)];
  }
  long double sine(std::int64_t k) const { return sine_[static_cast<std::size_t>(k % period_)]; }

 private:
  std::int64_t period_;
  std::vector<long double> cosine_;
  std::vector<long double> sine_;
};

/// sum_{k=1}^{last} cos(2 k theta) / (4 k^2 - 1)
long double cosine_sum(Turns const& turns, std::int64_t turn, std::int64_t last) {
  long double sum = 0.0L;
  for (std::int64_t k = 1; k <= last; ++k) {
    auto const square = static_cast<long double>(4 * k * k - 1);
    sum += turns.cosine(2 * k * turn) / square;
  }
  return sum;
}

/// sum_{k=0}^{last} sin((2 k + 1) theta) / (2 k + 1)
long double sine_sum(Turns const& turns, std::int64_t turn, std::int64_t last) {
  long double sum = 0.0L;
  for (std::int64_t k = 0; k <= last; ++k) {
    sum += turns.sine((2 * k + 1) * turn) / static_cast<long double>(2 * k + 1);
  }
  return sum;
}

// The formulas of Waldvogel 2006 (BIT 46, 195) and of Driscoll & Healy 1994.
long double weight(EquidistantRule rule, Turns const& turns, std::int64_t n, std::int64_t turn) {
  auto const count = static_cast<long double>(n);
  switch (rule) {
    case EquidistantRule::clenshaw_curtis: {
      std::int64_t const steps = n - 1;
      long double sum = 1.0L - 2.0L * cosine_sum(turns, turn, (steps - 1) / 2);
      if (steps % 2 == 0) {
        sum -= turns.cosine(steps * turn) / static_cast<long double>(steps * steps - 1);
      }
      return (turn == 0 ? 1.0L : 2.0L) / static_cast<long double>(steps) * sum;
    }
    case EquidistantRule::fejer1:
      return 2.0L / count * (1.0L - 2.0L * cosine_sum(turns, turn, n / 2));
    case EquidistantRule::fejer2:
      return 4.0L * turns.sine(turn) / (count + 1.0L) * sine_sum(turns, turn, (n - 1) / 2);
    case EquidistantRule::driscoll_healy:
      return 4.0L * turns.sine(turn) / count * sine_sum(turns, turn, n / 2 - 1);
  }
  return 0.0L;
}

}  // namespace

RingGrid equidistant_grid(EquidistantRule rule, std::int64_t rings, std::int64_t nphi) {
  detail::validate_rows(
      rings, rule == EquidistantRule::fejer1 || rule == EquidistantRule::fejer2 ? 1 : 2, nphi);
  SIDERUM_VALIDATE(rule != EquidistantRule::driscoll_healy || rings % 2 == 0,
                   "A Driscoll-Healy grid has " + std::to_string(rings) +
                       " rings (their number is even). Give one ring more.");
  Rule const facts = describe(rule, rings);
  Turns const turns(facts.half_turn);
  std::vector<Ring> rows(static_cast<std::size_t>(rings));
  for (std::int64_t j = 0; j < rings; ++j) {
    std::int64_t const turn = facts.first + 2 * j;
    // Mirrored, so that both halves are the same to the last bit.
    std::int64_t const northern = std::min(turn, 2 * facts.half_turn - turn);
    long double const theta =
        0.5L * pi * static_cast<long double>(northern) / static_cast<long double>(facts.half_turn);
    rows[static_cast<std::size_t>(j)] = detail::make_row(
        {theta, weight(rule, turns, rings, northern)}, j, turn > facts.half_turn, nphi);
  }
  return RingGrid(
      facts.kind,
      std::string(facts.name) + " " + std::to_string(rings) + " x " + std::to_string(nphi),
      std::move(rows), rings * nphi, std::min(facts.exact_lmax, (nphi - 1) / 2));
}

}  // namespace siderum
