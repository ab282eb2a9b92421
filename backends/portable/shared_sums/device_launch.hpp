// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <siderum/backends/portable/nufft_sums/device_tables.hpp>
#include <siderum/backends/portable/product.hpp>
#include <siderum/backends/portable/shared_sums/device_products.hpp>
#include <siderum/backends/portable/shared_sums/device_transforms.hpp>
#include <siderum/backends/portable/shared_sums/sums_base.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::portable::shared {

/// SharedProductSums on a device: strip after strip, a group of objects at a time.
template <class Exec, class Real, class Operations>
class DeviceSharedProductSums
    : public SharedSumsBase<Exec, Real, typename Operations::template Product<Exec, Real>> {
 public:
  using Product = typename Operations::template Product<Exec, Real>;
  using Base = SharedSumsBase<Exec, Real, Product>;
  using Weights = typename Base::Weights;

  DeviceSharedProductSums(Exec const& exec, typename Base::Series const& series,
                          FrequencyGrid const& grid, MeanSums mean, std::int64_t /*stretch*/)
      : Base(exec, series, grid, mean, product_strip) {}

  template <class Epilogue>
  void operator()(Weights const& weights, Epilogue const& epilogue,
                  std::string const& label) const {
    Strips const of_stretch = strips_of(weights.range, this->strip());
    for (std::int64_t i = 0; i < of_stretch.count; ++i) {
      run_strip(of_stretch.first + i, weights, epilogue, label);
    }
  }

 private:
  template <class Epilogue>
  void run_strip(std::int64_t of_strip, Weights const& weights, Epilogue const& epilogue,
                 std::string const& label) const {
    constexpr std::int64_t chunk = shared_chunk<Exec>;
    constexpr std::int64_t group = 1024;  // objects
    using Reals = Kokkos::View<Real*, typename Base::MemorySpace>;
    Exec const& exec = this->exec();
    auto const& series = this->series();
    std::int64_t const objects = series.objects;
    std::int64_t const strip = this->strip();
    auto const waves = allocate_work<Reals>(exec, "siderum::shared::waves", 2 * strip * chunk);
    auto const sums =
        allocate_work<Reals>(exec, "siderum::shared::sums", 2 * strip * std::min(group, objects));
    Product const multiply(exec);
    for (std::int64_t begin = 0; begin < objects; begin += group) {
      std::int64_t const count = std::min(group, objects - begin);
      for (std::int64_t part = 0; part < series.chunks(); ++part) {
        Kokkos::parallel_for(
            "siderum::shared::waves[portable]", IndexPolicy<Exec>(exec, 0, strip * chunk),
            WaveBuilder<Exec, Real, Operations>{series.weights.time, this->grid(), of_strip * strip,
                                                strip, part, waves.data()});
        multiply({.rows = static_cast<int>(count),
                  .columns = static_cast<int>(2 * strip),
                  .inner = static_cast<int>(chunk)},
                 series.strength.data() + (part * objects + begin) * chunk, waves.data(),
                 sums.data(), part == 0 ? ProductStart::from_zero : ProductStart::add);
      }
      run_teams(exec, label, count,
                SharedReader<Exec, Real, Epilogue>{weights, this->mean(), begin, strip, of_strip,
                                                   this->strips(), epilogue, sums.data()});
    }
  }
};

