// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/python/binding/module.hpp>

#include <cstdint>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <siderum/engine/processes.hpp>
#include <siderum/python/binding/jobs.hpp>

namespace siderum::python {

void add_distributed(nb::module_& module) {
  module.def(
      "join_processes",
      [](std::uintptr_t communicator, std::string const& library) {
        auto const joined =
            engine::join_processes_of(reinterpret_cast<void const*>(communicator), library);
        return std::pair(joined.rank, joined.count);
      },
      nb::arg("communicator"), nb::arg("library"), nb::call_guard<Unlocked>(),
      "(rank, count) among the processes of the MPI_Comm at this address.");
  module.def("serve_processes", &engine::serve, nb::call_guard<Unlocked>(),
             "Does what rank 0 asks for, until that parts from the others.");
  module.def("part_from_processes", &engine::part_from_processes, nb::call_guard<Unlocked>(),
             "On rank 0: the others go on without it.");
}

}  // namespace siderum::python
