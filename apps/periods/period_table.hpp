// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <siderum/engine/periods.hpp>
#include <siderum/io/tables/table_files.hpp>

namespace siderum::apps {

enum class RankColumn { absent, present };
enum class MethodColumn { absent, present };

/// The result of a search as `siderum periods` writes it: id, points, frequency, period, power, and
/// if asked for the rank of the peak from 1 and the method that the sums were formed by.
///
/// Before the rank stands frequency_error where the search refined its peaks, behind it fap where
/// it has false-alarm probabilities: for CSV their decimal text, however small they are; for FITS
/// doubles, which are 0 from 1e-324 on, and behind them log10_fap.
///
/// An object without an answer has one row with NaN; one with fewer peaks than were asked for has
/// as many rows as it has peaks. The period is 1 / frequency. The facts are search_facts.
io::Table period_table(LightCurveTable const& curves, engine::PeriodSearch const& search,
                       engine::PeriodSearchResult const& result, RankColumn rank,
                       engine::Precision precision, MethodColumn method = MethodColumn::absent,
                       io::TableFormat format = io::TableFormat::csv);

/// How the search was done, for the header of a file: the finder and, where it is Lomb-Scargle or
/// has candidates from there, the method that was taken and the tolerance of its sums.
std::vector<io::TableFact> search_facts(engine::PeriodSearch const& search,
                                        engine::PeriodSearchResult const& result);

/// The same as a sentence.
std::string search_sentence(engine::PeriodSearch const& search,
                            engine::PeriodSearchResult const& result);

/// A sentence where the highest power of an object is at the first or the last frequency, so that
/// it need not be a peak; else empty. Grids of one or two frequencies have nothing but ends.
std::string edge_notice(LightCurveTable const& curves, engine::PeriodSearch const& search,
                        engine::PeriodSearchResult const& result);

/// One sentence for each of the first ten objects without an answer, its id and why, and one for
/// all others.
/// @param precision  that they were searched in
std::vector<std::string> missing_answers(
    LightCurveTable const& curves, engine::PeriodSearch const& search,
    engine::PeriodSearchResult const& result,
    engine::Precision precision = engine::Precision::double_precision);

}  // namespace siderum::apps