/// SharedNufftSums on a device: the transforms of all objects, in batches that fit the work space.
template <class Exec, class Real, class Operations>
class DeviceSharedNufftSums
    : public SharedSumsBase<Exec, Real, typename Operations::template Fft<Exec, Real>> {
 public:
  using Fft = typename Operations::template Fft<Exec, Real>;
  using Base = SharedSumsBase<Exec, Real, Fft>;
  using MemorySpace = typename Base::MemorySpace;
  using Weights = typename Base::Weights;
  using Complex = Kokkos::complex<Real>;

  DeviceSharedNufftSums(Exec const& exec, typename Base::Series const& series,
                        FrequencyGrid const& grid, MeanSums mean, std::int64_t stretch,
                        double tolerance, std::int64_t work_bytes)
      : Base(exec, series, grid, mean, nufft::part_of_section) {
    std::int64_t const length =
        std::min(nufft::section_length(series.points, grid.count, nufft::Place::device), stretch);
    tables_ = nufft::DeviceTables<Exec, Real>::of(exec, length, tolerance);
    std::int64_t const job_bytes = 2 * std::int64_t{tables_.cells} * std::int64_t{sizeof(Complex)};
    std::int64_t const most =
        std::max<std::int64_t>(nufft::bytes_of_batch(work_bytes) / job_bytes, 1);
    std::int64_t const parts = (series.objects + most - 1) / most;
    std::int64_t const sections = (std::min(stretch, grid.count) + length - 1) / length;
    batch_ = {0, (series.objects + parts - 1) / parts, 0, 0};
    batch_.sections = std::clamp<std::int64_t>(most / batch_.objects, 1, sections);
    spread_ =
        allocate_work<Complexes>(exec, "siderum::shared::spread", batch_.jobs() * tables_.cells);
    transformed_ = allocate_work<Complexes>(exec, "siderum::shared::transformed",
                                            batch_.jobs() * tables_.cells);
    find_places();
  }

  template <class Epilogue>
  void operator()(Weights const& weights, Epilogue const& epilogue,
                  std::string const& label) const {
    Fft const transform(this->exec(), tables_.cells, static_cast<int>(batch_.jobs()));
    std::int64_t const modes = tables_.modes;
    std::int64_t const behind = (weights.range.last + modes - 1) / modes;
    for (std::int64_t section = weights.range.first / modes; section < behind;
         section += batch_.sections) {
      for (std::int64_t object = 0; object < this->series().objects; object += batch_.objects) {
        run({object, std::min(batch_.objects, this->series().objects - object), section,
             std::min(batch_.sections, behind - section)},
            transform, weights, epilogue, label);
      }
    }
  }

 private:
  using Complexes = Kokkos::View<Complex*, MemorySpace>;
  using Bounds = Kokkos::View<nufft::ChunkBounds*, MemorySpace>;
  using Spreader = SharedTileSpreader<Exec, Real, Operations>;

  void find_places() {
    std::int64_t const points = this->series().points;
    std::int64_t const chunks =
        (points + nufft::points_of_chunk<Exec> - 1) / nufft::points_of_chunk<Exec>;
    // The first chunk of the only object and the one behind its last; the object of each chunk.
    std::vector<std::int64_t> indices{0, chunks};
    indices.resize(static_cast<std::size_t>(2 + chunks), 0);
    indices_ = copy_to_work(this->exec(), "siderum::shared::chunks", indices);
    place_ = allocate_work<Kokkos::View<double*, MemorySpace>>(this->exec(),
                                                               "siderum::shared::place", points);
    bounds_ = allocate_work<Bounds>(this->exec(), "siderum::shared::bounds", chunks);
    runs_ = allocate_work<Bounds>(this->exec(), "siderum::shared::runs",
                                  nufft::first_run<Exec>(1, chunks) + 1);
    auto const& shared = this->series().weights;
    std::int64_t const* const objects = indices_.data() + 2;
    run_teams(this->exec(), "siderum::shared::places[portable]", chunks,
              nufft::PlaceFinder<Exec>{shared.time, shared.offsets, indices_.data(), objects,
                                       this->grid().step, place_.data(), bounds_.data()});
    run_teams(this->exec(), "siderum::shared::runs[portable]", chunks,
              nufft::RunFinder<Exec>{indices_.data(), objects, bounds_.data(), runs_.data()});
  }

  template <class Epilogue>
  void run(SharedBatch const& batch, Fft const& transform, Weights const& weights,
           Epilogue const& epilogue, std::string const& label) const {
    using Reader = SharedSectionReader<Exec, Real, Operations, Epilogue>;
    auto const& shared = this->series().weights;
    PreparedPoints<Real> const points{shared.time.data(), shared.weight.data(),
                                      this->series().strength.data(), this->series().objects,
                                      this->series().points};
    Spreader const spread{
        {shared.offsets, indices_.data(), place_.data(), bounds_.data(), runs_.data(), tables_},
        points,
        this->grid(),
        batch,
        spread_.data()};
    run_teams(this->exec(), "siderum::shared::spread[portable]", spread.teams(), spread);
    transform(spread_.data(), transformed_.data());
    run_teams(this->exec(), label, batch.jobs() * (tables_.modes / Reader::part),
              Reader{points, this->grid(), weights, this->mean(), tables_, batch, this->strips(),
                     epilogue, transformed_.data()});
  }

  nufft::SectionTables<Real> tables_;
  SharedBatch batch_;  // the largest
  Complexes spread_;
  Complexes transformed_;
  Kokkos::View<std::int64_t*, MemorySpace> indices_;
  Kokkos::View<double*, MemorySpace> place_;
  Bounds bounds_;
  Bounds runs_;
};

}  // namespace siderum::portable::shared
