// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <siderum/backends/cuda/check.cuh>
#include <siderum/backends/portable/stream_order.hpp>

namespace siderum::portable {

/// By events, by every backend.
///
/// Gain: the host waits for nothing, where it waits for the device elsewhere; and NCCL is told of a
/// stream and a card, with a stream ahead of others.
template <>
struct StreamOrder<Kokkos::Cuda> {
  void begin(Kokkos::Cuda const& exec, std::uintptr_t stream) const {
    let_wait(exec.cuda_stream(), of_caller(stream));
  }
  void end(Kokkos::Cuda const& exec, std::uintptr_t stream) const {
    let_wait(of_caller(stream), exec.cuda_stream());
  }

  bool reaches(Kokkos::Cuda const& exec, void const* pointer) const {
    cudaPointerAttributes found;
    if (cudaPointerGetAttributes(&found, pointer) != cudaSuccess) {
      static_cast<void>(cudaGetLastError());  // it would be found by who asks next
      return false;
    }
    return found.type == cudaMemoryTypeManaged || found.type == cudaMemoryTypeHost ||
           (found.type == cudaMemoryTypeDevice && found.device == exec.cuda_device());
  }

  std::uintptr_t stream(Kokkos::Cuda const& exec) const {
    return reinterpret_cast<std::uintptr_t>(exec.cuda_stream());
  }

  /// Of one stream, which there is until the process ends.
  Kokkos::Cuda ahead_of(Kokkos::Cuda const&) const {
    static cudaStream_t const stream = [] {
      int last = 0;
      int first = 0;
      cuda::check_runtime(cudaDeviceGetStreamPriorityRange(&last, &first),
                          "how streams can be ordered");
      cudaStream_t made = nullptr;
      cuda::check_runtime(cudaStreamCreateWithPriority(&made, cudaStreamNonBlocking, first),
                          "a stream");
      return made;
    }();
    return Kokkos::Cuda(stream);
  }

  bool is_idle(Kokkos::Cuda const& exec) const {
    cudaError_t const code = cudaStreamQuery(exec.cuda_stream());
    if (code == cudaErrorNotReady) {
      return false;
    }
    cuda::check_runtime(code, "what it was given to do");
    return true;
  }

  std::string card(Kokkos::Cuda const& exec) const {
    cudaDeviceProp facts;
    cuda::check_runtime(cudaGetDeviceProperties(&facts, exec.cuda_device()), "to name its device");
    return {facts.uuid.bytes, sizeof facts.uuid.bytes};
  }

 private:
  static cudaStream_t of_caller(std::uintptr_t stream) {
    return reinterpret_cast<cudaStream_t>(stream);
  }

  /// What `later` is given from now on runs behind all that `earlier` has by now. An event may go
  /// before it has happened.
  static void let_wait(cudaStream_t later, cudaStream_t earlier) {
    cudaEvent_t event = nullptr;
    cuda::check_runtime(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "an event");
    cudaError_t const recorded = cudaEventRecord(event, earlier);
    cudaError_t const waits =
        recorded == cudaSuccess ? cudaStreamWaitEvent(later, event, 0) : recorded;
    static_cast<void>(cudaEventDestroy(event));
    cuda::check_runtime(waits, "to wait for a stream of the caller's");
  }
};

}  // namespace siderum::portable
