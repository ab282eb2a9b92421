// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime_api.h>

#include <cstdio>

/// Succeeds where a HIP program can run.
int main() {
  int count = 0;
  hipError_t const status = hipGetDeviceCount(&count);
  if (status != hipSuccess) {
    std::printf("%s\n", hipGetErrorString(status));
    return 1;
  }
  if (count == 0) {
    std::printf("no device\n");
  }
  return count > 0 ? 0 : 1;
}
