// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/conditional_entropy.hpp>
#include <siderum/algorithms/periods/phase_dispersion.hpp>
#include <siderum/core/error.hpp>

#include "algorithms/periods/super_smoother_support.hpp"
#include "support/progress_witness.hpp"

/// Periodograms of the finders that fold, in pieces from host memory to host memory.
namespace siderum::test {
namespace {

template <class Real>
bool same_bits(Real a, Real b) {
  using Bits = std::conditional_t<std::is_same_v<Real, float>, std::uint32_t, std::uint64_t>;
  return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

template <class V>
class FindersToHost : public testing::Test {
 protected:
  using Real = typename V::Real;
  using Backend = typename V::Backend;

  static constexpr std::int64_t smallest_piece = std::int64_t{1} << 16;

  /// Calls to_host(exec, curves, grid, power, status) and holds it to the same powers in one piece.
  template <class ToHost>
  void expect_same(Batch const& batch, FrequencyGrid const& grid,
                   Periodograms<Real> const& expected, ToHost const& to_host) const {
    HostPowerView<Real> const power("test::power", batch.objects(), grid.count);
    HostStatusView const status("test::status", batch.objects());
    to_host(TestSpace(),
            make_light_curves<Real>(batch.time, batch.value, batch.error, batch.offsets), grid,
            power, status);
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      EXPECT_EQ(status(object), expected.status[object]) << "object " << object;
      auto const row = expected.row(object);
      for (std::int64_t k = 0; k < grid.count; ++k) {
        bool const both_none = std::isnan(power(object, k)) && std::isnan(row[k]);
        ASSERT_TRUE(both_none || same_bits(power(object, k), row[k]))
            << "object " << object << ", " << k << ": " << power(object, k) << ", " << row[k];
      }
    }
  }

  void expect_same_smooth(Batch const& batch, FrequencyGrid const& grid,
                          SuperSmootherOptions const& options, StreamOptions const& stream) const {
    expect_same(batch, grid, smooth_search<V>(batch, grid, options), [&](auto const&... arguments) {
      super_smoother_to_host<Backend>(arguments..., options, stream);
    });
  }

  /// Curves of every class of lengths, and some that cannot be searched.
  Batch const curves = draw_batch<Real>({43, 0, 1, 17, 64, 97, 5, 300, 20}, 300.0, 1.37);
  FrequencyGrid const rows{0.05, 0.0007, 1'501};         // several objects in a piece
  FrequencyGrid const stretches{0.05, 0.00007, 17'003};  // more than one piece for a row
};
TYPED_TEST_SUITE(FindersToHost, Variants, VariantNames);

TYPED_TEST(FindersToHost, BringSuperSmootherToTheSameBits) {
  for (SuperSmootherOptions const& options :
       {SuperSmootherOptions{}, published_multi_pass(), published_single_pass()}) {
    for (Staging const staging : {Staging::pinned, Staging::none}) {
      this->expect_same_smooth(this->curves, this->rows, options, {.staging = staging});
    }
  }
}

TYPED_TEST(FindersToHost, CutRowsThatAreMoreThanTheMemoryAllows) {
  Batch const few = this->curves.only(0);
  for (SuperSmootherOptions const& options : {SuperSmootherOptions{}, published_single_pass()}) {
    // Either bound leaves pieces of 2^16 bytes alone.
    this->expect_same_smooth(few, this->stretches, options,
                             {.piece_bytes = TestFixture::smallest_piece});
    this->expect_same_smooth(few, this->stretches, options, {.memory_fraction = 1e-9});
  }
}

TYPED_TEST(FindersToHost, GroupObjectsThatDoNotFitTogether) {
  // A billionth of any memory takes no two of these objects at once.
  this->expect_same_smooth(this->curves, this->rows, {}, {.memory_fraction = 1e-9});
}

TYPED_TEST(FindersToHost, BringPhaseDispersionToTheSameBits) {
  using V = TypeParam;
  PhaseDispersionOptions const options{7};
  auto const expected = powers_of<V>(this->curves, this->stretches, [&](auto const&... arguments) {
    phase_dispersion<typename V::Backend>(arguments..., options);
  });
  this->expect_same(this->curves, this->stretches, expected, [&](auto const&... arguments) {
    phase_dispersion_to_host<typename V::Backend>(
        arguments..., options, StreamOptions{.piece_bytes = TestFixture::smallest_piece});
  });
}

TYPED_TEST(FindersToHost, BringConditionalEntropyToTheSameBits) {
  using V = TypeParam;
  ConditionalEntropyOptions const options{7, 3};
  auto const expected = powers_of<V>(this->curves, this->stretches, [&](auto const&... arguments) {
    conditional_entropy<typename V::Backend>(arguments..., options);
  });
  this->expect_same(this->curves, this->stretches, expected, [&](auto const&... arguments) {
    conditional_entropy_to_host<typename V::Backend>(
        arguments..., options, StreamOptions{.piece_bytes = TestFixture::smallest_piece});
  });
}

TYPED_TEST(FindersToHost, ReportProgressToTheEnd) {
  ProgressWitness witness;
  this->expect_same_smooth(this->curves, this->stretches, published_single_pass(),
                           {.piece_bytes = TestFixture::smallest_piece, .progress = &witness});
  EXPECT_TRUE(witness.complete());
  EXPECT_GE(witness.calls(), 9);
}

TYPED_TEST(FindersToHost, RefuseWhatDoesNotFit) {
  using V = TypeParam;
  auto const on_host = make_light_curves<typename V::Real>(
      this->curves.time, this->curves.value, this->curves.error, this->curves.offsets);
  std::int64_t const objects = this->curves.objects();
  HostPowerView<typename V::Real> const power("test::power", objects, this->rows.count);
  HostStatusView const status("test::status", objects);
  auto const refuse = [&](FrequencyGrid const& grid, SuperSmootherOptions const& options,
                          StreamOptions const& stream) {
    EXPECT_THROW(super_smoother_to_host<typename V::Backend>(TestSpace(), on_host, grid, power,
                                                             status, options, stream),
                 Error);
  };
  refuse(this->stretches, {}, {});
  refuse({0.0, 0.0007, this->rows.count}, {}, {});
  refuse(this->rows, {.alpha = 11.0}, {});
  refuse(this->rows, {}, {.memory_fraction = 0.0});
  refuse(this->rows, {}, {.memory_fraction = 1.5});
  refuse(this->rows, {}, {.piece_bytes = 100});
}

}  // namespace
}  // namespace siderum::test
