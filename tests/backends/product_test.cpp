// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/backends/backend.hpp>
#include <siderum/core/random.hpp>
#include <siderum/core/work_space.hpp>

#include "support/spaces.hpp"

namespace siderum::test {
namespace {

template <class Real>
std::vector<Real> draw(std::int64_t count, std::uint64_t stream) {
  CounterRandom random(11, stream);
  std::vector<Real> numbers(static_cast<std::size_t>(count));
  for (Real& number : numbers) {
    number = static_cast<Real>(random.normal());
  }
  return numbers;
}

/// The sum as it is printed, and what its error is measured by.
struct Element {
  long double sum = 0;
  long double magnitude = 0;
};

template <class Real>
Element element_of(ProductShape const& shape, std::vector<Real> const& a,
                   std::vector<Real> const& b, int i, int row, int column) {
  Element of;
  for (int k = 0; k < shape.inner; ++k) {
    long double const term =
        static_cast<long double>(a[i * shape.stride_a + row * shape.inner + k]) *
        static_cast<long double>(b[i * shape.stride_b + column * shape.inner + k]);
    of.sum += term;
    of.magnitude += std::abs(term);
  }
  return of;
}

template <class V>
class ProductTest : public testing::Test {};
TYPED_TEST_SUITE(ProductTest, Variants, VariantNames);

TYPED_TEST(ProductTest, IsTheSumOfItsContractForABatch) {
  using Real = typename TypeParam::Real;
  using Product = typename TypeParam::Backend::template Product<TestSpace, Real>;
  if constexpr (Product::is_available) {
    TestSpace const exec;
    // Gaps between the matrices of a batch, and sizes that no block divides.
    for (int const inner : {1, 43, 597}) {
      ProductShape const shape{.rows = 37,
                               .columns = 21,
                               .inner = inner,
                               .batch = 3,
                               .stride_a = 37 * inner + 5,
                               .stride_b = 21 * inner + 3,
                               .stride_c = 37 * 21 + 7};
      auto const a = draw<Real>(3 * shape.stride_a, 1);
      auto const b = draw<Real>(3 * shape.stride_b, 2);
      auto const before = draw<Real>(3 * shape.stride_c, 3);
      auto const left = copy_to_work(exec, "siderum::product_test::a", a);
      auto const right = copy_to_work(exec, "siderum::product_test::b", b);
      Product const multiply(exec);
      for (ProductStart const start : {ProductStart::from_zero, ProductStart::add}) {
        auto const result = copy_to_work(exec, "siderum::product_test::c", before);
        multiply(shape, left.data(), right.data(), result.data(), start);
        exec.fence();
        auto const actual = to_host(result);
        for (std::size_t at = 0; at < actual.size(); ++at) {
          auto const i = static_cast<int>(static_cast<std::int64_t>(at) / shape.stride_c);
          auto const within = static_cast<int>(static_cast<std::int64_t>(at) % shape.stride_c);
          if (within >= shape.rows * shape.columns) {
            EXPECT_EQ(actual[at], before[at]) << "what lies between the matrices is left alone";
            continue;
          }
          Element const of =
              element_of(shape, a, b, i, within / shape.columns, within % shape.columns);
          long double const old = start == ProductStart::add ? before[at] : Real(0);
          auto const tolerance = std::numeric_limits<Real>::epsilon() *
                                 static_cast<double>((inner + 1) * of.magnitude + std::abs(old));
          ASSERT_NEAR(actual[at], static_cast<double>(of.sum + old), tolerance) << inner;
        }
      }
    }
  } else {
    EXPECT_EQ(std::string(TypeParam::Backend::name), "portable");
    bool const by_kernels = portable::DeviceProduct<TestSpace, Real>::is_available;
    EXPECT_TRUE(is_host<TestSpace> || !by_kernels);
  }
}

}  // namespace
}  // namespace siderum::test
