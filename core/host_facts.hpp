// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace siderum {

/// What is known of the hardware behind an execution space.
struct DeviceFacts {
  std::string name;               ///< as the hardware calls itself
  std::string detail;             ///< compute capability and driver; empty for a host
  std::int64_t total_memory = 0;  ///< [bytes]; 0: not known
  std::int64_t free_memory = 0;   ///< [bytes] that a new allocation can count on; 0: not known
};

/// The processor and the memory of the host, from /proc; limits of the control group and of the
/// process (ulimit -v) count.
DeviceFacts host_facts();

/// The data cache nearest to each core [bytes]; 32 KiB where the system does not know it.
std::int64_t nearest_cache_bytes();

}  // namespace siderum
