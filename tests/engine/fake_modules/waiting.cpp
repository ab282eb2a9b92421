// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// A shared library that never opens.
#include <unistd.h>

__attribute__((constructor)) static void wait_for_ever() {
  for (;;) {
    ::pause();
  }
}
