// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <siderum/distributed/link.hpp>

namespace siderum::distributed {

/// What NCCL is told of the GPU of a process.
struct NcclCard {
  std::string name;               ///< that no other GPU has; empty: it is none of NVIDIA
  std::uintptr_t stream;          ///< of CUDA, on which all is done; it must outlive the link
  std::function<bool()> is_idle;  ///< whether the stream has nothing left to do
};

/// From the memory of one NVIDIA GPU to that of another, by NCCL, whose library is opened here.
/// Called by all ranks, each of which has chosen its GPU for this thread.
/// @return null, on all ranks, where one lacks the library, where siderum was built without it, and
///         where two have the same GPU
/// Throws Error where NCCL says why it cannot begin.
std::unique_ptr<Link> make_nccl_link(Communicator& all, NcclCard const& card);

}  // namespace siderum::distributed
