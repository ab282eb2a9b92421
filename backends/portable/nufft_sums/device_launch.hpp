// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <siderum/backends/portable/nufft_sums/device_functors.hpp>
#include <siderum/backends/portable/nufft_sums/device_tables.hpp>
#include <siderum/backends/portable/nufft_sums/device_tiles.hpp>
#include <siderum/backends/portable/nufft_sums/sections.hpp>
#include <siderum/backends/portable/trig_sums/device_functors.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::portable::nufft {

/// NufftSums on a device, with work space that is kept with the instance (work_space.hpp).
template <class Exec, class Real, class Operations>
class DeviceNufftSums {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Series = TrigSeries<Real, MemorySpace>;
  using Slots = Kokkos::View<std::int64_t const*, MemorySpace>;
  using Fft = typename Operations::template Fft<Exec, Real>;
  static constexpr bool is_available = Fft::is_available;
  using Complex = Kokkos::complex<Real>;

  DeviceNufftSums(Exec const& exec, Series const& series, FrequencyGrid const& grid, MeanSums mean,
                  FrequencyRange range, double tolerance, std::int64_t work_bytes)
      : exec_(exec),
        series_(series),
        grid_(grid),
        mean_(mean),
        range_(range),
        batch_bytes_(bytes_of_batch(work_bytes)) {
    std::map<std::int64_t, std::vector<std::int64_t>> objects_of;
    std::vector<std::int64_t> slots{0};
    std::vector<std::int64_t> first_chunks{0};
    std::vector<std::int64_t> chunk_objects;
    auto const& offsets = series.host_offsets;
    std::int64_t const objects = std::max<std::int64_t>(std::int64_t(offsets.extent(0)) - 1, 0);
    for (std::int64_t object = 0; object < objects; ++object) {
      std::int64_t const points = offsets(object + 1) - offsets(object);
      std::int64_t const length = section_length(points, grid.count, Place::device);
      objects_of[length].push_back(object);
      slots.push_back(slots.back() + sections_of(length) * (length / part_of_section));
      first_chunks.push_back(first_chunks.back() +
                             (points + points_of_chunk<Exec> - 1) / points_of_chunk<Exec>);
      chunk_objects.resize(static_cast<std::size_t>(first_chunks.back()), object);
    }
    slot_count_ = slots.back();
    chunk_count_ = first_chunks.back();
    // One copy to the device instead of several.
    std::vector<std::int64_t> all = slots;
    all.insert(all.end(), first_chunks.begin(), first_chunks.end());
    all.insert(all.end(), chunk_objects.begin(), chunk_objects.end());
    for (auto const& [length, of_length] : objects_of) {
      all.insert(all.end(), of_length.begin(), of_length.end());
    }
    indices_ = copy_to_work(exec, "siderum::nufft::indices", all);
    slots_ = Kokkos::subview(indices_, Kokkos::make_pair(std::int64_t{0}, objects + 1));
    std::int64_t const* next = indices_.data() + 2 * (objects + 1) + chunk_count_;
    for (auto const& [length, of_length] : objects_of) {
      add_class(length, next, static_cast<std::int64_t>(of_length.size()), tolerance);
      next += of_length.size();
    }
  }

  Slots const& slots() const { return slots_; }
  std::int64_t slot_count() const { return slot_count_; }

  template <class Epilogue>
  void operator()(Epilogue const& epilogue, std::string const& label) const {
    with_mean_sums(mean_, [&](auto mean) { launch<decltype(mean)::value>(epilogue, label); });
  }

 private:
  /// The objects whose sections have one length.
  struct SizeClass {
    std::int64_t jobs = 0;
    std::int64_t jobs_of_batch = 0;
    JobBatch batch{};
    SectionTables<Real> tables;
    std::shared_ptr<Fft const> transform;
  };

  /// Cuts one block of memory into aligned parts.
  class Cutter {
   public:
    template <class Value>
    Value* next(char* block, std::int64_t count) {
      Value* const part = reinterpret_cast<Value*>(block + bytes_);
      bytes_ += (static_cast<std::size_t>(count) * sizeof(Value) + 255) / 256 * 256;
      return part;
    }
    std::size_t bytes() const { return bytes_; }

   private:
    std::size_t bytes_ = 0;
  };

  struct WorkSpace {
    double* place;
    ChunkBounds* bounds;
    ChunkBounds* runs;
    Complex* spread;
    Complex* sums;
  };

  int series_count() const { return mean_ == MeanSums::yes ? 3 : 2; }

  // The sections of the range, with some beyond it where that makes groups of equal size.
  std::int64_t sections_of(std::int64_t length) const {
    std::int64_t const sections = (range_.last + length - 1) / length - range_.first / length;
    int const group = group_of(sections);
    return (sections + group - 1) / group * group;
  }

