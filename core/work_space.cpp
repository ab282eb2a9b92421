// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/work_space.hpp>

#include <type_traits>

namespace siderum {

namespace detail {

namespace {

using DefaultSpace = Kokkos::DefaultExecutionSpace;

struct NoInstance {
  int m_space_instance;
};

// Kokkos counts the copies of an instance but does not tell. The member is private; the arguments
// of an explicit instantiation may name it all the same.
int count_of(DefaultSpace const& exec);
template <auto counter>
struct InstanceCounter {
  friend int count_of([[maybe_unused]] DefaultSpace const& exec) {
    if constexpr (is_host<DefaultSpace>) {
      return 0;
    } else {
      return (exec.*counter).use_count();
    }
  }
};
template struct InstanceCounter<
    &std::conditional_t<is_host<DefaultSpace>, NoInstance, DefaultSpace>::m_space_instance>;

}  // namespace

int copies_of(DefaultSpace const& exec) {
  return count_of(exec);
}

KeptViews& KeptViews::of_process() {
  // Views must be gone before Kokkos is; a program may finalise it only once. What keeps them is
  // never destroyed: whoever finalises at exit may do so after objects like this one.
  static KeptViews& views = *new KeptViews;
  static bool const cleared_at_the_end = [] {
    Kokkos::push_finalize_hook([] { views.release(); });
    return true;
  }();
  static_cast<void>(cleared_at_the_end);
  return views;
}

void KeptViews::drop_orphans() {
  std::erase_if(views_, [this](auto const& kept) {
    bool const drops = kept->is_orphan() && kept->is_idle();
    bytes_ -= drops ? kept->bytes : 0;
    return drops;
  });
}

void KeptViews::keep(std::unique_ptr<KeptView> view) {
  if (view->bytes > most_bytes) {
    return;
  }
  drop_idle(most_bytes - view->bytes, most_views - 1);
  if (bytes_ + view->bytes <= most_bytes) {
    bytes_ += view->bytes;
    views_.push_back(std::move(view));
  }
}

void KeptViews::drop_idle(std::int64_t bytes, std::size_t views) {
  for (auto kept = views_.begin(); kept != views_.end();) {
    if ((bytes_ > bytes || views_.size() > views) && (*kept)->is_idle()) {
      bytes_ -= (*kept)->bytes;
      kept = views_.erase(kept);
    } else {
      ++kept;
    }
  }
}

void KeptViews::release() {
  std::lock_guard const lock(mutex_);
  drop_idle(0, 0);
}

std::int64_t KeptViews::kept_bytes() {
  std::lock_guard const lock(mutex_);
  return bytes_;
}

}  // namespace detail

void release_work_space() {
  detail::KeptViews::of_process().release();
}

}  // namespace siderum
