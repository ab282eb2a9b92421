// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace siderum {

/// The stack of the calling thread [bytes].
std::size_t thread_stack_bytes();

/// Throws Error for a stack in which loops over blocks of numbers might not fit: a program that
/// leaves its stack is ended without a word.
void require_stack(std::size_t bytes);

}  // namespace siderum
