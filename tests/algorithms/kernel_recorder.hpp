// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <regex>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

/// What Kokkos tells its tools while a call runs, and what is wrong with it.
namespace siderum::test {

struct Kernel {
  std::string name;
  std::uint32_t instance;  // as Kokkos::Tools::Experimental::device_id numbers it
};

struct Recording {
  std::vector<Kernel> kernels;
  std::vector<std::string> regions;
  std::vector<std::string> allocations;
  std::vector<std::string> fences;
  std::vector<std::string> frees;  // fences that Kokkos adds before it frees memory
};

namespace detail {

inline Recording* recording = nullptr;  // that is being made; the callbacks take no state

inline void see_kernel(char const* name, std::uint32_t instance, std::uint64_t*) {
  recording->kernels.push_back({name, instance});
}
inline void see_region(char const* name) {
  recording->regions.emplace_back(name);
}
// Kokkos tells of the scratch of a team also where a team needs none.
inline void see_allocation(Kokkos_Profiling_SpaceHandle, char const* name, void const*,
                           std::uint64_t bytes) {
  if (bytes > 0) {
    recording->allocations.emplace_back(name);
  }
}
inline void see_fence(char const* name, std::uint32_t, std::uint64_t*) {
  std::string const fence = name;
  if (fence.find("deallocate") != std::string::npos) {
    recording->frees.push_back(fence);
  } else if (fence.find("Tool Fence") == std::string::npos) {  // for the tool's own sake
    recording->fences.push_back(fence);
  }
}

}  // namespace detail

/// Records a call. For one call at a time.
template <class Call>
Recording record(Call const& call) {
  namespace tools = Kokkos::Tools::Experimental;
  Recording recording;
  tools::EventSet const before = tools::get_callbacks();
  detail::recording = &recording;
  tools::set_begin_parallel_for_callback(detail::see_kernel);
  tools::set_begin_parallel_reduce_callback(detail::see_kernel);
  tools::set_begin_parallel_scan_callback(detail::see_kernel);
  tools::set_push_region_callback(detail::see_region);
  tools::set_allocate_data_callback(detail::see_allocation);
  tools::set_begin_fence_callback(detail::see_fence);
  call();
  tools::set_callbacks(before);
  detail::recording = nullptr;
  return recording;
}

/// Whether Kokkos Kernels gave the name: the products of devices, which are its own, have its
/// label.
inline bool is_product(std::string const& name) {
  return name.rfind("KokkosBlas::gemm[", 0) == 0;
}

/// Kernels are siderum::<algorithm>::<step>[<backend>], regions and allocations begin so.
inline std::vector<std::string> wrong_labels(Recording const& recording) {
  std::regex const kernel(R"(siderum::[a-z_]+::[a-z_]+\[[a-z]+\])");
  std::regex const other(R"(siderum::[a-z_]+::[a-z_]+.*)");
  std::vector<std::string> wrong;
  for (auto const& [name, instance] : recording.kernels) {
    if (!is_product(name) && !std::regex_match(name, kernel)) {
      wrong.push_back("kernel " + name);
    }
  }
  for (std::string const& name : recording.regions) {
    if (!is_product(name) && !std::regex_match(name, other)) {
      wrong.push_back("region " + name);
    }
  }
  for (std::string const& name : recording.allocations) {
    // The scratch of an instance is Kokkos's own, and so is its label.
    bool const of_kokkos = name.rfind("Kokkos::", 0) == 0;
    if (!of_kokkos && !std::regex_match(name, other)) {
      wrong.push_back("allocation " + name);
    }
  }
  return wrong;
}

/// Kernels that run elsewhere than on the given instance.
template <class Exec>
std::vector<std::string> wrong_instances(Recording const& recording, Exec const& exec) {
  std::vector<std::string> wrong;
  for (auto const& [name, instance] : recording.kernels) {
    if (instance != Kokkos::Tools::Experimental::device_id(exec)) {
      wrong.push_back(name);
    }
  }
  return wrong;
}

}  // namespace siderum::test
