// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/fft.hpp>

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <new>

#include <siderum/core/out_of_memory.hpp>

namespace siderum::portable {

namespace {

/// Calls function(); libraries say std::bad_alloc.
template <class Function>
auto with_room(Function const& function) {
  try {
    return function();
  } catch (std::bad_alloc const&) {
    throw out_of_memory("a Fourier transform", 0.0);
  }
}

/// Plans that are in use somewhere, and the last ones that were made: a map of the sky asks for
/// thousands, one for each length of its rings, and a search for the same few each time.
template <class Real>
class KeptPlans {
 public:
  using Plan = std::shared_ptr<HostFftPlan<Real> const>;

  static KeptPlans& of_process() {
    static KeptPlans& plans = *new KeptPlans;  // threads may outlive static objects
    return plans;
  }

  Plan operator()(int length) {
    if (Plan found = find(length)) {
      return found;
    }
    // Threads make plans side by side; of two of the same length either serves.
    Plan made = HostFftPlan<Real>::make(length);
    keep(length, made);
    return made;
  }

 private:
  Plan find(int length) {
    std::lock_guard const lock(mutex_);
    auto const at = known_.find(length);
    return at == known_.end() ? nullptr : at->second.lock();
  }

  void keep(int length, Plan made) {
    std::lock_guard const lock(mutex_);
    known_[length] = made;
    latest_[next_].swap(made);  // the oldest goes
    next_ = (next_ + 1) % latest_.size();
  }

  std::mutex mutex_;
  std::map<int, std::weak_ptr<HostFftPlan<Real> const>> known_;
  std::array<Plan, 64> latest_;
  std::size_t next_ = 0;
};

}  // namespace

template <class Real>
HostFft<Real>::HostFft(int length, int batch)
    : length_(length),
      batch_(batch),
      plan_(with_room([&] { return KeptPlans<Real>::of_process()(length); })) {}

template <class Real>
void HostFft<Real>::operator()(Kokkos::complex<Real>* in, Kokkos::complex<Real>* out) const {
  for (int i = 0; i < batch_; ++i) {
    std::ptrdiff_t const begin = std::ptrdiff_t{i} * length_;
    with_room([&] {
      (*plan_)(reinterpret_cast<Real*>(in + begin), reinterpret_cast<Real*>(out + begin));
    });
  }
}

template class HostFft<float>;
template class HostFft<double>;

}  // namespace siderum::portable
