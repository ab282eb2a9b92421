// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>

#include <cstdio>

/// Succeeds where a CUDA program can run. Linked with the static runtime alone, it starts without
/// a driver, which the programs that it speaks for do not.
int main() {
  int count = 0;
  cudaError_t const status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(status));
  } else if (count == 0) {
    std::printf("no device\n");
  }
  return count > 0 ? 0 : 1;
}
