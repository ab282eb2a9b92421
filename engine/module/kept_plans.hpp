// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/sky/harmonic_transform.hpp>
#include <siderum/core/out_of_memory.hpp>

namespace siderum::engine {

/// Plans of transforms that jobs on host memory have made, for the next job of the same shape:
/// tables and work space cost as much as a transform or two on a device. For one job at a time, on
/// the default instance.
///
/// The longest idle ones go where there are more than a few, or more bytes than are allowed; all go
/// where memory is short, and when Kokkos is finalised.
class KeptPlans {
 public:
  static constexpr std::size_t most_plans = 16;

  explicit KeptPlans(std::int64_t most_bytes) : most_bytes_(most_bytes) {
    plans_.reserve(most_plans);
  }

  /// A plan of the shape, kept or made, which is in use then. Of all processes of options.share:
  /// one is taken where each has kept it, as making one needs them all.
  /// @param options  of one shape always the same, or of other work space than usual
  template <class Transform, class Exec>
  std::shared_ptr<Transform const> obtain(Exec const& exec, RingGrid const& grid,
                                          HarmonicRange range,
                                          HarmonicTransformOptions const& options) {
    std::shared_ptr<Transform const> plan =
        options.work_bytes == 0 ? take<Transform>(grid, range, options) : nullptr;
    if (!all_have(options.share, plan != nullptr)) {
      plan.reset();  // of other processes that have none
      plan = make<Transform>(exec, grid, range, options);
    }
    return plan;
  }

  /// For the next job of its shape: a plan of the usual work space, whose job has not failed. Takes
  /// no memory: the job has its result.
  /// @param maps  the options that it was obtained with have so many
  template <class Transform>
  void keep(std::shared_ptr<Transform const> plan, std::int64_t maps) noexcept {
    std::int64_t const size = plan->bytes();
    if (size > most_bytes_) {
      return;
    }
    while (!plans_.empty() && (plans_.size() >= most_plans || bytes() + size > most_bytes_)) {
      plans_.erase(plans_.begin());
    }
    RingGrid const* const grid = &plan->grid();
    HarmonicRange const range = plan->range();
    Field const field = plan->field();
    HarmonicShare const* const share = plan->share();
    plans_.push_back({typeid(Transform), std::move(plan), grid, range, field, maps, share, size});
  }

  /// Whether each process has it; share may be null.
  static bool all_have(HarmonicShare const* share, bool has) {
    std::array<std::uint64_t, 1> count{has ? 1U : 0U};
    if (share == nullptr) {
      return has;
    }
    share->add_up(count);
    return count.front() == static_cast<std::uint64_t>(share->ranks);
  }

  /// Destroys what is kept.
  void release() noexcept { plans_.clear(); }

  std::size_t count() const { return plans_.size(); }
  std::int64_t bytes() const {
    std::int64_t sum = 0;
    for (Kept const& kept : plans_) {
      sum += kept.bytes;
    }
    return sum;
  }

 private:
  struct Kept {
    std::type_index type;
    std::shared_ptr<void const> plan;
    RingGrid const* grid;  ///< in the plan
    HarmonicRange range;
    Field field;
    std::int64_t maps;
    HarmonicShare const* share;
    std::int64_t bytes;
  };

  /// Bit by bit, since weights may be NaN.
  static bool are_same(RingGrid const& a, RingGrid const& b) {
    static_assert(sizeof(Ring) == 8 * sizeof(double) && std::is_trivially_copyable_v<Ring>);
    return a.kind() == b.kind() && a.name() == b.name() && a.pixels() == b.pixels() &&
           a.rings().size() == b.rings().size() &&
           std::memcmp(a.rings().data(), b.rings().data(), a.rings().size() * sizeof(Ring)) == 0;
  }

  /// A kept plan, which is in use then; null where there is none.
  template <class Transform>
  std::shared_ptr<Transform const> take(RingGrid const& grid, HarmonicRange range,
                                        HarmonicTransformOptions const& options) {
    auto const found = std::find_if(plans_.begin(), plans_.end(), [&](Kept const& kept) {
      return kept.type == typeid(Transform) && kept.range == range && kept.field == options.field &&
             kept.maps == options.maps && kept.share == options.share && are_same(*kept.grid, grid);
    });
    if (found == plans_.end()) {
      return nullptr;
    }
    auto plan = std::static_pointer_cast<Transform const>(found->plan);
    plans_.erase(found);
    return plan;
  }

  /// Of several processes one that is short of memory must not try again what the others have done.
  template <class Transform, class Exec>
  std::shared_ptr<Transform const> make(Exec const& exec, RingGrid const& grid, HarmonicRange range,
                                        HarmonicTransformOptions const& options) {
    try {
      return std::make_shared<Transform const>(exec, grid, range, options);
    } catch (OutOfMemory const&) {
      if (plans_.empty() || options.share != nullptr) {
        throw;
      }
    }
    release();
    return std::make_shared<Transform const>(exec, grid, range, options);
  }

  std::int64_t most_bytes_;
  std::vector<Kept> plans_;  // the longest idle first
};

/// Those of the module: a sixteenth of the memory of its device, or 512 MiB where that is not
/// known. Only once Kokkos has started.
KeptPlans& kept_plans();

/// Releases them, where there are any.
void release_kept_plans() noexcept;

}  // namespace siderum::engine
