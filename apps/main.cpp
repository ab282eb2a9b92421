// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/program.hpp>
#include <siderum/engine/machine.hpp>

int main(int argument_count, char const* const* arguments) {
  siderum::engine::leave(siderum::apps::run_program(argument_count, arguments));
}
