# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# SIDERUM_KOKKOS_FITS_MODULES: whether a module that a program loads can hold the Kokkos that was
# found. It must be static, since a shared one binds to that of the program, and
# position-independent, which a link tells. siderum_build_kokkos builds one that fits, so that it is
# not asked of one that is left unbuilt.

if(NOT SIDERUM_KOKKOS_TRIED STREQUAL Kokkos_DIR)
  set(SIDERUM_KOKKOS_TRIED "${Kokkos_DIR}" CACHE INTERNAL "Kokkos that was tried for modules")
  unset(SIDERUM_KOKKOS_FITS_MODULES CACHE)
endif()
if(NOT DEFINED SIDERUM_KOKKOS_FITS_MODULES)
  get_target_property(kokkos_type Kokkos::kokkoscore TYPE)
  if(SIDERUM_KOKKOS_IS_BUILT AND SIDERUM_KOKKOS_UNBUILT)
    set(SIDERUM_KOKKOS_FITS_MODULES ON CACHE INTERNAL "Whether modules can hold this Kokkos")
  elseif(kokkos_type STREQUAL "STATIC_LIBRARY")
    set(cuda_runtime "")
    if(Kokkos_ENABLE_CUDA)
      set(cuda_runtime CUDA::cudart_static)
    endif()
    # Its headers, which take longest, tell nothing more.
    try_compile(SIDERUM_KOKKOS_FITS_MODULES
      SOURCE_FROM_CONTENT module.cpp "namespace Kokkos { bool is_initialized() noexcept; }
        extern \"C\" __attribute__((visibility(\"default\"))) bool siderum_module() {
          return Kokkos::is_initialized();
        }"
      COMPILE_DEFINITIONS -fPIC -fvisibility=hidden -fvisibility-inlines-hidden
      LINK_OPTIONS -shared -Wl,--no-undefined -Wl,--exclude-libs,ALL
      LINK_LIBRARIES Kokkos::kokkoscore ${cuda_runtime})
  else()
    set(SIDERUM_KOKKOS_FITS_MODULES OFF CACHE INTERNAL "Whether modules can hold this Kokkos")
  endif()
endif()
