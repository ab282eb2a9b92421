// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include <mpi.h>

#include <siderum/core/error.hpp>

namespace siderum::distributed {

/// Throws Error with what MPI says of a call that did not succeed.
inline void check_mpi(int code, char const* what) {
  if (code != MPI_SUCCESS) {
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(code, text, &length);
    throw Error("The processes cannot work together any more (" + std::string(what) + ": " +
                std::string(text, static_cast<std::size_t>(length)) + "). Start them again.");
  }
}

}  // namespace siderum::distributed
