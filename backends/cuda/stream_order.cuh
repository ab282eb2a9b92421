// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <siderum/backends/cuda/check.cuh>
#include <siderum/backends/portable/stream_order.hpp>

namespace siderum::cuda {

/// StreamOrder (contract in portable/stream_order.hpp) by events: the host waits for nothing.
template <class Exec>
struct StreamOrder {
  void begin(Exec const& exec, std::uintptr_t stream) const {
    if constexpr (std::is_same_v<Exec, Kokkos::Cuda>) {
      let_wait(exec.cuda_stream(), of_caller(stream));
    } else {
      portable::StreamOrder<Exec>().begin(exec, stream);
    }
  }
  void end(Exec const& exec, std::uintptr_t stream) const {
    if constexpr (std::is_same_v<Exec, Kokkos::Cuda>) {
      let_wait(of_caller(stream), exec.cuda_stream());
    } else {
      portable::StreamOrder<Exec>().end(exec, stream);
    }
  }

  bool reaches(Exec const& exec, void const* pointer) const {
    if constexpr (std::is_same_v<Exec, Kokkos::Cuda>) {
      cudaPointerAttributes found;
      if (cudaPointerGetAttributes(&found, pointer) != cudaSuccess) {
        static_cast<void>(cudaGetLastError());  // it would be found by who asks next
        return false;
      }
      return found.type == cudaMemoryTypeManaged || found.type == cudaMemoryTypeHost ||
             (found.type == cudaMemoryTypeDevice && found.device == exec.cuda_device());
    } else {
      return portable::StreamOrder<Exec>().reaches(exec, pointer);
    }
  }

 private:
  static cudaStream_t of_caller(std::uintptr_t stream) {
    return reinterpret_cast<cudaStream_t>(stream);
  }

  /// What `later` is given from now on runs behind all that `earlier` has by now. An event may go
  /// before it has happened.
  static void let_wait(cudaStream_t later, cudaStream_t earlier) {
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "an event");
    cudaError_t const recorded = cudaEventRecord(event, earlier);
    cudaError_t const waits =
        recorded == cudaSuccess ? cudaStreamWaitEvent(later, event, 0) : recorded;
    static_cast<void>(cudaEventDestroy(event));
    check(waits, "to wait for a stream of the caller's");
  }
};

}  // namespace siderum::cuda
