# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
#
# SIDERUM_HAS_NCCL: whether NCCL is here, by which GPUs of several processes pass on data. It is
# looked for below NCCL_ROOT, as a variable or of the environment: the folder that has include/ and
# lib/, such as nvidia/nccl of the wheel nvidia-nccl-cu13.

find_path(SIDERUM_NCCL_INCLUDE_DIR nccl.h
  HINTS "${NCCL_ROOT}" "$ENV{NCCL_ROOT}" PATH_SUFFIXES include
  DOC "Folder of nccl.h")
find_library(SIDERUM_NCCL_LIBRARY NAMES nccl libnccl.so.2 NAMES_PER_DIR
  HINTS "${NCCL_ROOT}" "$ENV{NCCL_ROOT}" PATH_SUFFIXES lib lib64
  DOC "NCCL")
mark_as_advanced(SIDERUM_NCCL_INCLUDE_DIR SIDERUM_NCCL_LIBRARY)
set(SIDERUM_HAS_NCCL NO)
if(SIDERUM_NCCL_INCLUDE_DIR AND SIDERUM_NCCL_LIBRARY)
  set(SIDERUM_HAS_NCCL YES)
  file(STRINGS "${SIDERUM_NCCL_INCLUDE_DIR}/nccl.h" lines
    REGEX "^#define NCCL_(MAJOR|MINOR|PATCH) [0-9]+")
  list(TRANSFORM lines REPLACE "^.* " "")
  list(JOIN lines "." SIDERUM_NCCL_VERSION)
endif()
