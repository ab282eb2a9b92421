// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace siderum::distributed {

/// What the variables of a launcher (mpirun, srun) say of this process.
struct Launch {
  int rank = 0;
  int size = 0;          ///< 0: they do not say
  int rank_on_host = 0;  ///< that of all where they do not say
};

/// Of Open MPI (OMPI_COMM_WORLD_RANK), MPICH (PMI_RANK) and PMIx (PMIX_RANK, whose size SLURM tells
/// by SLURM_STEP_NUM_TASKS); empty where there are none.
std::optional<Launch> launch_of_environment();

/// Whether this process works with those that were started beside it: where there are such, or
/// where `is_asked`, and not where SIDERUM_DISTRIBUTED is no. Throws Error for another value of
/// that variable than yes and no.
bool is_one_of_several(bool is_asked);

}  // namespace siderum::distributed
