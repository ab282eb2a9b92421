// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/detail/harmonic_transform/stream_pieces.hpp>

#include <siderum/algorithms/sky/harmonic_transform_stream.hpp>
#include <siderum/backends/portable/legendre_synthesis.hpp>
#include <siderum/backends/portable/legendre_tables.hpp>

namespace siderum::detail {

namespace {

using portable::order_group;
using portable::OrderRange;
using portable::pair_granule;
using portable::PairRange;
using portable::RingPair;

/// Modes of a whole transform in one run.
constexpr std::int64_t usual_bytes_of_modes = std::int64_t{2} << 30;

std::int64_t count_of(HarmonicRange range, OrderRange orders) {
  return range.index(orders.end, orders.end) - range.index(orders.begin, orders.begin);
}

/// Of coefficients, their tables (LegendreTables), what these take while they are made, and scalars
/// (SpinScalars).
double bytes_of_coefficients(HarmonicRequest const& request, OrderRange orders,
                             std::size_t bytes_of_real) {
  double const of_rows = 2.0 * static_cast<double>(bytes_of_real) +
                         (request.field == Field::scalar ? 0.0 : 2.0 * sizeof(double));
  return static_cast<double>(count_of(request.range, orders)) *
             (3.0 * sizeof(double) + static_cast<double>(request.maps) * of_rows) +
         static_cast<double>(
             portable::legendre::bytes_of_alpha_stretches(request.range, orders.count()));
}

}  // namespace

StreamRun::StreamRun(std::vector<RingPair> const& pairs, PairRange range)
    : range_(range), begin_{0} {
  for (std::int64_t p = range.begin; p < range.end; ++p) {
    pairs_.push_back(pairs[static_cast<std::size_t>(p)]);
    RingPair& pair = pairs_.back();
    for (Ring* const ring : {&pair.first, &pair.second}) {
      if (ring == &pair.first || pair.has_second) {
        rings_.push_back(*ring);
        ring->first = begin_.back();
        ring->stride = 1;
        begin_.push_back(begin_.back() + ring->nphi);
      }
    }
  }
}

StreamSizes::StreamSizes(HarmonicRequest const& request, std::vector<RingPair> const& pairs,
                         std::size_t bytes_of_real)
    : request_(request),
      pairs_(pairs),
      bytes_of_real_(bytes_of_real),
      run_(detail::pairs_of_run(
          static_cast<std::int64_t>(pairs.size()), bytes_of_pair(request, bytes_of_real),
          request.work_bytes > 0 ? request.work_bytes : usual_bytes_of_modes, pair_granule)) {}

std::vector<StreamRun> StreamSizes::runs() const {
  std::vector<StreamRun> runs;
  auto const all = static_cast<std::int64_t>(pairs_.size());
  for (std::int64_t begin = 0; begin < all; begin += run_) {
    runs.emplace_back(pairs_, PairRange{begin, std::min(begin + run_, all)});
  }
  return runs;
}

std::int64_t StreamSizes::groups() const {
  return request_.range.mmax / order_group + 1;
}

/// As many coefficients in each as whole groups of orders allow.
std::vector<OrderRange> StreamSizes::blocks() const {
  std::int64_t const end = request_.range.mmax + 1;
  double const of_block = static_cast<double>(request_.range.count()) / double(blocks_);
  std::vector<OrderRange> blocks{{0, 0}};
  for (std::int64_t m = 0; m < end; m += order_group) {
    OrderRange const larger{blocks.back().begin, std::min(m + order_group, end)};
    if (blocks.back().count() > 0 &&
        static_cast<double>(count_of(request_.range, larger)) > of_block) {
      blocks.push_back({m, larger.end});
    } else {
      blocks.back() = larger;
    }
  }
  return blocks;
}

double StreamSizes::bytes_of_run() const {
  std::int64_t most = 0;
  std::vector<StreamRun> const runs = this->runs();
  for (StreamRun const& run : runs) {
    most = std::max(most, run.pixels());
  }
  double const maps = static_cast<double>(request_.maps * most) *
                      static_cast<double>(bytes_of_real_) * (runs.size() > 1 ? 2.0 : 1.0);
  return maps +
         static_cast<double>(run_) * static_cast<double>(bytes_of_pair(request_, bytes_of_real_));
}

double StreamSizes::bytes_of_block() const {
  double most = 0.0;
  for (OrderRange const& block : blocks()) {
    most = std::max(most, bytes_of_coefficients(request_, block, bytes_of_real_));
  }
  return most;
}

std::int64_t StreamSizes::smallest_run() const {
  return std::min<std::int64_t>(pair_granule, static_cast<std::int64_t>(pairs_.size()));
}

bool StreamSizes::shrink() {
  bool const can_halve_runs = run_ > smallest_run();
  bool const can_halve_blocks = blocks_ < groups();
  if (!can_halve_runs && !can_halve_blocks) {
    return false;
  }
  if (can_halve_runs && (!can_halve_blocks || bytes_of_run() >= bytes_of_block())) {
    run_ = std::max<std::int64_t>(1, (run_ + 1) / 2 / pair_granule) * pair_granule;
  } else {
    blocks_ = std::min(2 * blocks_, groups());
  }
  return true;
}

}  // namespace siderum::detail

namespace siderum {

double least_bytes_of_stream(HarmonicRange range, Field field, std::size_t bytes_of_real) {
  detail::HarmonicRequest const request = detail::make_harmonic_request(field, range, 0, 0);
  portable::OrderRange const first{0, std::min(portable::order_group, request.range.mmax + 1)};
  return detail::bytes_of_coefficients(request, first, bytes_of_real) +
         static_cast<double>(detail::bytes_of_pair(request, bytes_of_real));
}

double smallest_bytes_of_stream(RingGrid const& grid, HarmonicRange range, Field field,
                                std::size_t bytes_of_real) {
  detail::HarmonicRequest const request = detail::make_harmonic_request(field, range, 0, 0);
  std::vector<portable::RingPair> const pairs = portable::pair_rings(grid, request.range, field);
  detail::StreamSizes sizes(request, pairs, bytes_of_real);
  while (sizes.shrink()) {
  }
  return sizes.bytes();
}

}  // namespace siderum
