// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/blocked_stream.hpp>

#include <poll.h>

namespace siderum::io {

void wait_until_ready(int descriptor, short events) noexcept {
  pollfd stream{descriptor, events, 0};
  ::poll(&stream, 1, -1);
}

}  // namespace siderum::io
