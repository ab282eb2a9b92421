// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Arrays in the memory of a GPU, on a stream of the caller's that has nothing to do with Kokkos.
#include <siderum/engine/arrays.hpp>

#include <chrono>
#include <cmath>
#include <numbers>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <siderum/core/random.hpp>
#include <siderum/core/separation_bins.hpp>
#include <siderum/engine/pairs.hpp>

#include "engine/array_cases.hpp"
#include "support/sentence.hpp"

namespace siderum::engine::test {
namespace {

using siderum::test::sentence_of;

void require(cudaError_t status) {
  if (status != cudaSuccess) {
    throw std::runtime_error(cudaGetErrorString(status));
  }
}

/// Memory of the first GPU. All is enqueued on a stream that does not wait for the default one.
template <class RealOfPlace>
class Gpu {
 public:
  using Real = RealOfPlace;
  static constexpr DeviceKind kind = DeviceKind::gpu;
  static bool is_there() {
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
  }

  Gpu() { require(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~Gpu() {
    cudaStreamSynchronize(stream_);
    for (void* const memory : held_) {
      cudaFree(memory);
    }
    cudaStreamDestroy(stream_);
  }
  Gpu(Gpu const&) = delete;
  Gpu& operator=(Gpu const&) = delete;

  Location where() const {
    return {MemoryKind::cuda, 0, reinterpret_cast<std::uintptr_t>(stream_)};
  }
  cudaStream_t stream() const { return stream_; }

  /// From the second element of an allocation on: arrays may be parts of others.
  template <class T>
  Array<T> put(std::vector<T> const& elements, std::int64_t columns = 0) {
    void* allocated = nullptr;
    std::size_t const bytes = elements.size() * sizeof(T);
    require(cudaMalloc(&allocated, bytes + sizeof(T)));
    held_.push_back(allocated);
    T* const memory = static_cast<T*>(allocated) + 1;
    require(cudaMemcpyAsync(memory, elements.data(), bytes, cudaMemcpyHostToDevice, stream_));
    auto const size = static_cast<std::int64_t>(elements.size());
    std::int64_t const rows = columns == 0 ? 1 : size / columns;
    return {memory, rows, columns == 0 ? size : columns, where()};
  }

  template <class T>
  std::vector<T> take(Array<T> const& array) {
    std::vector<T> elements(static_cast<std::size_t>(array.size()));
    require(cudaMemcpyAsync(elements.data(), array.data, elements.size() * sizeof(T),
                            cudaMemcpyDeviceToHost, stream_));
    require(cudaStreamSynchronize(stream_));
    return elements;
  }

 private:
  cudaStream_t stream_ = nullptr;
  std::vector<void*> held_;
};

using Gpus = testing::Types<Gpu<float>, Gpu<double>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Gpu, Arrays, Gpus);

class ArraysOfAGpu : public testing::Test {
 protected:
  void SetUp() override {
    if (!Gpu<double>::is_there()) {
      GTEST_SKIP() << "there is no such device here";
    }
  }
};

/// A while in which what the stream is given waits.
void hold(cudaStream_t stream) {
  require(cudaLaunchHostFunc(
      stream, [](void*) { std::this_thread::sleep_for(std::chrono::milliseconds(300)); }, nullptr));
}

TEST_F(ArraysOfAGpu, AreReadBehindTheStreamAndWrittenBeforeIt) {
  Curves const curves;
  ArraySearch const search = searches(curves.grid)[0];
  std::int64_t const objects = curves.table.objects();
  Gpu<double> gpu;
  auto const arrays = put<double>(gpu, curves.table);
  auto const expected =
      gpu.put(std::vector<double>(objects * curves.grid.count), curves.grid.count);
  periodograms(arrays, search, expected);
  auto const powers = gpu.take(expected);

  Gpu<double> late;
  CurveArrays<double> filled = put<double>(late, curves.table);
  auto const value = late.put(std::vector<double>(curves.table.value.size(), 1.0));
  filled.value = value;
  auto const power = late.put(std::vector<double>(powers.size()), curves.grid.count);
  hold(late.stream());
  require(cudaMemcpyAsync(value.data, arrays.value.data, value.size() * sizeof(double),
                          cudaMemcpyDeviceToDevice, late.stream()));
  periodograms(filled, search, power);
  EXPECT_TRUE(siderum::test::all_equal(late.take(power), powers));
}

TEST_F(ArraysOfAGpu, MayBelongToAStreamThatEnds) {
  RingGrid const grid = healpix_grid(8);
  HarmonicRange const range = make_harmonic_range(16, 16);
  Execution execution;
  execution.device.kind = DeviceKind::gpu;
  SkyTransform<double> const transform(grid, range, Field::scalar, execution);
  std::vector<std::vector<double>> maps;
  for (int round = 0; round < 3; ++round) {
    Gpu<double> gpu;
    auto const a_lm = gpu.put(drawn_coefficients<double>(range, 1), range.count());
    auto const map = gpu.put(std::vector<double>(grid.pixels()), grid.pixels());
    transform.synthesise(a_lm, map);
    maps.push_back(gpu.take(map));
  }
  EXPECT_EQ(maps[1], maps[0]);
  EXPECT_EQ(maps[2], maps[0]);
}

TEST_F(ArraysOfAGpu, LeaveAThreadItsContext) {
  std::thread([] {
    CUcontext before = nullptr;
    cuCtxGetCurrent(&before);
    EXPECT_EQ(before, nullptr);
    Execution execution;
    execution.device.kind = DeviceKind::gpu;
    check_memory({healpix_grid(4).pixels(), make_harmonic_range(4, 4)}, execution);
    CUcontext after = nullptr;
    cuCtxGetCurrent(&after);
    EXPECT_EQ(after, nullptr);
  }).join();
}

TEST_F(ArraysOfAGpu, MustLieThere) {
  Gpu<double> gpu;
  Curves const curves;
  auto arrays = put<double>(gpu, curves.table);
  auto const power =
      gpu.put(std::vector<double>(curves.table.objects() * curves.grid.count), curves.grid.count);
  arrays.value.data = curves.table.value.data();
  EXPECT_EQ(sentence_of([&] { periodograms(arrays, searches(curves.grid)[0], power); }),
            "An array does not lie in memory of the GPU that this process uses (the driver knows no"
            " such address there). Give arrays of that GPU, or start another process for theirs.");
  arrays.value = gpu.put(curves.table.value);
  for (auto* const where : {&arrays.time.where, &arrays.value.where, &arrays.error.where}) {
    where->memory = MemoryKind::hip;
  }
  Array<double> other = power;
  other.where.memory = MemoryKind::hip;
  EXPECT_EQ(
      sentence_of([&] { periodograms(arrays, searches(curves.grid)[0], other); }),
      "An array lies in memory that is none of Cuda (which the engine for GPUs in this process"
      " uses). Copy it to host memory, or to that of this GPU.");
}

/// Uniform on the sky.
CatalogueTable points(std::int64_t count) {
  CatalogueTable table;
  CounterRandom random(79, 1);
  for (std::int64_t i = 0; i < count; ++i) {
    table.ra.push_back(random.uniform(0.0, 360.0));
    table.dec.push_back(std::asin(random.uniform(-1.0, 1.0)) * (180.0 / std::numbers::pi));
  }
  return table;
}

TEST(PairsOnAGpu, AreCountedByPatchesWhereThePointsDoNotFit) {
  if (!Gpu<double>::is_there()) {
    GTEST_SKIP() << "there is no GPU";
  }
  CatalogueTable const table = points(10'000'000);
  Execution there;
  there.device = {DeviceKind::gpu};
  auto const count = [&] {
    PairCounter counter(logarithmic_bins(0.01, 0.1, 3), {}, {}, there);
    std::size_t const group = counter.add(std::span(&table, 1));
    return counter.count(group).count;
  };
  std::vector<std::int64_t> const whole = count();
  std::size_t free = 0;
  std::size_t total = 0;
  require(cudaMemGetInfo(&free, &total));
  // Less than the points alone take.
  constexpr std::size_t left = std::size_t{200} << 20;
  void* ballast = nullptr;
  require(cudaMalloc(&ballast, free - left));
  std::vector<std::int64_t> const patches = count();
  require(cudaFree(ballast));
  EXPECT_EQ(patches, whole);
}

}  // namespace
}  // namespace siderum::engine::test
