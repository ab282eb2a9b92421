// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string_view>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/device_facts.hpp>
#include <siderum/backends/portable/fft.hpp>
#include <siderum/backends/portable/fold_and_sort/launch.hpp>
#include <siderum/backends/portable/key_sort.hpp>
#include <siderum/backends/portable/legendre/launch.hpp>
#include <siderum/backends/portable/nufft_sums/launch.hpp>
#include <siderum/backends/portable/pair_histogram/launch.hpp>
#include <siderum/backends/portable/phase_rotation.hpp>
#include <siderum/backends/portable/product.hpp>
#include <siderum/backends/portable/product_sums/launch.hpp>
#include <siderum/backends/portable/ring_fft/launch.hpp>
#include <siderum/backends/portable/shared_sums/launch.hpp>
#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/backends/portable/spin/launch.hpp>
#include <siderum/backends/portable/trig_sums/launch.hpp>
#ifdef SIDERUM_ENABLE_CUDA_KERNELS
#include <siderum/backends/cuda/device_facts.cuh>
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
/// backend is a type that lists operations; the contract of each stands once, in portable/.
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
  using PairHistogram = portable::PairHistogram<Exec, Real>;
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
  template <class Exec>
  using KeySort = portable::KeySort<Exec>;
  template <class Exec>
  using DeviceFactsOf = portable::DeviceFactsOf<Exec>;
};

#ifdef SIDERUM_ENABLE_CUDA_KERNELS
/// What is written by hand for NVIDIA GPUs, each where it was measured to win.
struct Cuda : Portable {
  static constexpr std::string_view name = "cuda";

  template <class Exec, class Real>
  using Fft = cuda::Fft<Exec, Real>;
  template <class Exec, class Real>
  using Product = cuda::Product<Exec, Real>;
  template <class Exec, class Real>
  using TrigSums = cuda::TrigSums<Exec, Real, Cuda>;
  template <class Exec, class Real>
  using NufftSums = portable::NufftSums<Exec, Real, Cuda>;
  template <class Exec, class Real>
  using ProductSums = portable::ProductSums<Exec, Real, Cuda>;
  template <class Exec, class Real>
  using SharedNufftSums = portable::SharedNufftSums<Exec, Real, Cuda>;
  template <class Exec, class Real>
  using SharedProductSums = portable::SharedProductSums<Exec, Real, Cuda>;
  template <class Exec, class Real>
  using FoldAndSort = cuda::FoldAndSort<Exec, Real>;
  template <class Exec, class Real>
  using PairHistogram = cuda::PairHistogram<Exec, Real>;
  template <class Exec, class Real>
  using LegendreSynthesis = cuda::LegendreSynthesis<Exec, Real>;
  template <class Exec, class Real>
  using LegendreAnalysis = cuda::LegendreAnalysis<Exec, Real>;
  template <class Exec, class Real>
  using RingFft = cuda::RingFft<Exec, Real>;
  template <class Exec>
  using KeySort = cuda::KeySort<Exec>;
  template <class Exec>
  using DeviceFactsOf = cuda::DeviceFactsOf<Exec>;
};
#endif

/// A backend names itself and lists every operation that Portable lists.
template <class T>
concept Backend = requires(typename T::template SinCos<double> sin_cos_double,
                           typename T::template SinCos<float> sin_cos_float,
                           typename T::PhaseRotation rotate, SinCosValue<double> phase) {
  { T::name } -> std::convertible_to<std::string_view>;
  { sin_cos_double(0.25) } -> std::same_as<SinCosValue<double>>;
  { sin_cos_float(0.25) } -> std::same_as<SinCosValue<float>>;
  { rotate(phase, phase) } -> std::same_as<SinCosValue<double>>;
  typename T::template Fft<Kokkos::DefaultExecutionSpace, double>;
  typename T::template Fft<Kokkos::DefaultExecutionSpace, float>;
  typename T::template Product<Kokkos::DefaultExecutionSpace, double>;
  typename T::template Product<Kokkos::DefaultExecutionSpace, float>;
  typename T::template TrigSums<Kokkos::DefaultExecutionSpace, double>;
  typename T::template TrigSums<Kokkos::DefaultExecutionSpace, float>;
  typename T::template NufftSums<Kokkos::DefaultExecutionSpace, double>;
  typename T::template NufftSums<Kokkos::DefaultExecutionSpace, float>;
  typename T::template ProductSums<Kokkos::DefaultExecutionSpace, double>;
  typename T::template ProductSums<Kokkos::DefaultExecutionSpace, float>;
  typename T::template SharedNufftSums<Kokkos::DefaultExecutionSpace, double>;
  typename T::template SharedNufftSums<Kokkos::DefaultExecutionSpace, float>;
  typename T::template SharedProductSums<Kokkos::DefaultExecutionSpace, double>;
  typename T::template SharedProductSums<Kokkos::DefaultExecutionSpace, float>;
  typename T::template FoldAndSort<Kokkos::DefaultExecutionSpace, double>;
  typename T::template FoldAndSort<Kokkos::DefaultExecutionSpace, float>;
  typename T::template PairHistogram<Kokkos::DefaultExecutionSpace, double>;
  typename T::template PairHistogram<Kokkos::DefaultExecutionSpace, float>;
  typename T::template LegendreSynthesis<Kokkos::DefaultExecutionSpace, double>;
  typename T::template LegendreSynthesis<Kokkos::DefaultExecutionSpace, float>;
  typename T::template LegendreAnalysis<Kokkos::DefaultExecutionSpace, double>;
  typename T::template LegendreAnalysis<Kokkos::DefaultExecutionSpace, float>;
  typename T::template RingFft<Kokkos::DefaultExecutionSpace, double>;
  typename T::template RingFft<Kokkos::DefaultExecutionSpace, float>;
  typename T::template SpinPoles<Kokkos::DefaultExecutionSpace>;
  typename T::template SpinScalars<Kokkos::DefaultExecutionSpace, double>;
  typename T::template SpinScalars<Kokkos::DefaultExecutionSpace, float>;
  typename T::template KeySort<Kokkos::DefaultExecutionSpace>;
  typename T::template DeviceFactsOf<Kokkos::DefaultExecutionSpace>;
};

static_assert(Backend<Portable>);

/// Stands for "the backend that is the default for the execution space of the call".
struct Default {};

namespace detail {

template <class Exec>
struct DefaultFor {
  using type = Portable;
};

#ifdef SIDERUM_ENABLE_CUDA_KERNELS
static_assert(Backend<Cuda>);

template <>
struct DefaultFor<Kokkos::Cuda> {
  using type = Cuda;
};
#endif

template <class Choice, class Exec>
struct Resolve {
  static_assert(Backend<Choice>, "The leading template parameter must name a backend.");
  using type = Choice;
};

template <class Exec>
struct Resolve<Default, Exec> {
  using type = typename DefaultFor<Exec>::type;
};

}  // namespace detail

template <class Exec>
using default_for_t = typename detail::DefaultFor<Exec>::type;

/// The backend that a call uses: the one it names, or the default of its space.
template <class Choice, class Exec>
using resolve_t = typename detail::Resolve<Choice, Exec>::type;

}  // namespace siderum::backend
