// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/calls/shared_sky.hpp>

#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <siderum/core/error.hpp>
#include <siderum/engine/loader/communicator.hpp>
#include <siderum/engine/loader/made_on_module.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

namespace {

using distributed::Bytes;
using distributed::Communicator;
using distributed::MessageReader;
using distributed::MessageWriter;

/// What all ranks know of what they keep.
struct Shape {
  std::int64_t number;  ///< its name among them
  Execution here;       ///< silent
  RingGrid grid;
  HarmonicRange range;
  Field field;
  std::int64_t fields;
  RingWeights weights;
  std::int64_t run_bytes;
};

/// Of it what is plain.
struct ShapeHead {
  std::int64_t number;
  GridKind kind;
  std::int64_t pixels;
  std::int64_t exact_lmax;
  HarmonicRange range;
  Field field;
  std::int64_t fields;
  RingWeights weights;
  std::int64_t run_bytes;
};

MessageWriter head_of(Shape const& shape) {
  MessageWriter head;
  head << shape.here
       << ShapeHead{shape.number,   shape.grid.kind(), shape.grid.pixels(), shape.grid.exact_lmax(),
                    shape.range,    shape.field,       shape.fields,        shape.weights,
                    shape.run_bytes}
       << shape.grid.name() << shape.grid.rings();
  return head;
}

Shape read_shape(MessageReader& message) {
  Execution here;
  ShapeHead head{};
  std::string name;
  std::vector<Ring> rings;
  message >> here >> head >> name >> rings;
  return {head.number,
          here,
          RingGrid(head.kind, name, std::move(rings), head.pixels, head.exact_lmax),
          head.range,
          head.field,
          head.fields,
          head.weights,
          head.run_bytes};
}

Execution silent(Execution here) {
  here.progress = nullptr;
  return here;
}

/// What ranks are told of an analysis.
struct MethodHead {
  std::int64_t iterations;
  double tolerance;
  RingWeights ring_weights;
  bool has_weight;
};

void write(MessageWriter& head, std::span<std::vector<double> const> rows) {
  head << static_cast<std::int64_t>(rows.size());
  for (std::vector<double> const& row : rows) {
    head << row;
  }
}

std::vector<std::vector<double>> read_rows(MessageReader& head) {
  std::int64_t count = 0;
  head >> count;
  std::vector<std::vector<double>> rows(static_cast<std::size_t>(count));
  for (std::vector<double>& row : rows) {
    head >> row;
  }
  return rows;
}

/// What a process, or the one that has least, has room for.
struct Room {
  std::string refusal;         ///< empty: there is room
  std::int64_t run_bytes = 0;  ///< SharedTransform
};

/// Whether what is found goes back at once, to rank 0, or stays.
enum class Stay : std::uint8_t { no, yes };

/// What memory is asked for: transforms, or a rotation.
using JobSize = std::variant<TransformSize, RotationSize>;

std::int64_t check_memory_on(Module const& module, TransformSize const& size, Execution const& here,
                             TransformRanks const& ranks) {
  return module.check_memory(size, here, ranks);
}

std::int64_t check_memory_on(Module const& module, RotationSize const& size, Execution const& here,
                             TransformRanks const& ranks) {
  module.check_memory(size, here, ranks);
  return 0;
}

Room own_room(Communicator const& all, JobSize const& size, Stay stay, Execution const& here) {
  Room room;
  TransformRanks const ranks{all.size(), all.size_of_host(), all.rank() == 0, stay == Stay::yes};
  with_module(here, [&](Module& module) {  // a device that does not start is no lack of room
    try {
      room.run_bytes = std::visit(
          [&](auto const& job) { return check_memory_on(module, job, here, ranks); }, size);
    } catch (Error const& error) {
      room.refusal = error.what();
    }
  });
  return room;
}

/// On rank 0 that of all.
Room gathered_room(Communicator& all, JobSize const& size, Stay stay, Execution const& here) {
  Room const own = own_room(all, size, stay, here);
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

Room room_of(Communicator& all, JobSize const& size, Stay stay, Execution const& here) {
  MessageWriter head;
  head << silent(here) << size << stay;
  SharedJob job(all, SharedTask::check_memory, head.take());
  Room room = gathered_room(all, size, stay, here);
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

/// What one rank keeps.
class OwnKept {
 public:
  OwnKept(Communicator& all, Shape const& shape)
      : all_(all), kept_(shape.here, [&](Module& module) {
          SharedTransform const shared{harmonic_share_of(module, shape.here.device, all),
                                       shape.run_bytes, all.size_of_host()};
          return module.make_kept(shape.grid, shape.range, shape.field, shape.fields, shape.weights,
                                  &shared, shape.here);
        }) {}

  template <class Job>
  auto operator()(Job const& job) const {
    return kept_([&](Module& module, KeptTransform& kept) {
      // After a job that failed there is another link, of which its share tells.
      harmonic_share_of(module, kept_.execution().device, all_);
      return job(kept);
    });
  }

 private:
  Communicator& all_;
  MadeOnModule<KeptTransform> kept_;
};

enum class KeptCall : std::uint8_t {
  set_coefficients,
  set_map,
  set_random,
  synthesise,
  analyse,
  scale_degrees,
  rotate,
  coefficients,
  map,
  spectra,
  keep_plans
};

/// What rank 0 has.
class SharedKept final : public KeptTransform {
 private:
  MessageWriter head_of_call(KeptCall call) const {
    MessageWriter head;
    head << kept_.number() << call;
    return head;
  }

  template <class Call>
  auto together(MessageWriter head, Call const& call) const {
    kept_.check_still_joined();
    SharedJob job(all_, SharedTask::use_kept, head.take());
    if constexpr (std::is_void_v<decltype((*own_)(call))>) {
      (*own_)(call);
      job.end();
    } else {
      auto result = (*own_)(call);
      job.end();
      return result;
    }
  }
  template <class Call>
  auto together(KeptCall what, Call const& call) const {
    return together(head_of_call(what), call);
  }

 public:
  SharedKept(Communicator& all, Shape shape) : all_(all), kept_(all, SharedTask::end_kept) {
    shape.number = kept_.number();
    SharedJob job(all, SharedTask::make_kept, head_of(shape).take());
    own_.emplace(all, shape);
    job.end();
  }

  void set_coefficients(std::span<std::complex<double> const> a_lm) override {
    together(KeptCall::set_coefficients, [&](KeptTransform& own) { own.set_coefficients(a_lm); });
  }

  void set_map(std::span<double const> map) override {
    together(KeptCall::set_map, [&](KeptTransform& own) { own.set_map(map); });
  }

  void set_random(std::span<std::vector<double> const> spectra, std::uint64_t seed) override {
    MessageWriter head = head_of_call(KeptCall::set_random);
    head << seed;
    write(head, spectra);
    together(std::move(head), [&](KeptTransform& own) { own.set_random(spectra, seed); });
  }

  void synthesise() override {
    together(KeptCall::synthesise, [](KeptTransform& own) { own.synthesise(); });
  }

  AnalysisResult analyse(AnalysisMethod const& method, bool is_weighted) override {
    MessageWriter head = head_of_call(KeptCall::analyse);
    head << MethodHead{method.iterations, method.tolerance, method.ring_weights, is_weighted};
    return together(std::move(head),
                    [&](KeptTransform& own) { return own.analyse(method, is_weighted); });
  }

  void scale_degrees(std::span<std::vector<double> const> filter) override {
    MessageWriter head = head_of_call(KeptCall::scale_degrees);
    write(head, filter);
    together(std::move(head), [&](KeptTransform& own) { own.scale_degrees(filter); });
  }

  void rotate(EulerAngles const& angles) override {
    MessageWriter head = head_of_call(KeptCall::rotate);
    head << angles;
    together(std::move(head), [&](KeptTransform& own) { own.rotate(angles); });
  }

  std::vector<std::complex<double>> coefficients() const override {
    return together(KeptCall::coefficients,
                    [](KeptTransform const& own) { return own.coefficients(); });
  }

  std::vector<double> map() const override {
    return together(KeptCall::map, [](KeptTransform const& own) { return own.map(); });
  }

  std::vector<NamedSpectrum> spectra() const override {
    return together(KeptCall::spectra, [](KeptTransform const& own) { return own.spectra(); });
  }

  void keep_plans() override {
    together(KeptCall::keep_plans, [](KeptTransform& own) { own.keep_plans(); });
  }

 private:
  Communicator& all_;
  KeptByAll kept_;
  std::optional<OwnKept> own_;
};

/// What a rank does that gives and gets nothing.
void take_part(KeptTransform& own, KeptCall call, MessageReader& head) {
  switch (call) {
    case KeptCall::set_coefficients:
      return own.set_coefficients({});
    case KeptCall::set_map:
      return own.set_map({});
    case KeptCall::set_random: {
      std::uint64_t seed = 0;
      head >> seed;
      return own.set_random(read_rows(head), seed);
    }
    case KeptCall::synthesise:
      return own.synthesise();
    case KeptCall::analyse: {
      MethodHead how{};
      head >> how;
      AnalysisMethod method;
      method.iterations = how.iterations;
      method.tolerance = how.tolerance;
      method.ring_weights = how.ring_weights;
      own.analyse(method, how.has_weight);
      return;
    }
    case KeptCall::scale_degrees:
      return own.scale_degrees(read_rows(head));
    case KeptCall::rotate: {
      EulerAngles angles;
      head >> angles;
      return own.rotate(angles);
    }
    case KeptCall::coefficients:
      own.coefficients();
      return;
    case KeptCall::map:
      own.map();
      return;
    case KeptCall::spectra:
      own.spectra();
      return;
    case KeptCall::keep_plans:
      return own.keep_plans();
  }
}

/// Of one transform, from and to rank 0, where there is room for it.
SharedKept make_passing(Communicator& all, RingGrid const& grid, TransformSize const& size,
                        RingWeights weights, Room const& room, Execution const& here) {
  return {all,
          {0, silent(here), grid, size.range, size.field, size.fields, weights, room.run_bytes}};
}

/// The part of one rank.
std::vector<std::complex<double>> rotate_part(Communicator& all, RotationSize const& size,
                                              std::span<std::complex<double> const> a_lm,
                                              EulerAngles const& angles, Execution const& here) {
  return with_module(here, [&](Module& module) {
    return module.rotate(size, a_lm, angles, &harmonic_share_of(module, here.device, all), here);
  });
}

}  // namespace

void check_memory_together(Communicator& all, RotationSize const& size, Execution const& here) {
  Room const room = room_of(all, size, Stay::no, here);
  SIDERUM_VALIDATE(room.refusal.empty(), room.refusal);
}

void check_memory_together(Communicator& all, TransformSize const& size, Execution const& here) {
  Room const room = room_of(all, size, Stay::no, here);
  if (!room.refusal.empty()) {
    check_alone(room, size, here);
  }
}

std::vector<double> synthesise_together(Communicator& all, RingGrid const& grid,
                                        HarmonicRange range, Field field,
                                        std::span<std::complex<double> const> a_lm,
                                        Execution const& here) {
  TransformSize const size{grid.pixels(), range, field};
  Room const room = room_of(all, size, Stay::no, here);
  if (!room.refusal.empty()) {
    check_alone(room, size, here);
    return with_module(
        here, [&](Module& module) { return module.synthesise(grid, range, field, a_lm, here); });
  }
  SharedKept kept = make_passing(all, grid, size, RingWeights::off, room, here);
  kept.set_coefficients(a_lm);
  kept.synthesise();
  std::vector<double> map = kept.map();
  kept.keep_plans();
  return map;
}

AnalysisResult analyse_together(Communicator& all, RingGrid const& grid, TransformSize const& size,
                                std::span<double const> map, AnalysisMethod const& method,
                                Execution const& here) {
  Room const room = room_of(all, size, Stay::no, here);
  if (!room.refusal.empty()) {
    check_alone(room, size, here);
    return with_module(here, [&](Module& module) {
      return module.analyse(grid, size.range, size.field, map, method, here);
    });
  }
  SharedKept kept = make_passing(all, grid, size, method.ring_weights, room, here);
  kept.set_map(map);
  AnalysisResult result = kept.analyse(method, has_weight(method));
  result.a_lm = kept.coefficients();
  kept.keep_plans();
  return result;
}

std::optional<ChangedMap> change_together(Communicator& all, RingGrid const& grid,
                                          TransformSize const& size, std::span<double const> map,
                                          CoefficientChange const& change,
                                          AnalysisMethod const& method, Execution const& here) {
  Room const room = room_of(all, size, Stay::no, here);
  if (!room.refusal.empty()) {
    return std::nullopt;
  }
  SharedKept kept = make_passing(all, grid, size, method.ring_weights, room, here);
  kept.set_map(map);
  AnalysisResult const analysis = kept.analyse(method, has_weight(method));
  if (!change.filter.empty()) {
    kept.scale_degrees(change.filter);
  }
  if (change.angles) {
    kept.rotate(*change.angles);
  }
  kept.synthesise();
  ChangedMap result{kept.map(), analysis.iterations, analysis.residual};
  kept.keep_plans();
  return result;
}

std::vector<std::complex<double>> rotate_together(Communicator& all, RotationSize const& size,
                                                  std::span<std::complex<double> const> a_lm,
                                                  EulerAngles const& angles,
                                                  Execution const& here) {
  check_memory_together(all, size, here);
  MessageWriter head;
  head << silent(here) << size << angles;
  SharedJob job(all, SharedTask::rotate, head.take());
  std::vector<std::complex<double>> rotated = rotate_part(all, size, a_lm, angles, here);
  job.end();
  return rotated;
}

std::unique_ptr<KeptTransform> make_kept_together(Communicator& all, RingGrid const& grid,
                                                  TransformSize const& size,
                                                  Execution const& here) {
  Room const room = room_of(all, size, Stay::yes, here);
  SIDERUM_VALIDATE(room.refusal.empty(), room.refusal);
  return std::make_unique<SharedKept>(all, Shape{0, silent(here), grid, size.range, size.field,
                                                 size.fields, RingWeights::off, room.run_bytes});
}

void serve_memory_check(Communicator& all, MessageReader& head) {
  Execution here;
  JobSize size;
  Stay stay{};
  head >> here >> size >> stay;
  gathered_room(all, size, stay, here);
}

void serve_rotation(Communicator& all, MessageReader& head) {
  Execution here;
  RotationSize size{};
  EulerAngles angles;
  head >> here >> size >> angles;
  rotate_part(all, size, {}, angles, here);
}

class KeptOfRank::Kept {
 public:
  explicit Kept(Communicator& processes) : all(processes) {}

  Communicator& all;
  std::map<std::int64_t, std::unique_ptr<OwnKept>> by_number;
};

KeptOfRank::KeptOfRank(Communicator& all) : kept_(std::make_unique<Kept>(all)) {}

KeptOfRank::~KeptOfRank() = default;

void KeptOfRank::make(MessageReader& head) {
  Shape const shape = read_shape(head);
  kept_->by_number.emplace(shape.number, std::make_unique<OwnKept>(kept_->all, shape));
}

void KeptOfRank::use(MessageReader& head) {
  std::int64_t number = 0;
  KeptCall call{};
  head >> number >> call;
  (*kept_->by_number.at(number))([&](KeptTransform& own) { take_part(own, call, head); });
}

void KeptOfRank::end(MessageReader& head) {
  std::int64_t number = 0;
  head >> number;
  kept_->by_number.erase(number);
}

}  // namespace siderum::engine
