// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/distributed/communicator.hpp>

#include <utility>

namespace siderum::distributed {

Bytes scatter(Communicator& all, std::vector<Bytes> messages) {
  messages.resize(static_cast<std::size_t>(all.size()));
  return std::move(all.all_to_all_v(messages).front());
}

}  // namespace siderum::distributed
