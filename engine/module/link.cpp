// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include <siderum/core/bytes_of_rank.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/distributed/link.hpp>
#include <siderum/distributed/nccl/nccl_link.hpp>
#include <siderum/engine/module/dispatch.hpp>
#include <siderum/engine/module/jobs.hpp>
#include <siderum/engine/module/kept_plans.hpp>
#include <siderum/engine/module/neighbour_link.hpp>
#include <siderum/engine/module/staged_link.hpp>

namespace siderum::engine::on_space {

namespace {

using distributed::Communicator;
using distributed::Link;

/// The link of a module, which keeps plans of transforms that go by it.
class LinkOfModule final : public Link {
 public:
  LinkOfModule(std::unique_ptr<Link> link, Communicator& all) : link_(std::move(link)), all_(all) {}
  ~LinkOfModule() override { release_kept_plans(); }

  void all_reduce(std::uint64_t* numbers, std::size_t count) override {
    timed([&] { link_->all_reduce(numbers, count); });
  }
  void exchange(std::span<std::span<std::byte const> const> sent,
                std::span<std::span<std::byte> const> received) override {
    timed([&] { link_->exchange(sent, received); });
  }
  Fetch fetch() override {
    Fetch const fetch = link_->fetch();
    if (!fetch) {
      return {};
    }
    return [this, fetch](std::span<std::byte> memory, std::span<BytesOfRank const> pieces) {
      timed([&] { fetch(memory, pieces); });
    };
  }
  std::string_view name() const override { return link_->name(); }
  void give_up() noexcept override { link_->give_up(); }

 private:
  template <class Call>
  void timed(Call const& call) {
    auto const begin = std::chrono::steady_clock::now();
    call();
    all_.has_linked(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }

  std::unique_ptr<Link> link_;
  Communicator& all_;
};

template <class Exec>
std::unique_ptr<Link> link_of(Exec const& exec, Communicator& all) {
  if constexpr (is_host<Exec>) {
    std::unique_ptr<Link> link = NeighbourLink<Exec>::make(exec, all);
    return link != nullptr ? std::move(link) : std::make_unique<distributed::HostLink>(all);
  } else {
    using Order = backend::default_for_t<Exec>::template StreamOrder<Exec>;
    // Messages go ahead of what is computed meanwhile, or they would wait for all of it.
    Exec const messages = Order().ahead_of(exec);
    std::unique_ptr<Link> link =
        distributed::make_nccl_link(all, {Order().card(exec), Order().stream(messages),
                                          [messages] { return Order().is_idle(messages); }});
    if (link == nullptr && all.reaches_gpus()) {
      return std::make_unique<distributed::HostLink>(all);
    }
    return link != nullptr ? std::move(link) : std::make_unique<StagedLink<Exec>>(exec, all);
  }
}

}  // namespace

std::unique_ptr<Link> make_link(Communicator& all) {
  return std::make_unique<LinkOfModule>(link_of(ModuleSpace(), all), all);
}

}  // namespace siderum::engine::on_space
