// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

/// Backends by name, which is all that public headers know of them: who calls an algorithm compiles
/// none of the operations behind it. backend.hpp has those.
namespace siderum::backend {

struct Portable;
struct Cuda;

/// Stands for "the backend that is the default for the execution space of the call".
struct Default {};

/// Whether this build has a backend. A backend of your own says so by a specialisation.
template <class T>
inline constexpr bool is_backend = false;
template <>
inline constexpr bool is_backend<Portable> = true;

namespace detail {

template <class Exec>
struct DefaultFor {
  using type = Portable;
};

}  // namespace detail

#ifdef SIDERUM_ENABLE_CUDA_KERNELS
template <>
inline constexpr bool is_backend<Cuda> = true;
template <>
struct detail::DefaultFor<Kokkos::Cuda> {
  using type = Cuda;
};
#endif

namespace detail {

template <class Choice, class Exec>
struct Resolve {
  static_assert(is_backend<Choice>,
                "The leading template parameter must name a backend that this build has"
                " (backend::Portable, or backend::Cuda on NVIDIA GPUs).");
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
