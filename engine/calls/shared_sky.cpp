// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/calls/shared_sky.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <siderum/core/error.hpp>
#include <siderum/engine/loader/communicator.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

namespace {

using distributed::Bytes;
using distributed::Communicator;
using distributed::MessageReader;
using distributed::MessageWriter;

/// What all ranks know of a transform.
struct Head {
  GridKind kind;
  std::int64_t pixels;
  std::int64_t exact_lmax;
  HarmonicRange range;
  Field field;
};

/// And of an analysis.
struct MethodHead {
  std::int64_t iterations;
  double tolerance;
  RingWeights ring_weights;
  bool has_weight;
};

MessageWriter head_of(RingGrid const& grid, HarmonicRange range, Field field, Execution here) {
  here.progress = nullptr;
  MessageWriter head;
  head << here << Head{grid.kind(), grid.pixels(), grid.exact_lmax(), range, field} << grid.name()
       << grid.rings();
  return head;
}

struct Request {
  Execution here;
  RingGrid grid;
  HarmonicRange range;
  Field field;
  std::int64_t run_bytes;
};

Request read_request(MessageReader& message) {
  Execution here;
  Head head{};
  std::string name;
  std::vector<Ring> rings;
  std::int64_t run_bytes = 0;
  message >> here >> head >> name >> rings >> run_bytes;
  return {here, RingGrid(head.kind, name, std::move(rings), head.pixels, head.exact_lmax),
          head.range, head.field, run_bytes};
}

/// What a process, or the one that has least, has room for.
struct Room {
  std::string refusal;         ///< empty: there is room
  std::int64_t run_bytes = 0;  ///< SharedTransform
};

Room own_room(Communicator const& all, TransformSize const& size, Execution const& here) {
  Room room;
  with_module(here, [&](Module& module) {  // a device that does not start is no lack of room
    try {
      room.run_bytes =
          module.check_memory(size, here, {all.size(), all.size_of_host(), all.rank() == 0});
    } catch (Error const& error) {
      room.refusal = error.what();
    }
  });
  return room;
}

/// On rank 0 that of all.
Room gathered_room(Communicator& all, TransformSize const& size, Execution const& here) {
  Room const own = own_room(all, size, here);
  MessageWriter message;
  message << own.refusal << own.run_bytes;
  Room least;
  for (Bytes const& answer : all.gather(message.take())) {
    Room other;
    MessageReader(answer) >> other.refusal >> other.run_bytes;
    least.refusal = least.refusal.empty() ? other.refusal : least.refusal;
    bool const is_less =
        other.run_bytes > 0 && (least.run_bytes == 0 || other.run_bytes < least.run_bytes);
    least.run_bytes = is_less ? other.run_bytes : least.run_bytes;
  }
  return least;
}

Room room_of(Communicator& all, TransformSize const& size, Execution const& here) {
  MessageWriter head;
  Execution silent = here;
  silent.progress = nullptr;
  head << silent << size;
  SharedJob job(all, SharedTask::check_memory, head.take());
  Room room = gathered_room(all, size, here);
  job.end();
  return room;
}

/// Throws the refusal of all where this process alone cannot do it either.
void check_alone(Room const& room, TransformSize const& size, Execution const& here) {
  try {
    with_module(here, [&](Module& module) { module.check_memory(size, here); });
  } catch (Error const&) {
    throw Error(room.refusal);
  }
}

bool has_weight(AnalysisMethod const& method) {
  return method.iterations > 0 && !method.weight.empty();
}

MethodHead head_of(AnalysisMethod const& method) {
  return {method.iterations, method.tolerance, method.ring_weights, has_weight(method)};
}

AnalysisMethod read_method(MessageReader& head, bool& is_weighted) {
  MethodHead how{};
  head >> how;
  AnalysisMethod method;
  method.iterations = how.iterations;
  method.tolerance = how.tolerance;
  method.ring_weights = how.ring_weights;
  is_weighted = how.has_weight;
  return method;
}

/// Calls job(module, shared) as part of a job of all.
template <class Job>
auto with_shared(Communicator& all, Execution const& here, std::int64_t run_bytes, Job const& job) {
  return with_module(here, [&](Module& module) {
    return job(module, SharedTransform{harmonic_share_of(module, here.device, all), run_bytes});
  });
}

}  // namespace

void check_memory_together(Communicator& all, TransformSize const& size, Execution const& here) {
  Room const room = room_of(all, size, here);
  if (!room.refusal.empty()) {
    check_alone(room, size, here);
  }
}

