// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <siderum/backends/portable/product_sums.hpp>
#include <siderum/backends/portable/product_sums/device_functors.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::portable::product {

/// ProductSums on a device, with work space that is kept with the instance (work_space.hpp).
template <class Exec, class Real, class Operations>
class DeviceProductSums {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Series = TrigSeries<Real, MemorySpace>;
  using Slots = Kokkos::View<std::int64_t const*, MemorySpace>;
  using Product = typename Operations::template Product<Exec, Real>;
  static constexpr bool is_available = Product::is_available;

  DeviceProductSums(Exec const& exec, Series const& series, FrequencyGrid const& grid,
                    MeanSums mean, FrequencyRange range, std::int64_t work_bytes)
      : exec_(exec),
        series_(series),
        grid_(grid),
        mean_(mean),
        range_(range),
        multiply_(exec),
        work_bytes_(work_bytes),
        shape_(shape_of(grid.count, range)) {
    std::map<int, std::vector<std::int64_t>> objects_of;
    std::vector<std::int64_t> all;
    auto const& offsets = series.host_offsets;
    std::int64_t const objects = std::max<std::int64_t>(std::int64_t(offsets.extent(0)) - 1, 0);
    for (std::int64_t object = 0; object <= objects; ++object) {
      all.push_back(object * shape_.all_rows);
    }
    for (std::int64_t object = 0; object < objects; ++object) {
      objects_of[padded(offsets(object + 1) - offsets(object))].push_back(object);
    }
    fit_memory(objects_of.empty() ? 0 : objects_of.rbegin()->first);
    for (auto const& [points, of_class] : objects_of) {
      classes_.push_back({points, static_cast<std::int64_t>(all.size()),
                          static_cast<std::int64_t>(of_class.size()) * shape_.strips});
      all.insert(all.end(), of_class.begin(), of_class.end());
    }
    slot_count_ = objects * shape_.all_rows;
    indices_ = copy_to_work(exec, "siderum::product::indices", all);
    slots_ = Kokkos::subview(indices_, Kokkos::make_pair(std::int64_t{0}, objects + 1));
  }

  Slots const& slots() const { return slots_; }
  std::int64_t slot_count() const { return slot_count_; }

  template <class Epilogue>
  void operator()(Epilogue const& epilogue, std::string const& label) const {
    with_mean_sums(mean_, [&](auto mean) { launch<decltype(mean)::value>(epilogue, label); });
  }

 private:
  static constexpr int most_rows = 1024;  // of a strip
  static constexpr int least_rows = 64;
  static constexpr int most_inner = 4096;  // points of one product; more are added up
  static constexpr int least_inner = 256;

  /// The objects whose points are filled up to one number.
  struct SizeClass {
    int points;
    std::int64_t objects_at;  // in indices_
    std::int64_t jobs;
  };

  // As many rows as columns where the grid is short; the spacing divides 8192.
  static StripShape shape_of(std::int64_t count, FrequencyRange range) {
    auto const root = static_cast<std::uint64_t>(
        std::sqrt(static_cast<double>(std::max<std::int64_t>(count, 1))));
    StripShape shape{};
    shape.half = static_cast<int>(std::clamp<std::uint64_t>(std::bit_ceil(root), 64, 1024)) / 2;
    std::int64_t const spacing = shape.spacing();
    shape.first_row = range.first / spacing;
    shape.all_rows = (range.last + spacing - 1) / spacing - shape.first_row;
    cut_strips(shape, most_rows);
    return shape;
  }

  static void cut_strips(StripShape& shape, std::int64_t most) {
    shape.strips = (shape.all_rows + most - 1) / most;
    if (shape.strips > 0) {
      std::int64_t const rows = (shape.all_rows + shape.strips - 1) / shape.strips;
      shape.rows = static_cast<int>((rows + 7) / 8 * 8);
      shape.strips = (shape.all_rows + shape.rows - 1) / shape.rows;
    }
  }

  // Shorter and then fewer rows of factors, until a job of the longest objects fits.
  void fit_memory(int most_points) {
    auto const is_too_large = [&] {
      return bytes_of_job(std::min(most_points, inner_)) > work_bytes_;
    };
    while (inner_ > least_inner && is_too_large()) {
      inner_ /= 2;
    }
    for (std::int64_t rows = most_rows / 2; rows >= least_rows && is_too_large(); rows /= 2) {
      cut_strips(shape_, rows);
    }
  }

  // Within an eighth of the points, so that a batch of many objects has few classes.
  static int padded(std::int64_t points) {
    std::int64_t const capped = std::clamp<std::int64_t>(points, 1, std::int64_t{1} << 30);
    auto const floor = static_cast<std::int64_t>(std::bit_floor(std::uint64_t(capped)));
    std::int64_t const unit = std::max<std::int64_t>(floor / 8, 8);
    return static_cast<int>((capped + unit - 1) / unit * unit);
  }

