// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/detail/iterative_analysis/launch.hpp>

template siderum::IterativeAnalysisResult
siderum::iterative_analysis<SIDERUM_SPACE, SIDERUM_REAL, siderum::backend::SIDERUM_BACKEND>(
    SIDERUM_SPACE const&,
    siderum::HarmonicTransform<SIDERUM_SPACE, SIDERUM_REAL,
                               siderum::backend::SIDERUM_BACKEND> const&,
    Kokkos::View<SIDERUM_REAL const**, Kokkos::LayoutRight, SIDERUM_SPACE::memory_space> const&,
    siderum::HarmonicCoefficients<SIDERUM_REAL, SIDERUM_SPACE::memory_space> const&,
    siderum::IterativeAnalysisOptions const&);
template siderum::IterativeAnalysisResult
siderum::weighted_analysis<SIDERUM_SPACE, SIDERUM_REAL, siderum::backend::SIDERUM_BACKEND>(
    SIDERUM_SPACE const&,
    siderum::HarmonicTransform<SIDERUM_SPACE, SIDERUM_REAL,
                               siderum::backend::SIDERUM_BACKEND> const&,
    Kokkos::View<SIDERUM_REAL const**, Kokkos::LayoutRight, SIDERUM_SPACE::memory_space> const&,
    Kokkos::View<SIDERUM_REAL const**, Kokkos::LayoutRight, SIDERUM_SPACE::memory_space> const&,
    siderum::HarmonicCoefficients<SIDERUM_REAL, SIDERUM_SPACE::memory_space> const&,
    siderum::IterativeAnalysisOptions const&);
template siderum::IterativeAnalysisResult
siderum::iterative_analysis<SIDERUM_SPACE, SIDERUM_REAL, siderum::backend::SIDERUM_BACKEND>(
    siderum::HarmonicTransformStream<SIDERUM_SPACE, SIDERUM_REAL,
                                     siderum::backend::SIDERUM_BACKEND> const&,
    Kokkos::View<SIDERUM_REAL const**, Kokkos::LayoutRight, Kokkos::HostSpace> const&,
    siderum::HarmonicCoefficients<SIDERUM_REAL, Kokkos::HostSpace> const&,
    siderum::IterativeAnalysisOptions const&);
template siderum::IterativeAnalysisResult
siderum::weighted_analysis<SIDERUM_SPACE, SIDERUM_REAL, siderum::backend::SIDERUM_BACKEND>(
    siderum::HarmonicTransformStream<SIDERUM_SPACE, SIDERUM_REAL,
                                     siderum::backend::SIDERUM_BACKEND> const&,
    Kokkos::View<SIDERUM_REAL const**, Kokkos::LayoutRight, Kokkos::HostSpace> const&,
    Kokkos::View<SIDERUM_REAL const**, Kokkos::LayoutRight, Kokkos::HostSpace> const&,
    siderum::HarmonicCoefficients<SIDERUM_REAL, Kokkos::HostSpace> const&,
    siderum::IterativeAnalysisOptions const&);