std::vector<double> synthesise_together(Communicator& all, RingGrid const& grid,
                                        HarmonicRange range, Field field,
                                        std::span<std::complex<double> const> a_lm,
                                        Execution const& here) {
  TransformSize const size{grid.pixels(), range, field};
  Room const room = room_of(all, size, here);
  if (!room.refusal.empty()) {
    check_alone(room, size, here);
    return with_module(
        here, [&](Module& module) { return module.synthesise(grid, range, field, a_lm, here); });
  }
  MessageWriter head = head_of(grid, range, field, here);
  head << room.run_bytes;
  SharedJob job(all, SharedTask::synthesise, head.take());
  std::vector<double> map =
      with_shared(all, here, room.run_bytes, [&](Module& module, SharedTransform const& shared) {
        return module.synthesise_together(grid, range, field, a_lm, shared, here);
      });
  job.end();
  return map;
}

AnalysisResult analyse_together(Communicator& all, RingGrid const& grid, TransformSize const& size,
                                std::span<double const> map, AnalysisMethod const& method,
                                Execution const& here) {
  Room const room = room_of(all, size, here);
  if (!room.refusal.empty()) {
    check_alone(room, size, here);
    return with_module(here, [&](Module& module) {
      return module.analyse(grid, size.range, size.field, map, method, here);
    });
  }
  MessageWriter head = head_of(grid, size.range, size.field, here);
  head << room.run_bytes << head_of(method);
  SharedJob job(all, SharedTask::analyse, head.take());
  AnalysisResult result =
      with_shared(all, here, room.run_bytes, [&](Module& module, SharedTransform const& shared) {
        return module.analyse_together(grid, size.range, size.field, map, method,
                                       has_weight(method), shared, here);
      });
  job.end();
  return result;
}

std::optional<SmoothedMap> smooth_together(Communicator& all, RingGrid const& grid,
                                           TransformSize const& size, std::span<double const> map,
                                           std::vector<std::vector<double>> const& filter,
                                           AnalysisMethod const& method, Execution const& here) {
  Room const room = room_of(all, size, here);
  if (!room.refusal.empty()) {
    return std::nullopt;
  }
  MessageWriter head = head_of(grid, size.range, size.field, here);
  head << room.run_bytes << head_of(method) << static_cast<std::int64_t>(filter.size());
  for (std::vector<double> const& factors : filter) {
    head << factors;
  }
  SharedJob job(all, SharedTask::smooth, head.take());
  SmoothedMap result =
      with_shared(all, here, room.run_bytes, [&](Module& module, SharedTransform const& shared) {
        return module.smooth_together(grid, size.range, size.field, map, filter, method,
                                      has_weight(method), shared, here);
      });
  job.end();
  return result;
}

void serve_memory_check(Communicator& all, MessageReader& head) {
  Execution here;
  TransformSize size{};
  head >> here >> size;
  gathered_room(all, size, here);
}

void serve_synthesis(Communicator& all, MessageReader& head) {
  Request const request = read_request(head);
  with_shared(all, request.here, request.run_bytes,
              [&](Module& module, SharedTransform const& shared) {
                return module.synthesise_together(request.grid, request.range, request.field, {},
                                                  shared, request.here);
              });
}

void serve_analysis(Communicator& all, MessageReader& head) {
  Request const request = read_request(head);
  bool is_weighted = false;
  AnalysisMethod const method = read_method(head, is_weighted);
  with_shared(all, request.here, request.run_bytes,
              [&](Module& module, SharedTransform const& shared) {
                return module.analyse_together(request.grid, request.range, request.field, {},
                                               method, is_weighted, shared, request.here);
              });
}

void serve_smoothing(Communicator& all, MessageReader& head) {
  Request const request = read_request(head);
  bool is_weighted = false;
  AnalysisMethod const method = read_method(head, is_weighted);
  std::int64_t rows = 0;
  head >> rows;
  std::vector<std::vector<double>> filter(static_cast<std::size_t>(rows));
  for (std::vector<double>& factors : filter) {
    head >> factors;
  }
  with_shared(all, request.here, request.run_bytes,
              [&](Module& module, SharedTransform const& shared) {
                return module.smooth_together(request.grid, request.range, request.field, {},
                                              filter, method, is_weighted, shared, request.here);
              });
}

}  // namespace siderum::engine
