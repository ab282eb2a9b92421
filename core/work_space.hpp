// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <siderum/core/allocate.hpp>
#include <siderum/core/spaces.hpp>

/// Work space that outlives the call that made it: freeing device memory waits for the device, so
/// the next call on the same instance takes it over instead. That needs no waiting, because what an
/// instance is given to do is done in order. It ends with its instance.
namespace siderum {

namespace detail {

/// How many copies there are of an instance of a device. (On a host, whose instances keep nothing,
/// 0.)
int copies_of(Kokkos::DefaultExecutionSpace const& exec);

/// A view that is kept, whatever its type.
class KeptView {
 public:
  virtual ~KeptView() = default;
  virtual bool is_idle() const = 0;
  /// Whether nobody else has a copy of its instance, unless that lives as long as Kokkos does.
  virtual bool is_orphan() const = 0;
  std::int64_t bytes = 0;
};

/// One that belongs to an instance. All of an instance share one copy of it: its stream must not
/// end before its memory is freed.
template <class Exec>
class KeptViewOn : public KeptView {
 public:
  using Instance = std::shared_ptr<Exec const>;

  explicit KeptViewOn(Instance instance)
      : instance_(std::move(instance)), is_default_(*instance_ == Exec()) {}

  bool is_orphan() const override {
    if constexpr (std::is_same_v<Exec, Kokkos::DefaultExecutionSpace>) {
      return !is_default_ && copies_of(*instance_) == 1;
    }
    return false;
  }
  Instance const& instance() const { return instance_; }

 private:
  Instance instance_;
  bool is_default_;
};

template <class View, class Exec>
class KeptViewOf : public KeptViewOn<Exec> {
 public:
  KeptViewOf(View const& view, typename KeptViewOn<Exec>::Instance instance)
      : KeptViewOn<Exec>(std::move(instance)), view_(view) {
    this->bytes = static_cast<std::int64_t>(view.span() * sizeof(typename View::value_type));
  }

  bool is_idle() const override { return view_.use_count() == 1; }
  View const& view() const { return view_; }

  bool belongs_to(Exec const& exec, std::string const& label) const {
    return *this->instance() == exec && view_.label() == label;
  }

  /// Whether a part of it has these extents: of tables, the whole.
  template <class... Extents>
  bool has_room_for(Extents... extents) const {
    std::size_t const wanted[] = {static_cast<std::size_t>(extents)...};
    if constexpr (sizeof...(Extents) == 1) {
      return wanted[0] <= view_.extent(0);
    } else {
      bool same = true;
      for (std::size_t i = 0; i < sizeof...(Extents); ++i) {
        same = same && view_.extent(i) == wanted[i];
      }
      return same;
    }
  }

  template <class... Extents>
  View part(Extents... extents) const {
    if constexpr (sizeof...(Extents) == 1) {
      return Kokkos::subview(view_,
                             std::make_pair(std::size_t{0}, static_cast<std::size_t>(extents)...));
    } else {
      return view_;
    }
  }

 private:
  View view_;
};

/// Everything that is kept, of all types and instances. Empty when Kokkos is finalised.
class KeptViews {
 public:
  static constexpr std::int64_t most_bytes = std::int64_t{512} << 20;
  static constexpr std::size_t most_views = 256;

  static KeptViews& of_process();

  /// A kept view, or a new one that is kept from now on.
  template <class View, class Exec, class... Extents>
  View take(Exec const& exec, std::string const& label, Extents... extents) {
    std::lock_guard const lock(mutex_);
    drop_orphans();
    for (auto kept = views_.begin(); kept != views_.end();) {
      auto const* const same = dynamic_cast<KeptViewOf<View, Exec> const*>(kept->get());
      bool const is_free = same != nullptr && same->is_idle() && same->belongs_to(exec, label);
      if (is_free && same->has_room_for(extents...)) {
        return same->part(extents...);
      }
      if (is_free) {  // a larger one takes its place
        bytes_ -= same->bytes;
        kept = views_.erase(kept);
      } else {
        ++kept;
      }
    }
    auto const view = make<View>(exec, label, extents...);
    keep(std::make_unique<KeptViewOf<View, Exec>>(view, kept_copy_of(exec)));
    return view;
  }

