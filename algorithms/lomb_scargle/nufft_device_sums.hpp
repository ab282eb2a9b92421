// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <siderum/algorithms/lomb_scargle/nufft_device.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/instance_memory.hpp>

namespace siderum::nufft {

/// NufftSums (nufft_sums.hpp) on a device. Work space: 8 bytes for each point and one batch of
/// sections, kept with the instance (InstanceMemory).
template <class Backend, class Exec, class Real>
class DeviceNufftSums {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Series = TrigSeries<Real, MemorySpace>;
  using Slots = Kokkos::View<std::int64_t const*, MemorySpace>;
  using Fft = typename Backend::template Fft<Exec, Real>;
  using Complex = Kokkos::complex<Real>;

  DeviceNufftSums(Exec const& exec, Series const& series, FrequencyGrid const& grid, MeanSums mean,
                  FrequencyRange range, double tolerance)
      : exec_(exec), series_(series), grid_(grid), mean_(mean), range_(range) {
    std::map<std::int64_t, std::vector<std::int32_t>> objects_of;
    std::vector<std::int64_t> slots{0};
    std::vector<std::int64_t> first_chunks{0};
    std::vector<std::int32_t> chunk_objects;
    auto const& offsets = series.host_offsets;
    for (std::int64_t object = 0; object + 1 < std::int64_t(offsets.extent(0)); ++object) {
      std::int64_t const points = offsets(object + 1) - offsets(object);
      std::int64_t const length = section_length(points, grid.count);
      objects_of[length].push_back(static_cast<std::int32_t>(object));
      slots.push_back(slots.back() + sections_of(length) * (length / slot_length));
      first_chunks.push_back(first_chunks.back() +
                             (points + points_of_chunk - 1) / points_of_chunk);
      chunk_objects.resize(static_cast<std::size_t>(first_chunks.back()),
                           static_cast<std::int32_t>(object));
    }
    slot_count_ = slots.back();
    slots_ = on_device(slots, "siderum::nufft::slots");
    first_chunks_ = on_device(first_chunks, "siderum::nufft::first_chunks");
    chunk_objects_ = on_device(chunk_objects, "siderum::nufft::chunk_objects");
    for (auto const& [length, objects] : objects_of) {
      add_class(length, objects, tolerance);
    }
  }

  Slots const& slots() const { return slots_; }
  std::int64_t slot_count() const { return slot_count_; }

  template <class Epilogue>
  void operator()(Epilogue const& epilogue, std::string const& label) const {
    if (mean_ == MeanSums::yes) {
      launch<MeanSums::yes>(epilogue, label);
    } else {
      launch<MeanSums::no>(epilogue, label);
    }
  }

 private:
  static constexpr std::int64_t slot_length = 1024;
  static constexpr std::int64_t batch_bytes = std::int64_t{192} << 20;

  /// The objects whose sections have one length.
  struct SizeClass {
    std::int64_t jobs = 0;
    std::int64_t jobs_of_batch = 0;
    JobBatch batch{};
    DeviceTables<Real> tables;
    Kokkos::View<std::int32_t*, MemorySpace> objects;
    Kokkos::View<Real*, MemorySpace> polynomial;
    Kokkos::View<Real*, MemorySpace> deconvolver;
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
    Complex* spread;
    Complex* sums;
  };

  int series_count() const { return mean_ == MeanSums::yes ? 3 : 2; }

  std::int64_t sections_of(std::int64_t length) const {
    return (range_.last + length - 1) / length - range_.first / length;
  }

  template <class Value>
  Kokkos::View<Value*, MemorySpace> on_device(std::vector<Value> const& values,
                                              char const* label) const {
    auto const device = allocate<Kokkos::View<Value*, MemorySpace>>(exec_, label, values.size());
    Kokkos::View<Value const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
        host(values.data(), values.size());
    Kokkos::deep_copy(exec_, device, host);
    exec_.fence("siderum::nufft::copied");  // the values are the caller's
    return device;
  }

