// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include <siderum/algorithms/periods/detail/lomb_scargle/cost_model.hpp>
#include <siderum/core/tuning_cache.hpp>

/// How fast this machine is: what is built in, and in its place what `siderum tune` measured.
namespace siderum::engine {

/// Of one thread of a host, or of a whole GPU.
struct DeviceRates {
  bool is_host = true;
  MethodRates double_sums{};
  MethodRates single_sums{};
  /// Measured direct sums over built-in ones: steps that nobody measured are taken to be as much
  /// slower than what is built in.
  double slowness = 1.0;
  double start = 0.0;  ///< [s] until a device that sleeps has done its first kernel
};

struct MachineRates {
  DeviceRates cpu;
  DeviceRates gpu;
  int threads = 0;  ///< that the process has begun with; 0: not yet
};

/// The name of the start in the tuning cache [s].
inline constexpr char const* start_rate = "start";

/// The rates of devices of these names.
MachineRates rates_of_devices(TuningCache const& cache, std::string const& cpu,
                              std::string const& gpu);

/// The rates of this machine. A GPU that no driver names, as in some containers, is the one whose
/// start was measured here, where that is one.
MachineRates read_machine_rates();

/// The GPU that rates are looked for: `model`, or if that is empty the one of the cache.
std::string tuned_gpu(TuningCache const& cache, std::string const& model);

/// The name of the first GPU in a folder of NVIDIA's driver, which asks no GPU: the line "Model:"
/// of the files */information. Empty where there is none.
std::string gpu_model(std::filesystem::path const& folder);

/// How the names of choices of harmonic transforms begin.
inline constexpr char const* harmonic_choices = "harmonic_transform/";

/// A number in the cache that no measurement gives, "start of 'a GPU'"; empty: there is none. The
/// rates beside a rate do not count.
/// @param cpu  the name of the host
std::string odd_measurement(TuningCache const& cache, std::string const& cpu);

/// Whether the rates of a device were measured, and are used.
bool are_rates_measured(TuningCache const& cache, bool is_host, std::string const& device);

}  // namespace siderum::engine