  /// Frees what is idle, which waits for the devices.
  void release();

  std::int64_t kept_bytes();

 private:
  KeptViews() = default;

  template <class View, class Exec, class... Extents>
  View make(Exec const& exec, std::string const& label, Extents... extents) {
    try {
      return allocate<View>(exec, label, extents...);
    } catch (OutOfMemory const&) {
      drop_idle(0, 0);
    }
    return allocate<View>(exec, label, extents...);
  }

  template <class Exec>
  std::shared_ptr<Exec const> kept_copy_of(Exec const& exec) const {
    for (auto const& kept : views_) {
      auto const* const same = dynamic_cast<KeptViewOn<Exec> const*>(kept.get());
      if (same != nullptr && *same->instance() == exec) {
        return same->instance();
      }
    }
    return std::make_shared<Exec const>(exec);
  }

  void drop_orphans();
  void keep(std::unique_ptr<KeptView> view);
  void drop_idle(std::int64_t bytes, std::size_t views);

  std::mutex mutex_;
  std::vector<std::unique_ptr<KeptView>> views_;  // the oldest first
  std::int64_t bytes_ = 0;
};

}  // namespace detail

/// A view for the time of a call, not initialised: for work on this instance alone. When the last
/// copy of it is gone, the next call on the instance may take it over. Beyond 512 MiB in all, and
/// where memory is short, what is idle is freed; what an instance leaves that is gone, with the
/// next call on any.
///
/// On a host it is like any other view. Throws OutOfMemory.
template <class View, class Exec, class... Extents>
View allocate_work(Exec const& exec, std::string const& label, Extents... extents) {
  if constexpr (is_host<Exec>) {
    return allocate<View>(exec, label, extents...);
  } else {
    return detail::KeptViews::of_process().take<View>(exec, label, extents...);
  }
}

/// A copy of a vector as work space of the instance, enqueued on it. `from` may go when this
/// returns. Throws OutOfMemory.
template <class Exec, class Value>
Kokkos::View<Value*, typename Exec::memory_space> copy_to_work(Exec const& exec,
                                                               std::string const& label,
                                                               std::vector<Value> const& from) {
  auto const to =
      allocate_work<Kokkos::View<Value*, typename Exec::memory_space>>(exec, label, from.size());
  detail::copy_vector(exec, from, to);
  return to;
}

/// Work space in many parts, allocated in few pieces: on a device one allocation costs as much as
/// many a kernel. What is taken lives as long as this does.
template <class Exec>
class WorkPieces {
 public:
  using MemorySpace = typename Exec::memory_space;
  template <class Value>
  using View = Kokkos::View<Value*, MemorySpace>;

  /// @param piece  bytes to allocate at once, at least
  WorkPieces(Exec const& exec, std::string label, std::int64_t piece)
      : exec_(exec), label_(std::move(label)), piece_(static_cast<std::size_t>(piece)) {}

  /// Memory for `count` values, not initialised. Throws OutOfMemory.
  template <class Value>
  View<Value> take(std::int64_t count) {
    constexpr std::size_t alignment = 256;
    std::size_t const bytes = static_cast<std::size_t>(count) * sizeof(Value);
    if (bytes == 0) {
      return {};
    }
    if (pieces_.empty() || used_ + bytes > pieces_.back().extent(0)) {
      pieces_.push_back(allocate_work<View<std::byte>>(exec_, label_, std::max(piece_, bytes)));
      used_ = 0;
    }
    auto* const begin = reinterpret_cast<Value*>(pieces_.back().data() + used_);
    used_ += (bytes + alignment - 1) / alignment * alignment;
    return {begin, static_cast<std::size_t>(count)};
  }

  /// A copy of a vector, enqueued. `from` may go when this returns. Throws OutOfMemory.
  template <class Value>
  View<Value> copy(std::vector<Value> const& from) {
    auto const to = take<Value>(static_cast<std::int64_t>(from.size()));
    detail::copy_vector(exec_, from, to);
    return to;
  }

 private:
  Exec exec_;
  std::string label_;
  std::size_t piece_;
  std::size_t used_ = 0;
  std::vector<View<std::byte>> pieces_;
};

/// Frees the work space that no call uses; waits for the devices.
void release_work_space();

}  // namespace siderum