  void add_class(std::int64_t length, std::vector<std::int32_t> const& objects, double tolerance) {
    auto const exact = portable::spread_tables(tolerance, static_cast<int>(length));
    SizeClass of;
    of.objects = on_device(objects, "siderum::nufft::objects");
    of.polynomial = on_device(std::vector<Real>(exact->polynomial.begin(), exact->polynomial.end()),
                              "siderum::nufft::polynomial");
    of.deconvolver =
        on_device(std::vector<Real>(exact->deconvolver.begin(), exact->deconvolver.end()),
                  "siderum::nufft::deconvolver");
    of.tables = {exact->modes,  exact->cells,         exact->kernel.width,
                 exact->degree, of.polynomial.data(), of.deconvolver.data()};
    of.batch = {0, sections_of(length), range_.first / length, of.objects.data()};
    of.jobs = static_cast<std::int64_t>(objects.size()) * of.batch.sections;
    std::int64_t const job_bytes =
        2 * series_count() * std::int64_t{exact->cells} * std::int64_t{sizeof(Complex)};
    of.jobs_of_batch = std::clamp<std::int64_t>(batch_bytes / job_bytes, 1, of.jobs);
    of.transform = std::make_shared<Fft const>(exec_, exact->cells,
                                               static_cast<int>(of.jobs_of_batch) * series_count());
    classes_.push_back(of);
  }

  WorkSpace cut(Cutter& cutter, char* block) const {
    std::int64_t numbers = 0;
    for (SizeClass const& of : classes_) {
      numbers = std::max(numbers, of.jobs_of_batch * series_count() * of.tables.cells);
    }
    auto const points = static_cast<std::int64_t>(series_.time.extent(0));
    auto const chunks = static_cast<std::int64_t>(chunk_objects_.extent(0));
    WorkSpace work{};
    work.place = cutter.template next<double>(block, points);
    work.bounds = cutter.template next<ChunkBounds>(block, chunks);
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
    auto const block = InstanceMemory<Exec>::of(exec_, measure.bytes());
    Cutter cutter;
    WorkSpace const work = cut(cutter, block.data());
    Kokkos::parallel_for(
        "siderum::nufft::places[portable]",
        IndexPolicy<Exec>(exec_, 0, static_cast<std::int64_t>(chunk_objects_.extent(0))),
        PlaceFinder<MemorySpace>{series_.time, series_.offsets, first_chunks_, chunk_objects_,
                                 grid_.step, work.place, work.bounds});
    for (SizeClass const& of : classes_) {
      for (std::int64_t first = 0; first < of.jobs; first += of.jobs_of_batch) {
        JobBatch batch = of.batch;
        batch.first_job = first;
        run_batch<mean>(of, batch, std::min(of.jobs_of_batch, of.jobs - first), work, epilogue,
                        label);
      }
    }
    if (block.use_count() == 1) {
      exec_.fence("siderum::nufft::own_memory");
    }
  }

  template <MeanSums mean, class Epilogue>
  void run_batch(SizeClass const& of, JobBatch const& batch, std::int64_t jobs,
                 WorkSpace const& work, Epilogue const& epilogue, std::string const& label) const {
    using Spreader = TileSpreader<Exec, Real, mean, Backend, Epilogue>;
    using Reader = SectionReader<Exec, Real, mean, Epilogue>;
    static_assert(Reader::part == slot_length);
    Spreader const spread{series_,   first_chunks_, work.place, work.bounds, grid_,
                          of.tables, batch,         epilogue,   work.spread};
    run_teams("siderum::nufft::spread[portable]", jobs * 2 * spread.tiles(), spread);
    (*of.transform)(work.spread, work.sums);
    run_teams(label, jobs * (of.tables.modes / slot_length),
              Reader{slots_, range_, of.tables, batch, epilogue, work.sums});
  }

  template <class Functor>
  void run_teams(std::string const& label, std::int64_t teams, Functor const& functor) const {
    typename Functor::Policy policy(exec_, static_cast<int>(teams), Functor::team_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(Functor::scratch_bytes())));
    Kokkos::parallel_for(label, policy, functor);
  }

  Exec exec_;
  Series series_;
  FrequencyGrid grid_;
  MeanSums mean_;
  FrequencyRange range_;
  std::int64_t slot_count_ = 0;
  Slots slots_;
  Kokkos::View<std::int64_t const*, MemorySpace> first_chunks_;
  Kokkos::View<std::int32_t const*, MemorySpace> chunk_objects_;
  std::vector<SizeClass> classes_;
};

}  // namespace siderum::nufft
