// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include <siderum/engine/execution.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

/// What a module has made and keeps on its device between jobs. It ends there too; where that
/// cannot be any more, it does not.
template <class Made>
class MadeOnModule {
 public:
  /// @param make  called with the module, as a job
  template <class Make>
  MadeOnModule(Execution const& execution, Make const& make)
      : execution_(execution), made_(with_module(execution, make)) {}
  ~MadeOnModule() {
    end_on_module(execution_.device, [this] { made_.reset(); });
    static_cast<void>(made_.release());
  }
  MadeOnModule(MadeOnModule const&) = delete;
  MadeOnModule& operator=(MadeOnModule const&) = delete;

  /// Calls job(module, what was made), as jobs of its device are called.
  template <class Job>
  auto operator()(Job const& job) const {
    return with_module(execution_, [&](Module& module) { return job(module, *made_); });
  }

  Execution const& execution() const { return execution_; }

 private:
  Execution execution_;
  std::unique_ptr<Made> made_;
};

}  // namespace siderum::engine
