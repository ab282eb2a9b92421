// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace siderum::io {

/// Waits until a stream takes or gives bytes again after EAGAIN: another program that shares a pipe
/// or a terminal with this one may have asked that it does not block.
/// @param events  of poll: POLLIN or POLLOUT
void wait_until_ready(int descriptor, short events) noexcept;

}  // namespace siderum::io
