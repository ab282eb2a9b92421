// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cub/device/device_radix_sort.cuh>

#include <siderum/backends/cuda/check.cuh>
#include <siderum/backends/cuda/key_sort.cuh>

namespace siderum::cuda {

std::int64_t KeySort::scratch_bytes(std::int64_t n) const {
  std::size_t bytes = 0;
  cub::DoubleBuffer<std::uint64_t> keys;
  cub::DoubleBuffer<std::int32_t> values;
  check(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, values, n),
        "to tell the memory of a sort");
  return static_cast<std::int64_t>(bytes);
}

KeySort::Keyed KeySort::operator()(Kokkos::Cuda const& exec, Keyed const& keyed, Keyed const& spare,
                                   Scratch const& scratch, int bits) const {
  auto const n = static_cast<std::int64_t>(keyed.keys.extent(0));
  if (n < 2) {
    return keyed;
  }
  check(cudaSetDevice(exec.cuda_device()), "its device");
  cub::DoubleBuffer<std::uint64_t> keys(keyed.keys.data(), spare.keys.data());
  cub::DoubleBuffer<std::int32_t> values(keyed.values.data(), spare.values.data());
  std::size_t bytes = scratch.extent(0);
  check(cub::DeviceRadixSort::SortPairs(scratch.data(), bytes, keys, values, n, 0, bits,
                                        exec.cuda_stream()),
        "to sort keys");
  // Both are sorted in as many passes, so both have come to the same side.
  return keys.Current() == keyed.keys.data() ? keyed : spare;
}

}  // namespace siderum::cuda
