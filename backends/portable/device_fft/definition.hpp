// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>
#include <vector>

#include <siderum/backends/portable/device_fft/passes.hpp>
#include <siderum/backends/portable/device_fft/plan.hpp>
#include <siderum/backends/portable/fft.hpp>
#include <siderum/backends/portable/kept_tables.hpp>
#include <siderum/core/allocate.hpp>

/// Definitions of DeviceFft of fft.hpp; included where it is instantiated.
namespace siderum::portable {

/// The passes of transforms of one length, and their tables.
template <class Exec, class Real>
struct DeviceFft<Exec, Real>::Tables {
  using MemorySpace = typename Exec::memory_space;

  std::vector<device_fft::PassShape> shapes;
  std::vector<Kokkos::View<int*, MemorySpace>> groups;  // of each pass
  Kokkos::View<Complex*, MemorySpace> coarse;
  Kokkos::View<Complex*, MemorySpace> fine;
  int bits = 0;

  Tables(Exec const& exec, int length) {
    auto const passes = device_fft::divide_length(length, device_fft::longest_pass<Real>);
    device_fft::PassShape shape{};
    shape.all = length;
    shape.before = 1;
    for (device_fft::Pass const& pass : passes) {
      add(exec, pass, shape);
      shape.earlier[shape.earlier_count++] = pass.length;
      shape.before *= pass.length;
    }
    bits = std::bit_width(static_cast<unsigned>(length)) / 2;
    fine = copy_to_memory(exec, "siderum::fft::roots", roots_of(length, 1, 1 << bits));
    coarse = copy_to_memory(exec, "siderum::fft::roots",
                            roots_of(length, 1 << bits, (length - 1) / (1 << bits) + 1));
  }

 private:
  void add(Exec const& exec, device_fft::Pass const& pass, device_fft::PassShape shape) {
    shape.length = pass.length;
    shape.distance = shape.all / (shape.before * pass.length);
    for (int const radix : pass.radices) {
      shape.radices[shape.stages++] = radix;
    }
    int const most = std::min(device_fft::numbers_of_tile<Real> / pass.length, shape.columns());
    shape.tile_bits = std::bit_width(static_cast<unsigned>(most)) - 1;
    shapes.push_back(shape);
    groups.push_back(
        copy_to_memory(exec, "siderum::fft::groups", device_fft::groups_by_frequency(pass)));
  }

  // exp(2 pi i k step / length), k < count
  static std::vector<Complex> roots_of(int length, int step, int count) {
    std::vector<Complex> roots;
    for (int k = 0; k < count; ++k) {
      double const angle = 2.0 * std::numbers::pi * (static_cast<double>(k) * step) / length;
      roots.emplace_back(static_cast<Real>(std::cos(angle)), static_cast<Real>(std::sin(angle)));
    }
    return roots;
  }
};

template <class Exec, class Real>
DeviceFft<Exec, Real>::DeviceFft(Exec const& exec, int length, int batch, int threads)
    : exec_(exec),
      batch_(batch),
      threads_(threads),
      tables_(kept_tables<std::shared_ptr<Tables const>>(
          exec, length, [&] { return std::make_shared<Tables const>(exec, length); })) {}

template <class Exec, class Real>
void DeviceFft<Exec, Real>::operator()(Complex* in, Complex* out) const {
  auto const launch = [&](auto const& pass) {
    TeamPerIndex<Exec> policy(exec_, batch_ * pass.shape.tiles(), threads_);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(pass.scratch_bytes()) + 64));
    Kokkos::parallel_for("siderum::fft::pass[portable]", policy, pass);
  };
  device_fft::Roots<Real> const roots{tables_->coarse.data(), tables_->fine.data(), tables_->bits};
  std::size_t const last = tables_->shapes.size() - 1;
  for (std::size_t i = 0; i < last; ++i) {
    launch(device_fft::PassTransformer<Exec, Real, false>{tables_->shapes[i], roots,
                                                          tables_->groups[i].data(), in, in});
  }
  launch(device_fft::PassTransformer<Exec, Real, true>{tables_->shapes[last], roots,
                                                       tables_->groups[last].data(), in, out});
}

}  // namespace siderum::portable
