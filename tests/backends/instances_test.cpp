// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <fstream>
#include <memory>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/backends/portable/legendre/make_tables.hpp>
#include <siderum/core/random.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "support/addresses.hpp"
#include "support/spaces.hpp"

/// What an instance has been given (handles, plans, work space) ends with it or serves the next
/// one.
namespace siderum::test {
namespace {

constexpr int instances = 1000;

/// Bytes of this process that are in memory.
std::int64_t host_bytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t total = 0;
  std::int64_t resident = 0;
  file >> total >> resident;
  return 4096 * resident;
}

/// Bytes of the device that are in use; none on a host.
std::int64_t device_bytes() {
  if constexpr (is_host<TestSpace>) {
    return 0;
  } else {
    DeviceFacts const facts = typename DefaultBackend::template DeviceFactsOf<TestSpace>()();
    return facts.total_memory - facts.free_memory;
  }
}

using Complex = Kokkos::complex<double>;
using ComplexView = Kokkos::View<Complex*, TestMemory>;

/// The transform of a number at 0 alone is that number everywhere.
template <class Fft>
void expect_transform(TestSpace const& exec, double number) {
  constexpr int length = 2048;
  auto const numbers = copy_to_work(exec, "siderum::test::numbers", [&] {
    std::vector<Complex> in(length, Complex(0.0, 0.0));
    in[0] = Complex(number, -number);
    return in;
  }());
  auto const transformed = allocate_work<ComplexView>(exec, "siderum::test::transformed", length);
  Fft const transform(exec, length, 1);
  transform(numbers.data(), transformed.data());
  exec.fence();
  EXPECT_EQ(to_host(transformed), std::vector<Complex>(length, Complex(number, -number)));
}

/// (number 1) times (1 2)^T, twice.
template <class Product>
void expect_product(TestSpace const& exec, double number) {
  auto const a = copy_to_work(exec, "siderum::test::a", std::vector<double>{number, 1.0});
  auto const b = copy_to_work(exec, "siderum::test::b", std::vector<double>{1.0, 2.0});
  auto const c = copy_to_work(exec, "siderum::test::c", std::vector<double>{-1.0});
  Product const multiply(exec);
  ProductShape const shape{.rows = 1, .columns = 1, .inner = 2};
  multiply(shape, a.data(), b.data(), c.data(), ProductStart::from_zero);
  multiply(shape, a.data(), b.data(), c.data(), ProductStart::add);
  exec.fence();
  EXPECT_EQ(to_host(c), std::vector<double>{2.0 * (number + 2.0)});
}

/// Sinusoids of one frequency, one for each object, and a grid that has it.
struct Stars {
  static constexpr std::int64_t objects = 3;
  static constexpr std::int64_t best = 400;

  LightCurves<double, TestMemory> curves;
  FrequencyGrid grid{0.0, 1e-3, 1000};

  Stars() {
    std::vector<double> time;
    std::vector<double> value;
    std::vector<std::int64_t> offsets{0};
    for (std::int64_t object = 0; object < objects; ++object) {
      CounterRandom random(5, static_cast<std::uint64_t>(object));
      for (int point = 0; point < 60; ++point) {
        time.push_back(random.uniform(0.0, 200.0));
        value.push_back(std::sin(2.0 * std::numbers::pi * grid.frequency(best) * time.back()));
      }
      offsets.push_back(static_cast<std::int64_t>(time.size()));
    }
    curves = mirror_to(TestSpace(), make_light_curves<double>(time, value, {}, offsets));
    Kokkos::fence();
  }

  void expect_found(TestSpace const& exec, Method method) const {
    auto const found = BestPeriods<double, TestSpace>::allocate(exec, objects);
    best_periods(exec, curves, grid, found, {.method = method});
    exec.fence();
    EXPECT_EQ(to_host(found.index), std::vector<std::int64_t>(objects, best));
  }
};

/// All stages of a harmonic transform, made for an instance: from coefficients to a map and back.
class Sphere {
 public:
  using Synthesis = typename DefaultBackend::template LegendreSynthesis<TestSpace, double>;
  using Analysis = typename DefaultBackend::template LegendreAnalysis<TestSpace, double>;
  using RingFft = typename DefaultBackend::template RingFft<TestSpace, double>;
  using Map = MapView<double, TestMemory>;

