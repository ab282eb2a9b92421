// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/detail/harmonic_transform/shared_runs.hpp>

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace siderum::detail {

namespace {

using portable::PairRange;
using portable::RingPair;

/// Of the Fourier transforms of each pair of a run: pixels, those of rings that stand alone at
/// their price.
std::vector<double> costs_of(std::vector<RingPair> const& pairs, PairRange run, double price) {
  auto const length = [&](std::int64_t p) { return pairs[static_cast<std::size_t>(p)].first.nphi; };
  std::vector<double> cost;
  for (std::int64_t p = run.begin; p < run.end; ++p) {
    RingPair const& pair = pairs[static_cast<std::size_t>(p)];
    bool const has_like = (p > run.begin && length(p - 1) == length(p)) ||
                          (p + 1 < run.end && length(p + 1) == length(p));
    std::int64_t const pixels = pair.first.nphi + (pair.has_second ? pair.second.nphi : 0);
    cost.push_back((has_like ? 1.0 : price) * static_cast<double>(pixels));
  }
  return cost;
}

/// Where the stretches of a run begin: a pair belongs to the one in which its middle lies.
std::vector<std::int64_t> divide(std::vector<double> const& cost, PairRange run, int ranks) {
  double const all = std::accumulate(cost.begin(), cost.end(), 0.0);
  std::vector<std::int64_t> begin{run.begin};
  double before = 0.0;
  std::size_t pair = 0;
  for (int rank = 1; rank < ranks; ++rank) {
    double const end = all * rank / ranks;
    for (; pair < cost.size() && before + 0.5 * cost[pair] < end; ++pair) {
      before += cost[pair];
    }
    begin.push_back(run.begin + static_cast<std::int64_t>(pair));
  }
  begin.push_back(run.end);
  return begin;
}

/// Groups to and fro, 0 1 2 2 1 0 0 1 ...: low orders, which have more degrees and rings, fall to
/// all alike.
std::vector<std::vector<std::int64_t>> deal_orders(std::int64_t mmax, int ranks) {
  std::vector<std::vector<std::int64_t>> orders(static_cast<std::size_t>(ranks));
  for (std::int64_t m = 0; m <= mmax; ++m) {
    std::int64_t const turn = m / portable::order_group % (2 * ranks);
    orders[static_cast<std::size_t>(std::min(turn, 2 * ranks - 1 - turn))].push_back(m);
  }
  return orders;
}

}  // namespace

SharedRuns::SharedRuns(std::vector<RingPair> const& pairs, std::int64_t most,
                       HarmonicShare const* share, double price) {
  int const rank = share == nullptr ? 0 : share->rank;
  int const ranks = share == nullptr ? 1 : share->ranks;
  auto const all = static_cast<std::int64_t>(pairs.size());
  for (std::int64_t begin = 0; begin < all; begin += most) {
    SharedRun run;
    run.pairs = {begin, std::min(begin + most, all)};
    run.begin = divide(costs_of(pairs, run.pairs, price), run.pairs, ranks);
    PairRange const part = run.of_rank(rank);
    auto const first = static_cast<std::int64_t>(own_.size());
    run.own = {first, first + part.count()};
    run.own_slot = 2 * (part.begin - begin);
    longest_ = std::max(longest_, part.count());
    for (std::int64_t p = part.begin; p < part.end; ++p) {
      append(pairs[static_cast<std::size_t>(p)]);
    }
    runs_.push_back(std::move(run));
  }
  if (share == nullptr) {
    own_ = pairs;
  }
}

void SharedRuns::append(RingPair const& pair) {
  own_.push_back(pair);
  RingPair& own = own_.back();
  for (Ring* const ring : {&own.first, &own.second}) {
    if (ring == &own.first || own.has_second) {
      ring->first = pixels_;
      ring->stride = 1;
      pixels_ += ring->nphi;
    }
  }
}

std::vector<std::int64_t> groups_by_process(std::vector<std::vector<std::int64_t>> const& orders) {
  constexpr std::int64_t size = portable::order_group;
  std::vector<std::int64_t> begin;
  std::int64_t next = 0;
  for (std::vector<std::int64_t> const& of_process : orders) {
    for (std::int64_t const m : of_process) {
      if (m % size == 0) {
        auto const group = static_cast<std::size_t>(m / size);
        begin.resize(std::max(begin.size(), group + 1));
        begin[group] = next;
        next += size;
      }
    }
  }
  return begin;
}

HarmonicParts parts_of(RingGrid const& grid, std::int64_t mmax, std::vector<RingPair> const& pairs,
                       SharedRuns const& runs, int ranks) {
  std::unordered_map<std::int64_t, std::int64_t> number;  // of rings, by their first pixels
  number.reserve(grid.rings().size());
  for (Ring const& ring : grid.rings()) {
    number.emplace(ring.first, static_cast<std::int64_t>(number.size()));
  }
  HarmonicParts parts{deal_orders(mmax, ranks), {}};
  parts.rings.resize(static_cast<std::size_t>(ranks));
  for (SharedRun const& run : runs.runs()) {
    for (int rank = 0; rank < ranks; ++rank) {
      auto& rings = parts.rings[static_cast<std::size_t>(rank)];
      PairRange const part = run.of_rank(rank);
      for (std::int64_t p = part.begin; p < part.end; ++p) {
        RingPair const& pair = pairs[static_cast<std::size_t>(p)];
        rings.push_back(number.at(pair.first.first));
        if (pair.has_second) {
          rings.push_back(number.at(pair.second.first));
        }
      }
    }
  }
  return parts;
}

}  // namespace siderum::detail
