// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/calls/check_arrays.hpp>

#include <limits>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/engine/execution.hpp>

namespace siderum::engine {

namespace {

std::string shape(std::int64_t rows, std::int64_t columns) {
  return std::to_string(rows) + " x " + std::to_string(columns);
}

}  // namespace

void ArrayChecks::check_memory(AnyArray const& array, std::string_view what) const {
  std::string const name(what);
  SIDERUM_VALIDATE(array.rows >= 0 && array.columns >= 0,
                   "The array of " + name + " has the shape " + shape(array.rows, array.columns) +
                       " (neither can be negative). Give the rows and columns that it has.");
  if (array.rows == 0 || array.columns == 0) {
    return;
  }
  // Of the largest elements, of 16 bytes.
  constexpr std::int64_t most_elements = std::numeric_limits<std::int64_t>::max() / 16;
  SIDERUM_VALIDATE(array.rows <= most_elements / array.columns,
                   "The array of " + name + " has the shape " + shape(array.rows, array.columns) +
                       " (no memory has so many elements). Give the rows and columns that it has.");
  SIDERUM_VALIDATE(array.data != nullptr, "The array of " + name + " has a null pointer (and " +
                                              std::to_string(array.rows * array.columns) +
                                              " elements). Give the address of its memory.");
  SIDERUM_VALIDATE(reinterpret_cast<std::uintptr_t>(array.data) % array.alignment == 0,
                   "The array of " + name + " begins at an address that is no multiple of " +
                       std::to_string(array.alignment) +
                       " bytes (its elements are read whole). Copy it to memory that is aligned.");
  SIDERUM_VALIDATE(array.where == where_,
                   "The array of " + name + " lies elsewhere than that of " + std::string(first_) +
                       " (the arrays of a call are in the memory of one device, and of one stream "
                       "of it). Bring them together.");
}

void ArrayChecks::check_line(AnyArray const& array, std::string_view what, std::int64_t size,
                             std::string_view owner) const {
  check_memory(array, what);
  SIDERUM_VALIDATE(array.rows * array.columns == size,
                   "The array of " + std::string(what) + " has " +
                       std::to_string(array.rows * array.columns) + " elements (there are " +
                       std::to_string(size) + " " + std::string(owner) +
                       ", each with one). Give as many.");
}

void ArrayChecks::check_table(AnyArray const& array, std::string_view what, std::int64_t rows,
                              std::int64_t columns) const {
  check_memory(array, what);
  SIDERUM_VALIDATE(array.rows == rows && array.columns == columns,
                   "The array of " + std::string(what) + " has the shape " +
                       shape(array.rows, array.columns) + " (" + shape(rows, columns) +
                       " is needed, rows and columns). Give one of this shape.");
}

Execution where_arrays_are(Location const& where, Execution const& execution) {
  DeviceKind const asked = execution.device.kind;
  Execution here = execution;
  if (where.memory == MemoryKind::host) {
    SIDERUM_VALIDATE(asked != DeviceKind::gpu,
                     "The arrays lie in host memory (" + name_of(execution.device) +
                         " was asked for, and arrays are used where they lie). Copy them to the "
                         "GPU, or call the function of tables, which does.");
    here.device = {DeviceKind::cpu, -1};
    return here;
  }
  SIDERUM_VALIDATE(asked != DeviceKind::cpu,
                   "The arrays lie in the memory of a GPU (the CPU was asked for, and arrays are "
                   "used where they lie). Copy them to host memory, or leave the device to them.");
  SIDERUM_VALIDATE(where.card >= 0 && (execution.device.card < 0 || asked != DeviceKind::gpu ||
                                       execution.device.card == where.card),
                   "The arrays lie in the memory of the GPU " + std::to_string(where.card) + " (" +
                       name_of(execution.device) +
                       " was asked for, and arrays are used where they lie). Copy them there.");
  here.device = {DeviceKind::gpu, where.card};
  return here;
}

}  // namespace siderum::engine
