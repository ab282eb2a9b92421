// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <siderum/algorithms/sky/detail/harmonic_transform/launch.hpp>
#include <siderum/algorithms/sky/detail/harmonic_transform/stream_copies.hpp>
#include <siderum/algorithms/sky/harmonic_transform_stream.hpp>

/// Definitions of harmonic_transform_stream.hpp; included where they are instantiated.
namespace siderum {

template <class Exec, class Real, class Backend>
class HarmonicTransformStream<Exec, Real, Backend>::Pieces {
 public:
  Pieces(Exec const& exec, RingGrid const& grid, HarmonicRange range,
         HarmonicStreamOptions const& options)
      : exec_(exec),
        copies_(instance_for_copies(exec)),
        request_(detail::make_harmonic_request(options.field, range, options.maps, 0)),
        grid_(grid),
        pairs_(portable::pair_rings(grid, request_.range, request_.field)),
        tuning_(options.tuning) {
    std::int64_t const memory = memory_of(options);
    detail::StreamSizes sizes(request_, pairs_, sizeof(Real));
    while (!fits(sizes, static_cast<double>(memory))) {
      if (!sizes.shrink()) {
        if (!refusal_.empty()) {
          throw OutOfMemory(refusal_);
        }
        double const needed = std::max(sizes.bytes(), static_cast<double>(bytes_));
        throw OutOfMemory("The smallest pieces of this transform need " + megabytes(needed) +
                          " at least (" + megabytes(static_cast<double>(memory)) +
                          " may be taken). Free memory, or take a smaller lmax.");
      }
    }
    parts_ = detail::parts_of(grid_, request_.range.mmax, pairs_,
                              detail::SharedRuns(pairs_, sizes.pairs_of_run(), nullptr), 1);
  }

  void to_map(Coefficients const& coefficients, Map const& map, portable::RingWeights weights,
              std::string const& label) const {
    validate(coefficients, map);
    Kokkos::Profiling::ScopedRegion const region(label);
    if (blocks_.size() == 1) {
      begin_block(0, coefficients);
    }
    for (std::size_t k = 0; k < runs_.size(); ++k) {
      exec_.fence("siderum::harmonic_transform_stream::run");
      for (std::size_t b = 0; b < blocks_.size(); ++b) {
        if (blocks_.size() > 1) {
          begin_block(b, coefficients);
        }
        stages_->synthesis(rows_of(block_, coefficients.maps()), runs_[k].range(), modes_);
      }
      ring_fft(k).synthesis(modes_, {0, runs_[k].range().count()}, piece(k, coefficients.maps()),
                            {weights, request_.field});
      if (k > 0) {
        detail::copy_run_out(copies_, runs_[k - 1], piece(k - 1, coefficients.maps()), map);
      }
    }
    exec_.fence("siderum::harmonic_transform_stream::run");
    detail::copy_run_out(copies_, runs_.back(), piece(runs_.size() - 1, coefficients.maps()), map);
    copies_.fence("siderum::harmonic_transform_stream::copy");
  }

  void to_coefficients(ConstantMap const& map, Coefficients const& coefficients,
                       portable::RingWeights weights, std::string const& label) const {
    validate(coefficients, map);
    Kokkos::Profiling::ScopedRegion const region(label);
    std::int64_t const rows = coefficients.maps();
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      make_block(b);
      Block const block = rows_of(block_, rows);
      if (b == 0 || runs_.size() > 1) {
        copy_in(0, map, rows);
      }
      for (std::size_t k = 0; k < runs_.size(); ++k) {
        ring_fft(k).analysis(piece(k, rows), {0, runs_[k].range().count()}, modes_,
                             {weights, request_.field});
        stages_->analysis(modes_, runs_[k].range(), block);
        if (k + 1 < runs_.size()) {
          copy_in(k + 1, map, rows);
        }
        exec_.fence("siderum::harmonic_transform_stream::run");
      }
      stages_->end_analysis(block);
      exec_.fence("siderum::harmonic_transform_stream::block");
      detail::copy_block_out(exec_, block, coefficients);
    }
  }

  RingGrid const& grid() const { return grid_; }
  HarmonicRange range() const { return request_.range; }
  Field field() const { return request_.field; }
  HarmonicParts const& parts() const { return parts_; }
  std::int64_t bytes() const { return bytes_; }
  std::int64_t runs() const { return std::ssize(runs_); }
  std::int64_t blocks() const { return std::ssize(blocks_); }

 private:
  using Memory = typename Exec::memory_space;
  using Block = HarmonicCoefficients<Real, Memory>;
  using Piece = MapView<Real, Memory>;
  using Stages = detail::ModeStages<Exec, Real>;
  using RingFft = typename Backend::template RingFft<Exec, Real>;

