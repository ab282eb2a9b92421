// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <type_traits>

#include <siderum/backends/choice.hpp>
#include <siderum/backends/portable/device_facts.hpp>
#include <siderum/backends/portable/device_scope.hpp>
#include <siderum/backends/portable/expand_list/launch.hpp>
#include <siderum/backends/portable/fft.hpp>
#include <siderum/backends/portable/fold_and_sort/launch.hpp>
#include <siderum/backends/portable/frequency_sums/launch.hpp>
#include <siderum/backends/portable/key_sort.hpp>
#include <siderum/backends/portable/legendre/launch.hpp>
#include <siderum/backends/portable/nufft_sums/launch.hpp>
#include <siderum/backends/portable/pair_histogram/launch.hpp>
#include <siderum/backends/portable/phase_rotation.hpp>
#include <siderum/backends/portable/product.hpp>
#include <siderum/backends/portable/product_sums/launch.hpp>
#include <siderum/backends/portable/ring_fft/launch.hpp>
#include <siderum/backends/portable/rotation/launch.hpp>
#include <siderum/backends/portable/shared_sums/launch.hpp>
#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/backends/portable/spin/launch.hpp>
#include <siderum/backends/portable/stream_order.hpp>
#include <siderum/backends/portable/trig_sums/launch.hpp>
#ifdef KOKKOS_ENABLE_HIP
#include <siderum/backends/hip/device_facts.hpp>
#include <siderum/backends/hip/device_scope.hpp>
#include <siderum/backends/hip/stream_order.hpp>
#endif
#ifdef KOKKOS_ENABLE_CUDA
#include <siderum/backends/cuda/device_facts.cuh>
#include <siderum/backends/cuda/device_scope.cuh>
#include <siderum/backends/cuda/stream_order.cuh>
#endif
#ifdef SIDERUM_ENABLE_CUDA_KERNELS
#include <siderum/backends/cuda/fft.cuh>
#include <siderum/backends/cuda/fold_and_sort.cuh>
#include <siderum/backends/cuda/key_sort.cuh>
#include <siderum/backends/cuda/legendre_analysis.cuh>
#include <siderum/backends/cuda/legendre_synthesis.cuh>
#include <siderum/backends/cuda/pair_histogram.cuh>
#include <siderum/backends/cuda/product.cuh>
#include <siderum/backends/cuda/ring_fft.cuh>
#include <siderum/backends/cuda/trig_sums.cuh>
#endif

/// The one seam between algorithm and hardware: which operations exist and who provides them. A
/// backend is a type that lists operations; the contract of each stands once, in portable/, and
/// backend_concept.hpp checks its form. Included where operations are launched; who only names a
/// backend includes choice.hpp.
namespace siderum::backend {

/// Every operation, with Kokkos and portable libraries: complete by itself.
struct Portable {
  static constexpr std::string_view name = "portable";

  template <class Real>
  using SinCos = portable::SinCos<Real>;
  using PhaseRotation = portable::PhaseRotation;
  template <class Exec, class Real>
  using Fft = portable::Fft<Exec, Real>;
  template <class Exec, class Real>
  using Product = portable::Product<Exec, Real>;
  template <class Exec, class Real>
  using TrigSums = portable::TrigSums<Exec, Real, Portable>;
  template <class Exec, class Real>
  using NufftSums = portable::NufftSums<Exec, Real, Portable>;
  template <class Exec, class Real>
  using ProductSums = portable::ProductSums<Exec, Real, Portable>;
  template <class Exec, class Real>
  using SharedNufftSums = portable::SharedNufftSums<Exec, Real, Portable>;
  template <class Exec, class Real>
  using SharedProductSums = portable::SharedProductSums<Exec, Real, Portable>;
  template <class Exec, class Real>
  using FoldAndSort = portable::FoldAndSort<Exec, Real>;
  template <class Exec, class Real>
  using FrequencySums = portable::FrequencySums<Exec, Real>;
  template <class Exec, class Real>
  using PairHistogram = portable::PairHistogram<Exec, Real>;
  template <class Exec>
  using ExpandList = portable::ExpandList<Exec>;
  template <class Exec, class Real>
  using LegendreSynthesis = portable::LegendreSynthesis<Exec, Real>;
  template <class Exec, class Real>
  using LegendreAnalysis = portable::LegendreAnalysis<Exec, Real>;
  template <class Exec, class Real>
  using RingFft = portable::RingFft<Exec, Real>;
  template <class Exec>
  using SpinPoles = portable::SpinPoles<Exec>;
  template <class Exec, class Real>
  using SpinScalars = portable::SpinScalars<Exec, Real>;
  template <class Exec, class Real>
  using Rotation = portable::Rotation<Exec, Real>;
  template <class Exec>
  using KeySort = portable::KeySort<Exec>;
  template <class Exec>
  using DeviceFactsOf = portable::DeviceFactsOf<Exec>;
  template <class Exec>
  using StreamOrder = portable::StreamOrder<Exec>;
  template <class Exec>
  using DeviceScope = portable::DeviceScope<Exec>;
};

#ifdef SIDERUM_ENABLE_CUDA_KERNELS
/// What is written by hand for NVIDIA GPUs, each measured to win at the sizes that it is there for;
/// docs/backends.md tells of those at which the portable form is as fast or faster.
struct Cuda : Portable {
  /// Other spaces, such as that of the host, have the portable operations in this backend too.
  template <class Exec, class Own, class Otherwise>
  using On = std::conditional_t<std::is_same_v<Exec, Kokkos::Cuda>, Own, Otherwise>;

  static constexpr std::string_view name = "cuda";

  template <class Exec, class Real>
  using Fft = On<Exec, cuda::Fft<Real>, portable::Fft<Exec, Real>>;
  template <class Exec, class Real>
  using Product = On<Exec, cuda::Product<Real>, portable::Product<Exec, Real>>;
  template <class Exec, class Real>
  using TrigSums = On<Exec, cuda::TrigSums<Exec, Real, Cuda>, portable::TrigSums<Exec, Real, Cuda>>;
  template <class Exec, class Real>
  using NufftSums = portable::NufftSums<Exec, Real, Cuda>;
  template <class Exec, class Real>
  using ProductSums = portable::ProductSums<Exec, Real, Cuda>;
  template <class Exec, class Real>
  using SharedNufftSums = portable::SharedNufftSums<Exec, Real, Cuda>;
  template <class Exec, class Real>
  using SharedProductSums = portable::SharedProductSums<Exec, Real, Cuda>;
  template <class Exec, class Real>
  using FoldAndSort = On<Exec, cuda::FoldAndSort<Exec, Real>, portable::FoldAndSort<Exec, Real>>;
  template <class Exec, class Real>
  using PairHistogram = On<Exec, cuda::PairHistogram<Real>, portable::PairHistogram<Exec, Real>>;
  template <class Exec, class Real>
  using LegendreSynthesis =
      On<Exec, cuda::LegendreSynthesis<Real>, portable::LegendreSynthesis<Exec, Real>>;
  template <class Exec, class Real>
  using LegendreAnalysis =
      On<Exec, cuda::LegendreAnalysis<Real>, portable::LegendreAnalysis<Exec, Real>>;
  template <class Exec, class Real>
  using RingFft = On<Exec,
                     std::conditional_t<std::is_same_v<Real, double>, cuda::RingFft,
                                        portable::RingFft<Exec, Real>>,
                     portable::RingFft<Exec, Real>>;
  template <class Exec>
  using KeySort = On<Exec, cuda::KeySort, portable::KeySort<Exec>>;
};
#endif

}  // namespace siderum::backend
