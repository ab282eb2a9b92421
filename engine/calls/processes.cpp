// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/processes.hpp>

#include <chrono>
#include <exception>
#include <new>
#include <string>
#include <thread>

#include <siderum/core/error.hpp>
#include <siderum/core/out_of_memory.hpp>
#include <siderum/distributed/launcher.hpp>
#include <siderum/distributed/message.hpp>
#include <siderum/engine/calls/dealt_curves.hpp>
#include <siderum/engine/calls/shared_pairs.hpp>
#include <siderum/engine/calls/shared_search.hpp>
#include <siderum/engine/calls/shared_sky.hpp>
#include <siderum/engine/loader/communicator.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

namespace {

using distributed::Bytes;
using distributed::MessageReader;
using distributed::MessageWriter;

/// As out_of_memory says it, but there may be none for the sentence.
std::string const& no_memory =
    *new std::string(out_of_memory("what another process has sent", 0.0).what());

void check_same_command(distributed::Communicator& all, std::vector<std::string> const& command) {
  MessageWriter words;
  words << command;
  std::vector<Bytes> const commands = all.gather(words.take());
  for (Bytes const& other : commands) {
    SIDERUM_VALIDATE(other == commands.front(),
                     "The processes have different command lines (they work on one job together)."
                     " Give all the same, or set SIDERUM_DISTRIBUTED=no, with which each works for"
                     " itself.");
  }
}

/// What lives here between tasks.
struct ObjectsOfRank {
  explicit ObjectsOfRank(distributed::Communicator& all) : counters(all), kept(all), curves(all) {}

  CountersOfRank counters;
  KeptOfRank kept;
  CurvesOfRank curves;
};

/// @return whether rank 0 goes on; else its status
bool serve_one(distributed::Communicator& all, ObjectsOfRank& objects, int& status) {
  Bytes bytes;
  all.broadcast(bytes);
  SharedTask task{};
  Bytes head;
  MessageReader(bytes) >> task >> head;
  MessageReader message(head);
  switch (task) {
    case SharedTask::leave:
      message >> status;
      return false;
    case SharedTask::search:
      serve_search(all, message);
      return true;
    case SharedTask::windows:
      serve_windows(all, message);
      return true;
    case SharedTask::make_counter:
      objects.counters.make(message);
      return true;
    case SharedTask::add_catalogues:
      objects.counters.add(message);
      return true;
    case SharedTask::count_pairs:
      objects.counters.count(message);
      return true;
    case SharedTask::end_counter:
      objects.counters.end(message);
      return true;
    case SharedTask::check_memory:
      serve_memory_check(all, message);
      return true;
    case SharedTask::make_kept:
      objects.kept.make(message);
      return true;
    case SharedTask::use_kept:
      objects.kept.use(message);
      return true;
    case SharedTask::end_kept:
      objects.kept.end(message);
      return true;
    case SharedTask::rotate:
      serve_rotation(all, message);
      return true;
    case SharedTask::own_grids:
      serve_own_grids(all, message);
      return true;
    case SharedTask::keep_curves:
      objects.curves.keep(message);
      return true;
    case SharedTask::search_kept:
      objects.curves.search(message);
      return true;
    case SharedTask::end_curves:
      objects.curves.end(message);
      return true;
  }
  return false;
}

/// @return whether a task has failed, which rank 0 has heard of; else it has left
bool serve_until_failure(distributed::Communicator& all, ObjectsOfRank& objects, int& status) {
  try {
    while (serve_one(all, objects, status)) {
      all.meet();
    }
    all.meet();
    return false;
  } catch (std::bad_alloc const&) {
    give_up(all, no_memory);
  } catch (std::exception const& failure) {
    give_up(all, failure.what());
  }
  return true;
}

}  // namespace

Processes join_processes(std::vector<std::string> const& command, bool is_asked) {
  try {
    if (!distributed::is_one_of_several(is_asked)) {
      return {};
    }
    open_communicator();
  } catch (Error const&) {
    // The first of each host tells it, and the launcher ends the others; where the first has found
    // nothing wrong, they must say it.
    if (distributed::launch_of_environment().value_or(distributed::Launch{}).rank_on_host > 0) {
      std::this_thread::sleep_for(std::chrono::seconds(3));
    }
    throw;
  }
  if (distributed::Communicator* const all = communicator()) {
    check_same_command(*all, command);
  }
  return processes();
}

Processes join_processes_of(void const* communicator, std::string const& library) {
  open_communicator({communicator, library});
  return processes();
}

void part_from_processes() {
  dismiss(0);
}

Processes processes() {
  distributed::Communicator const* const all = communicator();
  return all == nullptr ? Processes{} : Processes{all->rank(), all->size()};
}

double seconds_waited() {
  distributed::Communicator const* const all = communicator();
  return all == nullptr ? 0.0 : all->seconds_waited();
}

ProcessLinks process_links() {
  distributed::Communicator const* const all = communicator();
  return all == nullptr ? ProcessLinks{} : ProcessLinks{names_of_links(), all->seconds_linked()};
}

int serve() {
  distributed::Communicator* const all = communicator();
  SIDERUM_VALIDATE(all != nullptr && all->rank() > 0,
                   "This process cannot serve another one (it is the first, or alone). Call jobs.");
  int status = 0;
  try {
    ObjectsOfRank objects(*all);
    while (serve_until_failure(*all, objects, status)) {
      all->settle();
    }
  } catch (std::exception const&) {  // the processes have lost each other
    all->abort(1);
  }
  part();
  return status;
}

}  // namespace siderum::engine
