// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

/// How a transform of a device is divided. With length = R_1 R_2 ... R_p, a number l is
/// k_1 M_1 + k_2 M_2 + ... with M_i = R_{i+1} ... R_p, and a frequency is
/// q_1 + R_1 (q_2 + R_2 (q_3 + ...)). Pass i replaces k_i by q_i: transforms of R_i numbers, M_i
/// apart, each then turned by the product of q_i and what is left of l. It is done in the scratch
/// of a team, in stages that do the same with the radices of R_i.
namespace siderum::portable::device_fft {

struct Pass {
  int length = 1;            ///< R_i
  std::vector<int> radices;  ///< of its stages, each 2, 3, 4, 5 or 8
};

/// As few passes as there can be of at most `longest` numbers each, of similar length. Throws Error
/// where the length is 1 or has a prime factor above 5.
std::vector<Pass> divide_length(int length, int longest);

/// For the last stage of a pass: the place of its groups of `radices.back()` numbers, by the
/// frequency that the stages before have found.
std::vector<int> groups_by_frequency(Pass const& pass);

}  // namespace siderum::portable::device_fft