  Sphere() : expected_(transform(TestSpace(), 1.0)) {}

  /// What is expected is that of the default instance, exactly where the scale is a power of two.
  void expect_transform(TestSpace const& exec, double scale) const {
    auto const [map, a_lm] = transform(exec, scale);
    auto const times_scale = [scale](auto values) {
      for (auto& value : values) {
        value *= scale;
      }
      return values;
    };
    EXPECT_EQ(map, times_scale(expected_.map));
    EXPECT_EQ(a_lm, times_scale(expected_.a_lm));
  }

  std::vector<portable::RingPair> const& pairs() const { return pairs_; }
  HarmonicRange const& range() const { return range_; }

 private:
  struct Results {
    std::vector<double> map;
    std::vector<Complex> a_lm;
  };

  Results transform(TestSpace const& exec, double scale) const {
    auto const count = static_cast<std::int64_t>(pairs_.size());
    auto const tables = portable::make_legendre_tables(exec, range_);
    auto const rings = portable::make_legendre_rings(exec, pairs_);
    Synthesis const synthesize(exec, tables, rings, 1, {});
    Analysis const analyze(exec, tables, rings, 1, {});
    RingFft const fourier(exec, pairs_, 1, count);
    auto const modes = portable::allocate_ring_modes<double>(exec, count, range_.mmax + 1, 1);
    auto const a_lm = allocate_coefficients<double>(exec, range_);
    auto const map = allocate<Map>(exec, "siderum::test::map", 1, grid_.pixels());
    auto const host = Kokkos::create_mirror(Kokkos::HostSpace{}, a_lm.values);
    for (std::size_t i = 0; i < random_.size(); ++i) {
      host(0, i) = scale * Complex(random_[i]);
    }
    Kokkos::deep_copy(exec, a_lm.values, host);
    portable::PairRange const all{0, count};
    synthesize(a_lm, all, modes);
    fourier.synthesis(modes, all, map, portable::RingWeights::one);
    fourier.analysis(map, all, modes, portable::RingWeights::quadrature);
    analyze(modes, all, a_lm, portable::SumInto::nothing);
    exec.fence();
    return {to_host(map), to_host(a_lm.values)};
  }

  // Short rings, a power of two, and a length that is transformed by a longer one.
  static RingGrid make_grid() {
    std::vector<Ring> rings;
    for (double const theta : {0.1, 0.7, 1.3, 1.57}) {
      std::int64_t const nphi = theta < 0.5 ? 4 : (theta < 1.0 ? 128 : 509);
      rings.push_back(next_ring(rings, theta, nphi, 0.3));
      rings.push_back(next_ring(rings, std::numbers::pi - theta, nphi, 0.3));
    }
    return make_ring_grid(rings);
  }

  HarmonicRange range_ = make_harmonic_range(63);
  RingGrid grid_ = make_grid();
  std::vector<portable::RingPair> pairs_ = portable::pair_rings(grid_, range_);
  std::vector<std::complex<double>> random_ = random_coefficients_of<double>(range_, 1);
  Results expected_;
};

// What an instance is given here takes, plan by plan and table by table, some 10 kB or more: left
// behind by each, it would add up to several times the bytes that are allowed. They are for what
// does not grow with the instances: pages of a heap, work space of the last instance.
TEST(Instances, LeaveNothingBehindAndNothingStale) {
  using Fft = typename DefaultBackend::template Fft<TestSpace, double>;
  using Product = typename DefaultBackend::template Product<TestSpace, double>;
  constexpr std::int64_t few_bytes = std::int64_t{8} << 20;
  Stars const stars;
  Sphere const sphere;
  std::int64_t host_before = 0;
  std::int64_t device_before = 0;
  for (int i = 0; i < instances && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    if (i == 20) {  // what all of them share has been made
      host_before = host_bytes();
      device_before = device_bytes();
    }
    TestSpace const exec = another_instance();
    if constexpr (Fft::is_available) {
      expect_transform<Fft>(exec, i);
      stars.expect_found(exec, Method::nufft);
    }
    if constexpr (Product::is_available) {
      expect_product<Product>(exec, i);
      stars.expect_found(exec, Method::product);
    }
    stars.expect_found(exec, Method::direct);
    sphere.expect_transform(exec, std::ldexp(1.0, i % 10));
  }
  if (!has_sanitizer()) {  // which keeps what was freed for a while
    EXPECT_LT(host_bytes() - host_before, few_bytes);
  }
  EXPECT_LT(device_bytes() - device_before, few_bytes);
}

TEST(Instances, ComputeSideBySide) {
  using Product = typename DefaultBackend::template Product<TestSpace, double>;
  if constexpr (Product::is_available) {
    std::vector<TestSpace> execs;
    std::vector<Product> held;
    for (int i = 0; i < 12; ++i) {
      execs.push_back(another_instance());
      held.emplace_back(execs.back());
      for (TestSpace const& exec : execs) {
        expect_product<Product>(exec, i);
      }
    }
  }
}

#ifdef SIDERUM_ENABLE_CUDA_KERNELS

/// Counts how many there are.
class CountedSetup {
 public:
  using Key = int;

