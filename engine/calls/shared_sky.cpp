// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/calls/shared_sky.hpp>

#include <string>
#include <utility>

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

HarmonicShare share_of(Communicator& all, Module const& module, Execution const& here) {
  distributed::Link& link = link_of(module, here.device, all);
  return {
      all.rank(), all.size(),
      [&all](std::vector<Bytes> const& messages) { return all.all_to_all_v(messages); },
      [&link](std::span<std::span<std::byte const> const> sent,
              std::span<std::span<std::byte> const> received) { link.exchange(sent, received); },
      [&all](std::span<std::uint64_t> numbers) { all.all_reduce(numbers); }};
}

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
};

Request read_request(MessageReader& message) {
  Execution here;
  Head head{};
  std::string name;
  std::vector<Ring> rings;
  message >> here >> head >> name >> rings;
  return {here, RingGrid(head.kind, name, std::move(rings), head.pixels, head.exact_lmax),
          head.range, head.field};
}

/// @return the sentence of a refusal; empty: there is room
std::string refusal(Communicator const& all, TransformSize const& size, Execution const& here) {
  try {
    with_module(here, [&](Module& module) {
      module.check_memory(size, here, {all.size(), all.size_of_host(), all.rank() == 0});
    });
  } catch (Error const& error) {
    return error.what();
  }
  return "";
}

std::string gathered_refusal(Communicator& all, TransformSize const& size, Execution const& here) {
  MessageWriter own;
  own << refusal(all, size, here);
  for (Bytes const& answer : all.gather(own.take())) {
    std::string sentence;
    MessageReader(answer) >> sentence;
    if (!sentence.empty()) {
      return sentence;
    }
  }
  return "";
}

}  // namespace

void check_memory_together(Communicator& all, TransformSize const& size, Execution const& here) {
  MessageWriter head;
  Execution silent = here;
  silent.progress = nullptr;
  head << silent << size;
  SharedJob job(all, SharedTask::check_memory, head.take());
  std::string const sentence = gathered_refusal(all, size, here);
  job.end();
  SIDERUM_VALIDATE(sentence.empty(), sentence);
}

std::vector<double> synthesise_together(Communicator& all, RingGrid const& grid,
                                        HarmonicRange range, Field field,
                                        std::span<std::complex<double> const> a_lm,
                                        Execution const& here) {
  check_memory_together(all, {grid.pixels(), range, field}, here);
  SharedJob job(all, SharedTask::synthesise, head_of(grid, range, field, here).take());
  std::vector<double> map = with_module(here, [&](Module& module) {
    return module.synthesise_together(grid, range, field, a_lm, share_of(all, module, here), here);
  });
  job.end();
  return map;
}

AnalysisResult analyse_together(Communicator& all, RingGrid const& grid, HarmonicRange range,
                                Field field, std::span<double const> map,
                                AnalysisMethod const& method, Execution const& here) {
  check_memory_together(all, {grid.pixels(), range, field}, here);
  bool const has_weight = method.iterations > 0 && !method.weight.empty();
  MessageWriter head = head_of(grid, range, field, here);
  head << MethodHead{method.iterations, method.tolerance, method.ring_weights, has_weight};
  SharedJob job(all, SharedTask::analyse, head.take());
  AnalysisResult result = with_module(here, [&](Module& module) {
    return module.analyse_together(grid, range, field, map, method, has_weight,
                                   share_of(all, module, here), here);
  });
  job.end();
  return result;
}

void serve_memory_check(Communicator& all, MessageReader& head) {
  Execution here;
  TransformSize size{};
  head >> here >> size;
  gathered_refusal(all, size, here);
}

void serve_synthesis(Communicator& all, MessageReader& head) {
  Request const request = read_request(head);
  with_module(request.here, [&](Module& module) {
    return module.synthesise_together(request.grid, request.range, request.field, {},
                                      share_of(all, module, request.here), request.here);
  });
}

void serve_analysis(Communicator& all, MessageReader& head) {
  Request const request = read_request(head);
  MethodHead how{};
  head >> how;
  AnalysisMethod method;
  method.iterations = how.iterations;
  method.tolerance = how.tolerance;
  method.ring_weights = how.ring_weights;
  with_module(request.here, [&](Module& module) {
    return module.analyse_together(request.grid, request.range, request.field, {}, method,
                                   how.has_weight, share_of(all, module, request.here),
                                   request.here);
  });
}

}  // namespace siderum::engine