  /// Copies of a device go beside what it computes.
  static Exec instance_for_copies(Exec const& exec) {
    if constexpr (is_host<Exec>) {
      return exec;
    } else {
      return Kokkos::Experimental::partition_space(exec, 1).front();
    }
  }

  static std::int64_t memory_of(HarmonicStreamOptions const& options) {
    SIDERUM_VALIDATE(options.memory_bytes >= 0,
                     "The memory is " + std::to_string(options.memory_bytes) +
                         " bytes (it cannot be negative). Give 0 for what is free.");
    if (options.memory_bytes > 0) {
      return options.memory_bytes;
    }
    using Facts = typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>;
    std::int64_t const free = Facts()().free_memory;
    return (free > 0 ? free : std::int64_t{1} << 30) / 4 * 3;
  }

  static std::string megabytes(double bytes) {
    return std::to_string(static_cast<std::int64_t>(bytes * 1e-6) + 1) + " MB";
  }

  /// Makes what pieces of these sizes take, where that fits.
  bool fits(detail::StreamSizes const& sizes, double memory) {
    refusal_.clear();
    if (sizes.bytes() > memory) {
      return false;
    }
    try {
      make(sizes);
    } catch (OutOfMemory const& refusal) {
      refusal_ = refusal.what();
      clear();
      return false;
    }
    if (static_cast<double>(bytes_) > memory) {
      clear();
      return false;
    }
    return true;
  }

  void clear() {
    stages_.reset();
    rings_.reset();
    modes_ = {};
    block_ = {};
    pieces_[0] = pieces_[1] = {};
  }

  void make(detail::StreamSizes const& sizes) {
    runs_ = sizes.runs();
    blocks_ = sizes.blocks();
    run_ = sizes.pairs_of_run();
    std::int64_t most = 0;
    for (detail::StreamRun const& run : runs_) {
      most = std::max(most, run.pixels());
    }
    modes_ =
        portable::allocate_ring_modes<Real>(exec_, run_, request_.range.mmax + 1, request_.maps);
    for (std::size_t i = 0; i < std::min<std::size_t>(2, runs_.size()); ++i) {
      pieces_[i] = allocate<Kokkos::View<Real*, Memory>>(
          exec_, "siderum::harmonic_transform_stream::piece", request_.maps * most);
    }
    make_block(largest_block());
    std::int64_t of_rings = 0;
    for (std::size_t k = runs_.size(); k-- > 0;) {
      of_rings = std::max(of_rings, ring_fft(k).bytes());
    }
    auto const of = [](auto const& view) {
      return static_cast<std::int64_t>(view.span() * sizeof(*view.data()));
    };
    bytes_ = stages_->bytes() + of_rings + of(modes_.values) + of(block_.values) + of(pieces_[0]) +
             of(pieces_[1]);
  }

  std::size_t largest_block() const {
    std::size_t largest = 0;
    for (std::size_t b = 1; b < blocks_.size(); ++b) {
      largest = coefficients_of(b) > coefficients_of(largest) ? b : largest;
    }
    return largest;
  }
  std::int64_t coefficients_of(std::size_t b) const {
    HarmonicRange const& range = request_.range;
    return range.index(blocks_[b].end, blocks_[b].end) -
           range.index(blocks_[b].begin, blocks_[b].begin);
  }

  /// Stages and room for a block of orders; those that there are, if they are of this one.
  void make_block(std::size_t b) const {
    if (stages_ && made_ == b) {
      return;
    }
    portable::OrderRange const orders = blocks_[b];
    stages_.reset();
    block_ = {};
    block_ = detail::allocate_block<Real>(exec_, "siderum::harmonic_transform_stream::block",
                                          request_.range, orders, request_.maps);
    std::vector<std::int64_t> order(static_cast<std::size_t>(orders.count()));
    std::iota(order.begin(), order.end(), orders.begin);
    stages_ = detail::make_stages<Backend, Real, Exec>(
        {exec_, request_, pairs_, order, orders, run_, tuning_});
    made_ = b;
  }

  void begin_block(std::size_t b, Coefficients const& coefficients) const {
    make_block(b);
    Block const block = rows_of(block_, coefficients.maps());
    detail::copy_block_in(exec_, coefficients, block);
    stages_->begin_synthesis(block);
  }

  /// Ring transforms of a run: their tables can be larger than the pixels.
  RingFft const& ring_fft(std::size_t k) const {
    if (!rings_ || ring_run_ != k) {
      rings_.reset();
      rings_ = std::make_unique<RingFft>(exec_, runs_[k].pairs(), request_.maps,
                                         runs_[k].range().count());
      ring_run_ = k;
    }
    return *rings_;
  }

  /// As many rows as a call has.
  static Block rows_of(Block const& block, std::int64_t rows) {
    return {block.range,
            decltype(Block::values)(block.values.data(), static_cast<std::size_t>(rows),
                                    block.values.extent(1)),
            block.first};
  }