  int series_at_f() const { return mean_ == MeanSums::yes ? 2 : 1; }

  // Numbers of each matrix of a job.
  std::int64_t centres(int inner) const { return std::int64_t{2} * shape_.rows * inner; }
  std::int64_t offsets(int inner) const { return std::int64_t{2} * shape_.half * inner; }
  std::int64_t sums() const { return std::int64_t{4} * shape_.rows * shape_.half; }
  std::int64_t numbers_of_job(int inner) const {
    return (series_at_f() + 1) * (centres(inner) + sums()) + 2 * offsets(inner);
  }

  std::int64_t bytes_of_job(int inner) const {
    return numbers_of_job(inner) * static_cast<std::int64_t>(sizeof(Real));
  }

  std::int64_t jobs_of_batch(SizeClass const& of) const {
    std::int64_t const bytes = bytes_of_job(std::min(of.points, inner_));
    return std::clamp<std::int64_t>(work_bytes_ / bytes, 1, of.jobs);
  }

  StripMatrices<Real> cut(Real* memory, int inner, std::int64_t jobs) const {
    StripMatrices<Real> matrices{};
    auto const take = [&memory, jobs](std::int64_t numbers) {
      Real* const part = memory;
      memory += jobs * numbers;
      return part;
    };
    matrices.centres_at_f = take(series_at_f() * centres(inner));
    matrices.centres_at_2f = take(centres(inner));
    matrices.offsets_at_f = take(offsets(inner));
    matrices.offsets_at_2f = take(offsets(inner));
    matrices.sums_at_f = take(series_at_f() * sums());
    matrices.sums_at_2f = take(sums());
    return matrices;
  }

  template <MeanSums mean, class Epilogue>
  void launch(Epilogue const& epilogue, std::string const& label) const {
    std::int64_t numbers = 0;
    for (SizeClass const& of : classes_) {
      if (of.jobs > 0) {
        numbers =
            std::max(numbers, jobs_of_batch(of) * numbers_of_job(std::min(of.points, inner_)));
      }
    }
    auto const memory =
        allocate_work<Kokkos::View<Real*, MemorySpace>>(exec_, "siderum::product::work", numbers);
    for (SizeClass const& of : classes_) {
      for (std::int64_t first = 0; first < of.jobs; first += jobs_of_batch(of)) {
        StripBatch const batch{first, indices_.data() + of.objects_at, shape_};
        run_batch<mean>(of, batch, std::min(jobs_of_batch(of), of.jobs - first), memory.data(),
                        epilogue, label);
      }
    }
  }

  template <MeanSums mean, class Epilogue>
  void run_batch(SizeClass const& of, StripBatch const& batch, std::int64_t jobs, Real* memory,
                 Epilogue const& epilogue, std::string const& label) const {
    auto const matrices = cut(memory, std::min(of.points, inner_), jobs);
    for (int begin = 0; begin < of.points; begin += inner_) {
      int const inner = std::min(of.points - begin, inner_);
      FactorBuilder<Exec, Real, mean, Operations> const build{series_,  grid_, batch,
                                                              matrices, begin, inner};
      run_teams(exec_, "siderum::product::factors[portable]", build.teams(jobs), build);
      auto const start = begin == 0 ? ProductStart::from_zero : ProductStart::add;
      multiply(matrices.centres_at_f, matrices.offsets_at_f, matrices.sums_at_f, series_at_f(),
               inner, jobs, start);
      multiply(matrices.centres_at_2f, matrices.offsets_at_2f, matrices.sums_at_2f, 1, inner, jobs,
               start);
    }
    StripReader<Exec, Real, mean, Epilogue> const read{range_, batch, matrices, epilogue};
    run_teams(exec_, label, read.teams(jobs), read);
  }

  void multiply(Real const* left, Real const* right, Real* result, int series, int inner,
                std::int64_t jobs, ProductStart start) const {
    multiply_({.rows = 2 * series * shape_.rows,
               .columns = 2 * shape_.half,
               .inner = inner,
               .batch = static_cast<int>(jobs),
               .stride_a = series * centres(inner),
               .stride_b = offsets(inner),
               .stride_c = series * sums()},
              left, right, result, start);
  }

  Exec exec_;
  Series series_;
  FrequencyGrid grid_;
  MeanSums mean_;
  FrequencyRange range_;
  Product multiply_;
  std::int64_t work_bytes_;  // of a batch
  int inner_ = most_inner;
  StripShape shape_;
  std::int64_t slot_count_ = 0;
  Kokkos::View<std::int64_t*, MemorySpace> indices_;  // slots, then the objects of each class
  Slots slots_;
  std::vector<SizeClass> classes_;
};

}  // namespace siderum::portable::product
