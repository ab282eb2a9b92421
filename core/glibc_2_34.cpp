// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// glibc 2.35 has a function hypot of its own version beside the older one, and a library that was
// linked there would ask for it. The linker is told to take this one instead (--wrap), so that the
// library runs where glibc is 2.34.

__asm__(".symver siderum_older_hypot, hypot@GLIBC_2.2.5");
extern "C" double siderum_older_hypot(double x, double y);
extern "C" double __wrap_hypot(double x, double y);

extern "C" double __wrap_hypot(double x, double y) {
  return siderum_older_hypot(x, y);
}
