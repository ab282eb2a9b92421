// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/calls/shared_search.hpp>

#include <span>
#include <utility>

#include <siderum/distributed/shares.hpp>
#include <siderum/engine/calls/search_messages.hpp>
#include <siderum/engine/loader/communicator.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

using distributed::Bytes;
using distributed::Communicator;
using distributed::MessageReader;
using distributed::MessageWriter;

namespace {

struct WindowsHead {
  FrequencyGrid grid;
  Errors errors;
  Execution execution;
};

void write_windows(LightCurveTable const& curves, WindowsHead const& head,
                   PeriodogramSink const& sink) {
  if (curves.objects() > 0) {
    with_module(head.execution, [&](Module& module) {
      module.spectral_windows(curves, head.grid, head.errors, sink, head.execution);
    });
  }
}

}  // namespace

void windows_together(Communicator& all, LightCurveTable const& curves, FrequencyGrid const& grid,
                      Errors errors, PeriodogramSink const& sink, Execution const& here) {
  SharedProgress progress(all, here.progress);
  WindowsHead head{grid, errors, here};
  std::vector<double> const cost = costs_of(curves);
  std::vector<double> const speed(static_cast<std::size_t>(all.size()), 1.0);
  std::int64_t first = 0;
  for (std::int64_t const last :
       ends_of_rounds(cost, all.size(), rows_of_round(grid, here.precision), Rounds::several)) {
    auto const whole = static_cast<double>(curves.objects());
    progress.expect(static_cast<double>(first) / whole, static_cast<double>(last) / whole);
    auto const begin =
        distributed::divide(std::span(cost).subspan(static_cast<std::size_t>(first),
                                                    static_cast<std::size_t>(last - first)),
                            speed);
    head.execution.progress = nullptr;
    std::vector<PartOfTable> parts;
    for (std::size_t rank = 0; rank < speed.size(); ++rank) {
      parts.push_back({first + begin[rank], first + begin[rank + 1], {}});
    }
    MessageWriter message;
    message << head;
    SharedJob job(all, SharedTask::windows, joined(message.take(), heads_of(curves, parts)));
    send_parts(all, curves, parts);
    head.execution.progress = &progress;
    write_windows(slice(curves, first, first + begin[1]), head, [&](PeriodogramRows rows) {
      rows.first_object += first;
      sink(rows);
    });
    std::vector<Bytes> const answers = all.gather({});
    job.end();
    for (std::size_t rank = 1; rank < answers.size(); ++rank) {
      std::int64_t const objects = begin[rank + 1] - begin[rank];
      if (objects > 0) {
        sink({first + begin[rank], objects, grid.count, here.precision, answers[rank].data()});
      }
    }
    first = last;
  }
}

void serve_windows(Communicator& all, MessageReader& message) {
  WindowsHead head;
  message >> head;
  SharedProgress progress(all, nullptr);
  head.execution.progress = &progress;
  Part const part = receive_part(all, message);
  Bytes rows;
  write_windows(part.curves, head, kept_in(rows));
  all.gather(std::move(rows));
}

}  // namespace siderum::engine
