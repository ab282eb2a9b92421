// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/work_space.hpp>

namespace siderum {

namespace detail {

KeptViews& KeptViews::of_process() {
  static KeptViews views;
  // Views must be gone before Kokkos is; a program may finalise it only once.
  static bool const cleared_at_the_end = [] {
    Kokkos::push_finalize_hook([] { views.release(); });
    return true;
  }();
  static_cast<void>(cleared_at_the_end);
  return views;
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