  explicit CountedSetup(Key) { ++count; }
  ~CountedSetup() { --count; }
  CountedSetup(CountedSetup const&) = delete;
  CountedSetup& operator=(CountedSetup const&) = delete;

  void bind(cudaStream_t stream) { stream_ = stream; }
  cudaStream_t stream() const { return stream_; }
  static std::int64_t bytes() { return 1; }

  static inline int count = 0;

 private:
  cudaStream_t stream_ = nullptr;
};

/// For a quarter of a second.
__global__ void spin() {
  for (long long const begin = clock64(); clock64() - begin < 400000000;) {
  }
}

TEST(PlanTables, AreThoseOfTheirTablesOnAnyInstance) {
  using PlanTables = portable::legendre::PlanTables<Kokkos::Cuda>;
  Sphere const sphere;
  TestSpace const one = another_instance();
  TestSpace const other = another_instance();
  auto const tables = portable::make_legendre_tables(one, sphere.range());
  auto const rings = portable::make_legendre_rings(one, sphere.pairs());
  auto const plan = PlanTables::of(one, tables, rings, 2);
  EXPECT_EQ(PlanTables::of(other, tables, rings, 2), plan);
  EXPECT_NE(PlanTables::of(one, tables, rings, 4), plan);
  auto const again = portable::make_legendre_tables(one, sphere.range());
  EXPECT_NE(PlanTables::of(one, again, rings, 2), plan);
}

class SetupPool : public testing::Test {
 public:
  using Pool = cuda::SetupPool<CountedSetup>;
  Pool& pool = Pool::of_process();
};

TEST_F(SetupPool, HandsOnWhatIsIdleToAnyInstance) {
  int const before = CountedSetup::count;
  for (int i = 0; i < 20; ++i) {
    TestSpace const exec = another_instance();
    EXPECT_EQ(pool.borrow(exec, 1)->stream(), exec.cuda_stream());
    exec.fence();
  }
  EXPECT_EQ(CountedSetup::count, before + 1);
  auto const one = pool.borrow(TestSpace(), 1);
  auto const other = pool.borrow(TestSpace(), 1);
  EXPECT_NE(one, other);
  EXPECT_EQ(CountedSetup::count, before + 2);
}

TEST_F(SetupPool, GivesStreamsThatAreBusyDifferentOnes) {
  TestSpace const busy = another_instance();
  TestSpace const next = another_instance();
  CountedSetup const* const first = pool.borrow(busy, 2).get();
  cuda::enqueue(busy, "siderum::test::spin", spin, dim3(1), 1, 0);
  pool.borrow(busy, 2);
  EXPECT_NE(pool.borrow(next, 2).get(), first);
  EXPECT_EQ(pool.borrow(busy, 2).get(), first);
}

TEST_F(SetupPool, KeepsFew) {
  std::vector<std::shared_ptr<CountedSetup const>> held;
  for (int key = 0; key < 100; ++key) {
    held.push_back(pool.borrow(TestSpace(), 1000 + key));
  }
  EXPECT_GE(CountedSetup::count, 100);
  held.clear();
  EXPECT_EQ(pool.idle_count(), Pool::most_idle);
  EXPECT_EQ(CountedSetup::count, static_cast<int>(Pool::most_idle));
}

#endif

}  // namespace
}  // namespace siderum::test