  /// Of two in turn.
  Piece piece(std::size_t k, std::int64_t rows) const {
    return Piece(pieces_[k % 2].data(), static_cast<std::size_t>(rows),
                 static_cast<std::size_t>(runs_[k].pixels()));
  }

  void copy_in(std::size_t k, ConstantMap const& map, std::int64_t rows) const {
    detail::copy_run_in(copies_, runs_[k], map, piece(k, rows));
    copies_.fence("siderum::harmonic_transform_stream::copy");
  }

  template <class AnyMap>
  void validate(Coefficients const& coefficients, AnyMap const& map) const {
    auto const extent = [](auto const& view, int dimension) {
      return static_cast<std::int64_t>(view.extent(dimension));
    };
    detail::validate_harmonic_extents(
        request_, grid_.name(), grid_.pixels(), coefficients.range,
        {extent(coefficients.values, 0), extent(coefficients.values, 1), extent(map, 0),
         extent(map, 1)});
  }

  Exec exec_;
  Exec copies_;
  detail::HarmonicRequest request_;
  RingGrid grid_;
  std::vector<portable::RingPair> pairs_;
  StageTuning tuning_;
  HarmonicParts parts_;
  std::vector<detail::StreamRun> runs_;
  std::vector<portable::OrderRange> blocks_;
  std::int64_t run_ = 0;
  std::int64_t bytes_ = 0;
  std::string refusal_;  ///< of the memory that was asked for last; empty: it was had
  portable::RingModes<Real, Memory> modes_;
  Kokkos::View<Real*, Memory> pieces_[2];
  // What the piece that is under way needs.
  mutable Block block_;
  mutable std::unique_ptr<Stages> stages_;
  mutable std::size_t made_ = 0;
  mutable std::unique_ptr<RingFft> rings_;
  mutable std::size_t ring_run_ = 0;
};

template <class Exec, class Real, class Backend>
HarmonicTransformStream<Exec, Real, Backend>::HarmonicTransformStream(
    Exec const& exec, RingGrid const& grid, HarmonicRange range,
    HarmonicStreamOptions const& options)
    : pieces_(std::make_unique<Pieces>(exec, grid, range, options)) {}

template <class Exec, class Real, class Backend>
HarmonicTransformStream<Exec, Real, Backend>::~HarmonicTransformStream() = default;

template <class Exec, class Real, class Backend>
void HarmonicTransformStream<Exec, Real, Backend>::synthesis(Coefficients const& coefficients,
                                                             Map const& map) const {
  pieces_->to_map(coefficients, map, portable::RingWeights::one,
                  "siderum::harmonic_transform_stream::synthesis");
}

template <class Exec, class Real, class Backend>
void HarmonicTransformStream<Exec, Real, Backend>::adjoint_synthesis(
    ConstantMap const& map, Coefficients const& coefficients) const {
  pieces_->to_coefficients(map, coefficients, portable::RingWeights::one,
                           "siderum::harmonic_transform_stream::adjoint_synthesis");
}

template <class Exec, class Real, class Backend>
void HarmonicTransformStream<Exec, Real, Backend>::analysis(
    ConstantMap const& map, Coefficients const& coefficients) const {
  detail::validate_quadrature(grid());
  pieces_->to_coefficients(map, coefficients, portable::RingWeights::quadrature,
                           "siderum::harmonic_transform_stream::analysis");
}

template <class Exec, class Real, class Backend>
void HarmonicTransformStream<Exec, Real, Backend>::adjoint_analysis(
    Coefficients const& coefficients, Map const& map) const {
  detail::validate_quadrature(grid());
  pieces_->to_map(coefficients, map, portable::RingWeights::quadrature,
                  "siderum::harmonic_transform_stream::adjoint_analysis");
}

template <class Exec, class Real, class Backend>
RingGrid const& HarmonicTransformStream<Exec, Real, Backend>::grid() const {
  return pieces_->grid();
}

template <class Exec, class Real, class Backend>
HarmonicRange HarmonicTransformStream<Exec, Real, Backend>::range() const {
  return pieces_->range();
}

template <class Exec, class Real, class Backend>
Field HarmonicTransformStream<Exec, Real, Backend>::field() const {
  return pieces_->field();
}

template <class Exec, class Real, class Backend>
HarmonicParts const& HarmonicTransformStream<Exec, Real, Backend>::parts() const {
  return pieces_->parts();
}

template <class Exec, class Real, class Backend>
std::int64_t HarmonicTransformStream<Exec, Real, Backend>::bytes() const {
  return pieces_->bytes();
}

template <class Exec, class Real, class Backend>
std::int64_t HarmonicTransformStream<Exec, Real, Backend>::runs() const {
  return pieces_->runs();
}

template <class Exec, class Real, class Backend>
std::int64_t HarmonicTransformStream<Exec, Real, Backend>::blocks() const {
  return pieces_->blocks();
}

}  // namespace siderum
