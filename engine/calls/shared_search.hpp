// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/distributed/message.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/periods.hpp>

/// Period searches that several processes do together. Each object is searched by one of them, in
/// blocks of equal cost, in the order of the input; where objects are too few for that, each
/// process searches a stretch of the frequencies. Either way the results are those of one process.
namespace siderum::engine {

class DealtCurves;
struct SearchRequest;

/// On rank 0.
/// @param dealt   the same light curves where they were dealt out before; null: they were not
/// @param search  that was checked, and whose sink is watched
/// @param here    with a device that is placed
PeriodSearchResult search_together(distributed::Communicator& all, LightCurveTable const& curves,
                                   DealtCurves const* dealt, PeriodSearch const& search,
                                   Execution const& here);
/// Objects whose grids are equal stay together, as they do in one process.
/// @param result  with its grids
void search_own_grids_together(distributed::Communicator& all, LightCurveTable const& curves,
                               OwnGridSearch const& search, OwnGridResult& result,
                               Execution const& here);
void windows_together(distributed::Communicator& all, LightCurveTable const& curves,
                      FrequencyGrid const& grid, Errors errors, PeriodogramSink const& sink,
                      Execution const& here);

/// What the other ranks do meanwhile.
/// @param head  behind the task
void serve_search(distributed::Communicator& all, distributed::MessageReader& head);
void serve_own_grids(distributed::Communicator& all, distributed::MessageReader& head);
void serve_windows(distributed::Communicator& all, distributed::MessageReader& head);

/// On another rank: searches its part and sends rank 0 what it finds.
void answer_search(distributed::Communicator& all, LightCurveTable const& curves,
                   SearchShare const& share, SearchRequest request);

}  // namespace siderum::engine
