# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# SIDERUM_GPU_BUILD: the build for GPUs inside this one, cuda or hip; empty where there is none.

set(SIDERUM_GPU_BUILD "")
if(SIDERUM_ENABLE_CUDA AND SIDERUM_ENABLE_HIP)
  message(FATAL_ERROR
    "SIDERUM_ENABLE_CUDA and SIDERUM_ENABLE_HIP are both on (a build serves the GPUs of one "
    "vendor). Turn one of them off.")
elseif(SIDERUM_ENABLE_CUDA)
  set(SIDERUM_GPU_BUILD cuda)
elseif(SIDERUM_ENABLE_HIP)
  set(SIDERUM_GPU_BUILD hip)
endif()
