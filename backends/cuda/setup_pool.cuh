// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/check.cuh>
#include <siderum/backends/portable/setup_pool.hpp>

namespace siderum::cuda {

/// The streams of CUDA, for SetupPool.
struct Streams {
  using Exec = Kokkos::Cuda;
  using Stream = cudaStream_t;

  static int device_of(Exec const& exec) { return exec.cuda_device(); }
  static Stream stream_of(Exec const& exec) { return exec.cuda_stream(); }
  static void enter(int device) { check(cudaSetDevice(device), "its device"); }

  class Mark {
   public:
    Mark() { check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "an event"); }
    ~Mark() { cudaEventDestroy(event_); }
    Mark(Mark const&) = delete;
    Mark& operator=(Mark const&) = delete;

    bool record(Stream stream) noexcept { return is_good(cudaEventRecord(event_, stream)); }
    bool is_done() const noexcept { return is_good(cudaEventQuery(event_)); }
    void hold(Stream stream) const {
      check(cudaStreamWaitEvent(stream, event_, 0), "to wait for a work area");
    }

   private:
    static bool is_good(cudaError_t status) noexcept {
      if (status == cudaSuccess) {
        return true;
      }
      cudaGetLastError();  // "not ready" is no error of the next launch
      return false;
    }

    cudaEvent_t event_ = nullptr;
  };
};

/// Handles of cuBLAS and plans of cuFFT.
template <class Setup>
using SetupPool = portable::SetupPool<Setup, Streams>;

}  // namespace siderum::cuda
