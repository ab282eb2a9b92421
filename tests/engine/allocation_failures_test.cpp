// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Every allocation of a job may fail, in whatever thread: the job ends with an exception, and the
// next one works. But for the smallest: Kokkos takes the label of a view from the heap where it
// destroys the view, and no exception leaves that.
#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>

#include <gtest/gtest.h>

#include "engine/engine_jobs.hpp"

namespace {

std::atomic<std::int64_t> allocations = 0;
std::atomic<std::int64_t> failing = -1;  ///< from this one on, so many fail
std::atomic<std::int64_t> failures = 0;

constexpr std::size_t smallest = 256;

void* allocate(std::size_t bytes, std::size_t alignment) {
  std::int64_t const number = bytes < smallest ? -1 : allocations++;
  bool const fails = failing >= 0 && number >= failing && number < failing + failures;
  void* block = nullptr;
  return fails || posix_memalign(&block, alignment, bytes == 0 ? 1 : bytes) != 0 ? nullptr : block;
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const block = allocate(bytes, alignment);
  if (block == nullptr) {
    throw std::bad_alloc();
  }
  return block;
}

}  // namespace

// The operators of the whole process, those of the module among them. Inlined, a compiler would see
// malloc and free where it looks for pairs of new and delete.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  return allocate_or_throw(bytes, alignof(std::max_align_t));
}
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void* operator new(std::size_t bytes, std::nothrow_t const&) noexcept {
  return allocate(bytes, alignof(std::max_align_t));
}
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment,
                                     std::nothrow_t const&) noexcept {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* block) noexcept {
  std::free(block);
}
[[gnu::noinline]] void operator delete(void* block, std::size_t) noexcept {
  std::free(block);
}
[[gnu::noinline]] void operator delete(void* block, std::align_val_t) noexcept {
  std::free(block);
}
[[gnu::noinline]] void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  std::free(block);
}
[[gnu::noinline]] void operator delete(void* block, std::nothrow_t const&) noexcept {
  std::free(block);
}
[[gnu::noinline]] void operator delete(void* block, std::align_val_t,
                                       std::nothrow_t const&) noexcept {
  std::free(block);
}

namespace siderum::engine {
namespace {

using test::few_coefficients;
using test::few_curves;
using test::ObservedJob;
using test::on_cpu;
using test::small_search;

template <class Complex>
std::vector<double> real_parts(std::vector<Complex> const& a_lm) {
  std::vector<double> numbers;
  for (Complex const& a : a_lm) {
    numbers.push_back(a.real());
  }
  return numbers;
}

ObservedJob method_job(std::string const& name, Method method) {
  return {name, [method](test::Told const&) {
            PeriodSearch search = small_search();
            search.options.method = method;
            return test::numbers_of(search_periods(few_curves(3, 100), search, on_cpu()));
          }};
}

/// The same by another name, which no plan is kept for.
RingGrid renamed(RingGrid const& grid) {
  static int count = 0;
  return {grid.kind(), "grid " + std::to_string(++count), grid.rings(), grid.pixels(),
          grid.exact_lmax()};
}

ObservedJob sky_job(std::string const& name, RingGrid const& rings, Field field) {
  return {name, [rings, field](test::Told const&) {
            RingGrid const grid = renamed(rings);
            HarmonicRange const range = make_harmonic_range(16);
            std::vector<std::complex<double>> a_lm;
            for (int component = 0; component < components(field); ++component) {
              auto const one = few_coefficients(range);
              a_lm.insert(a_lm.end(), one.begin(), one.end());
            }
            auto const map = synthesise(grid, range, field, a_lm, on_cpu());
            return real_parts(analyse(renamed(rings), range, field, map, {}, on_cpu()).a_lm);
          }};
}

std::vector<ObservedJob> all_jobs() {
  std::vector<ObservedJob> jobs = test::observed_jobs();
  jobs.push_back(method_job("products", Method::product));
  jobs.push_back(method_job("transforms", Method::nufft));
  jobs.push_back(sky_job("vectors", healpix_grid(8), Field::spin_one));
  jobs.push_back(sky_job("polarisation", healpix_grid(8), Field::spin_two));
  // Rings of a prime number of pixels.
  jobs.push_back(sky_job("chirps", gauss_legendre_grid(20, 149), Field::scalar));
  jobs.push_back(
      {"rotation", [](test::Told const&) {
         HarmonicRange const range = make_harmonic_range(16);
         return real_parts(rotate(range, few_coefficients(range), {0.1, 0.2, 0.3}, on_cpu()));
       }});
  return jobs;
}

/// Whether the job ended with an exception.
bool has_thrown(ObservedJob const& job, std::int64_t from, std::int64_t count) {
  allocations = 0;
  failures = count;
  failing = from;
  std::exception_ptr thrown;
  try {
    job.run([] {});
  } catch (...) {
    thrown = std::current_exception();
  }
  failing = -1;
  try {
    if (thrown) {
      std::rethrow_exception(thrown);
    }
    return false;
  } catch (Error const&) {
    return true;
  } catch (std::bad_alloc const&) {
    return true;
  }
}

class AllocationFailures : public testing::TestWithParam<ObservedJob> {};

TEST_P(AllocationFailures, EndTheJobWithAnException) {
  constexpr std::int64_t most_runs = 120;
  ObservedJob const& job = GetParam();
  std::vector<double> const answer = job.run([] {});
  allocations = 0;
  job.run([] {});
  std::int64_t const all = allocations;
  int thrown = 0;
  for (std::int64_t run = 0; run < std::min(all, most_runs); ++run) {
    std::int64_t const from = all <= most_runs ? run : run * all / most_runs;
    // One alone, which a second try may make good, and all from there on.
    thrown += has_thrown(job, from, 1) ? 1 : 0;
    thrown += has_thrown(job, from, 1'000'000'000) ? 1 : 0;
  }
  EXPECT_GT(thrown, 0);
  EXPECT_EQ(job.run([] {}), answer);
}

TEST(KeptPlans, AreNotMadeForTheSecondJobOfAShape) {
  RingGrid const grid = renamed(healpix_grid(8));
  HarmonicRange const range = make_harmonic_range(16);
  auto const a_lm = few_coefficients(range);
  auto const count = [&](auto const& job) {
    allocations = 0;
    job();
    return allocations.load();
  };
  std::vector<double> maps[2];
  AnalysisResult analyses[2];
  std::int64_t of_synthesis[2];
  std::int64_t of_analysis[2];
  for (int i = 0; i < 2; ++i) {
    of_synthesis[i] =
        count([&] { maps[i] = synthesise(grid, range, Field::scalar, a_lm, on_cpu()); });
  }
  RingGrid const other = renamed(grid);
  for (int i = 0; i < 2; ++i) {
    of_analysis[i] =
        count([&] { analyses[i] = analyse(other, range, Field::scalar, maps[i], {}, on_cpu()); });
  }
  // A plan has a transform for each of 8 lengths of rings, and twelve tables.
  EXPECT_LE(of_synthesis[1] + 20, of_synthesis[0]);
  EXPECT_LE(of_analysis[1] + 20, of_analysis[0]);
  EXPECT_EQ(maps[1], maps[0]);
  EXPECT_EQ(analyses[1].a_lm, analyses[0].a_lm);
}

std::string name_of_job(testing::TestParamInfo<ObservedJob> const& info) {
  std::string name = info.param.name;
  std::erase_if(name, [](char letter) { return std::isalnum(letter) == 0; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(Engine, AllocationFailures, testing::ValuesIn(all_jobs()), name_of_job);

}  // namespace
}  // namespace siderum::engine
