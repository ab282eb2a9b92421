// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <siderum/apps/command_line/machine_command.hpp>
#include <siderum/apps/command_line/message.hpp>
#include <siderum/engine/machine.hpp>
#include <siderum/io/tables/table_files.hpp>

namespace siderum::apps {

namespace {

void tune(engine::Execution const& execution) {
  // Before what takes long.
  std::string const kept_in = engine::measurements_file();
  io::OutputFile output("");
  io::TextColumn device;
  io::TextColumn name;
  io::NumberColumn value;
  io::TextColumn unit;
  engine::Measurement const measured = engine::measure_devices(execution);
  if (!measured.skipped.empty()) {
    print_message("No GPU was measured: " + measured.skipped);
  }
  for (engine::TunedValue const& tuned : measured.values) {
    device.push_back(tuned.device);
    name.push_back(tuned.name);
    value.push_back(tuned.value);
    unit.push_back(tuned.unit);
  }
  io::Table table;
  table.add("device", std::move(device));
  table.add("name", std::move(name));
  table.add("value", std::move(value));
  table.add("unit", std::move(unit));
  io::write_table(table, output);
  output.commit();
  // Last: a run that fails keeps nothing.
  engine::keep(measured);
  print_message(fmt::format("what was measured is kept in '{}'.", kept_in));
}

}  // namespace

void add_tune(Verb& program) {
  Verb& verb = program.add_verb("tune",
                                "Measure how fast the methods of `periods` are "
                                "here, once, so that the automatic choice among "
                                "them fits this machine, and what serves "
                                "harmonic transforms best");
  auto const execution = std::make_shared<engine::Execution>();
  add_device(verb, execution->device, "which device to measure (default auto: all)");
  add_whole_number(verb, "--threads", execution->threads, {1, engine::most_threads, 4},
                   "of the CPU; without it as the environment says");
  verb.set_action([execution] { tune(*execution); });
}

}  // namespace siderum::apps
