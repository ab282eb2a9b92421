# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# Included after a Kokkos with HIP was found: its package makes the C++ compiler compile for GPUs
# all that is linked with it.

set(CMAKE_HIP_ARCHITECTURES "${Kokkos_HIP_ARCHITECTURES}")
include(find_hip)
siderum_find_hip(SIDERUM_HIP_FLAGS)
siderum_find_hip_version(SIDERUM_HIP_VERSION)
# Where the device libraries lie is a matter of this machine, so that Kokkos does not say it.
if(SIDERUM_HIP_FLAGS)
  set_property(TARGET Kokkos::kokkoscore APPEND PROPERTY
    INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CXX>:${SIDERUM_HIP_FLAGS}>")
endif()
