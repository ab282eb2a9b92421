// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What <immintrin.h> has, before anything else includes it.
#if defined(__x86_64__)
// nvcc 12 does not know the functions that GCC's header for tiles of matrices calls (12.4 with GCC
// 13.3: "__builtin_ia32_ldtilecfg is undefined"), which nothing here needs.
#if defined(__CUDACC__) && __CUDACC_VER_MAJOR__ < 13 && !defined(_AMXTILEINTRIN_H_INCLUDED)
#define _AMXTILEINTRIN_H_INCLUDED
#endif
#include <immintrin.h>
#endif
