# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# The folders of vendors' libraries, in which siderum_core looks for those that the dynamic linker
# does not find: its property SIDERUM_VENDOR_FOLDERS, plain paths.

include_guard(GLOBAL)
include(cuda_architecture)

# siderum_note_cuda_libraries() notes the folder of cuBLAS and cuFFT, which must be there. The build
# for hosts notes it as well where one for GPUs is inside it: an installation has its siderum_core.
function(siderum_note_cuda_libraries)
  if(NOT TARGET CUDA::cufft)
    cmake_path(GET CMAKE_CUDA_COMPILER PARENT_PATH bin)
    cmake_path(GET bin PARENT_PATH CUDAToolkit_ROOT)
    find_package(CUDAToolkit REQUIRED)
  endif()
  siderum_require_cuda_libraries()
  get_target_property(library CUDA::cufft IMPORTED_LOCATION)
  cmake_path(GET library PARENT_PATH folder)
  set_property(TARGET siderum_core APPEND PROPERTY SIDERUM_VENDOR_FOLDERS "${folder}")
endfunction()
