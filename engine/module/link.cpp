// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>

#include <siderum/core/spaces.hpp>
#include <siderum/distributed/link.hpp>
#include <siderum/distributed/nccl/nccl_link.hpp>
#include <siderum/engine/module/dispatch.hpp>
#include <siderum/engine/module/jobs.hpp>
#include <siderum/engine/module/staged_link.hpp>

namespace siderum::engine::on_space {

namespace {

using distributed::Communicator;
using distributed::Link;

template <class Exec>
std::unique_ptr<Link> link_of(Exec const& exec, Communicator& all) {
  if constexpr (is_host<Exec>) {
    return std::make_unique<distributed::HostLink>(all);
  } else {
    using Order = backend::default_for_t<Exec>::template StreamOrder<Exec>;
    std::unique_ptr<Link> link = distributed::make_nccl_link(
        all, {Order().card(exec), Order().stream(exec), [exec] { return Order().is_idle(exec); }});
    return link != nullptr ? std::move(link) : std::make_unique<StagedLink<Exec>>(exec, all);
  }
}

}  // namespace

std::unique_ptr<Link> make_link(Communicator& all) {
  return link_of(ModuleSpace(), all);
}

}  // namespace siderum::engine::on_space