  static int group_of(std::int64_t sections) {
    for (int group = largest_group<Exec>; group > 1; group /= 2) {
      std::int64_t const padded = (sections + group - 1) / group * group;
      if (8 * padded <= 9 * sections) {
        return group;
      }
    }
    return 1;
  }

  void add_class(std::int64_t length, std::int64_t const* objects, std::int64_t object_count,
                 double tolerance) {
    SizeClass of;
    of.tables = DeviceTables<Exec, Real>::of(exec_, length, tolerance);
    std::int64_t const sections = sections_of(length);
    int group = largest_group<Exec>;
    while (sections % group != 0) {
      group /= 2;
    }
    of.batch = {0, sections, range_.first / length, group, objects};
    of.jobs = object_count * sections;
    std::int64_t const job_bytes =
        2 * series_count() * std::int64_t{of.tables.cells} * std::int64_t{sizeof(Complex)};
    of.jobs_of_batch =
        std::clamp<std::int64_t>(batch_bytes_ / job_bytes / group * group, group, of.jobs);
    of.transform = std::make_shared<Fft const>(exec_, of.tables.cells,
                                               static_cast<int>(of.jobs_of_batch) * series_count());
    classes_.push_back(of);
  }

  WorkSpace cut(Cutter& cutter, char* block) const {
    std::int64_t numbers = 0;
    for (SizeClass const& of : classes_) {
      numbers = std::max(numbers, of.jobs_of_batch * series_count() * of.tables.cells);
    }
    auto const points = static_cast<std::int64_t>(series_.time.extent(0));
    WorkSpace work{};
    work.place = cutter.template next<double>(block, points);
    work.bounds = cutter.template next<ChunkBounds>(block, chunk_count_);
    auto const objects = static_cast<std::int64_t>(slots_.extent(0)) - 1;
    work.runs =
        cutter.template next<ChunkBounds>(block, first_run<Exec>(objects, chunk_count_) + 1);
    work.spread = cutter.template next<Complex>(block, numbers);
    work.sums = cutter.template next<Complex>(block, numbers);
    return work;
  }

  template <MeanSums mean, class Epilogue>
  void launch(Epilogue const& epilogue, std::string const& label) const {
    if (slot_count_ == 0) {
      return;
    }
    Cutter measure;
    cut(measure, nullptr);
    auto const block = allocate_work<Kokkos::View<char*, MemorySpace>>(
        exec_, "siderum::nufft::work", measure.bytes());
    Cutter cutter;
    WorkSpace const work = cut(cutter, block.data());
    std::int64_t const* const first_chunks = indices_.data() + slots_.extent(0);
    run_teams(
        exec_, "siderum::nufft::places[portable]", chunk_count_,
        PlaceFinder<Exec>{series_.time, series_.offsets, first_chunks,
                          first_chunks + slots_.extent(0), grid_.step, work.place, work.bounds});
    run_teams(
        exec_, "siderum::nufft::runs[portable]", chunk_count_,
        RunFinder<Exec>{first_chunks, first_chunks + slots_.extent(0), work.bounds, work.runs});
    for (SizeClass const& of : classes_) {
      for (std::int64_t first = 0; first < of.jobs; first += of.jobs_of_batch) {
        JobBatch batch = of.batch;
        batch.first_job = first;
        run_batch<mean>(of, batch, std::min(of.jobs_of_batch, of.jobs - first), work, epilogue,
                        label);
      }
    }
  }

  template <MeanSums mean, class Epilogue>
  void run_batch(SizeClass const& of, JobBatch const& batch, std::int64_t jobs,
                 WorkSpace const& work, Epilogue const& epilogue, std::string const& label) const {
    using Spreader = TileSpreader<Exec, Real, mean, Operations, Epilogue>;
    using Reader = SectionReader<Exec, Real, mean, Operations, Epilogue>;
    Spreader const spread{series_,
                          {series_.offsets, indices_.data() + slots_.extent(0), work.place,
                           work.bounds, work.runs, of.tables},
                          grid_,
                          batch,
                          epilogue,
                          work.spread};
    run_teams(exec_, "siderum::nufft::spread[portable]", spread.teams(jobs), spread);
    (*of.transform)(work.spread, work.sums);
    run_teams(exec_, label, jobs * (of.tables.modes / part_of_section),
              Reader{series_, grid_, slots_, range_, of.tables, batch, epilogue, work.sums});
  }

  Exec exec_;
  Series series_;
  FrequencyGrid grid_;
  MeanSums mean_;
  FrequencyRange range_;
  std::int64_t batch_bytes_;  // of spread numbers and their sums
  std::int64_t slot_count_ = 0;
  std::int64_t chunk_count_ = 0;
  Kokkos::View<std::int64_t*, MemorySpace> indices_;  // slots, first chunks, chunks, size classes
  Slots slots_;
  std::vector<SizeClass> classes_;
};

}  // namespace siderum::portable::nufft
