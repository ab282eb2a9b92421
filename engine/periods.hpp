// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <siderum/algorithms/periods/finder_table.hpp>
#include <siderum/algorithms/periods/lomb_scargle_options.hpp>
#include <siderum/algorithms/periods/own_grid_range.hpp>
#include <siderum/core/folded_curve.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/light_curve_table.hpp>
#include <siderum/core/status.hpp>
#include <siderum/engine/execution.hpp>

/// Period searches of many objects, from plain host memory to plain results.
///
///     siderum::engine::PeriodSearch search;
///     search.grid = siderum::half_open_grid(0.5, 24.0, 1'000'000);
///     auto const result = siderum::engine::search_periods(curves, search);
///     double const period = 1.0 / result.peaks[0].frequency;  // of the first object
namespace siderum::engine {

/// Each peak of an object costs a pass over its periodogram.
inline constexpr std::int64_t most_peaks = 10'000;

/// Of a window about a candidate, to either side.
inline constexpr std::int64_t most_half_window = 1'000'000'000;

/// No peak may come from |f - frequency| <= half_width: neither one of the grid nor, where they are
/// refined, one whose maximum between the frequencies of the grid lies there.
struct FrequencyWindow {
  double frequency;   ///< [1 / time unit]
  double half_width;  ///< [1 / time unit], >= 0
};

struct Peak {
  std::int64_t index = -1;  ///< of the frequency; -1: there is no such peak
  double power = 0.0;       ///< NaN where there is no such peak, 0 where its power would be 0
  /// [1 / time unit], of the grid, or between its frequencies where refined; NaN: no such peak.
  double frequency = std::numeric_limits<double>::quiet_NaN();
  double uncertainty = std::numeric_limits<double>::quiet_NaN();  ///< of a refined frequency
  double false_alarm = std::numeric_limits<double>::quiet_NaN();  ///< probability; 0: underflows
  double log_false_alarm = std::numeric_limits<double>::quiet_NaN();  ///< its natural logarithm
  bool is_refined = false;  ///< where the search asks for it and the data allow it
};

/// Whether the points of a table with bands are searched as such.
enum class Bands { ignore, use };

enum class Refine { no, yes };

/// How the false-alarm probability of peaks is found.
enum class FalseAlarm { none, naive, davies, baluev, bootstrap };

/// Some rows of a periodogram, (objects, frequencies) in row-major order, in the working precision.
struct PeriodogramRows {
  std::int64_t first_object;
  std::int64_t objects;
  std::int64_t frequencies;
  Precision precision;
  void const* power;  ///< double const* or float const*, as precision says
};
using PeriodogramSink = std::function<void(PeriodogramRows const&)>;

/// Search and refine: the Super Smoother scores windows around peaks of the Lomb-Scargle
/// periodogram, their halves and doubles.
struct CandidateSearch {
  std::int64_t peaks;             ///< of each object, 1 .. most_peaks
  std::int64_t half_window = 10;  ///< steps of the grid to either side, 0 .. most_half_window
};

struct PeriodSearch {
  FrequencyGrid grid;
  std::optional<FinderOptions> finder;        ///< that folds the points; empty: Lomb-Scargle
  LombScargleOptions options;                 ///< of Lomb-Scargle, and of the search for candidates
  std::optional<CandidateSearch> candidates;  ///< of the Super Smoother; empty: the whole grid

  // Of Lomb-Scargle alone: a finder beside them is an Error.
  int terms = 1;  ///< harmonics of the model; with bands, of what they share
  Bands bands = Bands::ignore;
  Refine refine = Refine::no;  ///< not with bands
  /// The formulas are those of one sinusoid; the bootstrap is that of one band.
  FalseAlarm false_alarm = FalseAlarm::none;
  std::int64_t bootstrap_samples = 1000;
  std::uint64_t bootstrap_seed = 0;  ///< the same gives the same samples for ever

  std::int64_t peaks = 1;                 ///< K highest local maxima per object, 1 .. most_peaks
  std::vector<FrequencyWindow> excluded;  ///< windows from which no peak may come
  PeriodogramSink sink;                   ///< empty: the periodogram is not kept
};

struct PeriodSearchResult {
  std::vector<ObjectStatus> status;   ///< (objects)
  std::vector<Peak> peaks;            ///< (objects, peaks), highest first
  Method method = Method::automatic;  ///< that was taken for all objects
  double tolerance = 0.0;             ///< of its powers; 0: exact to rounding
};

/// value(t) = offset + amplitude * cos(2 pi (frequency * (t - epoch) - phase)).
struct Sinusoid {
  double frequency = 0.0;
  double amplitude = 0.0;
  double phase = 0.0;  ///< [cycles], 0 .. 1
  double offset = 0.0;
  double epoch = 0.0;  ///< the object's earliest time
};

/// value(t) = offset + sum over m = 1 .. terms of a_m cos m x + b_m sin m x,
/// x = 2 pi frequency (t - epoch).
struct HarmonicModel {
  double frequency = 0.0;
  double epoch = 0.0;               ///< the object's earliest time
  double offset = 0.0;              ///< NaN, as all coefficients: there is no such model
  std::vector<double> coefficient;  ///< a_1, b_1, a_2, b_2, ...

  double operator()(double time) const;
};

/// Where search_periods would compute, and why. Starts the device that it names. Throws Error as
/// search_periods does.
Placement place(LightCurveTable const& curves, PeriodSearch const& search,
                Execution const& execution = {});

/// For who knows how many points there are at least before the curves are read: where place would
/// choose a GPU by itself whatever objects they are of, that begins to wake, on a thread of its
/// own. What goes wrong is left for place to say.
void foresee(std::int64_t points, PeriodSearch const& search, Execution const& execution = {});

/// Searches every object on one common grid. Objects without an answer have peak index -1. With
/// candidates there is one peak of each object and no periodogram.
///
/// Cost: of Lomb-Scargle as lomb_scargle.hpp says of each method, of the finders as their headers.
/// Throws Error for a table whose vectors do not fit each other (validate in light_curve_table.hpp,
/// as every call below does), for a grid that cannot be searched, for numbers out of their range
/// and for members that do not act together, all before a device starts; where the periodograms
/// cannot fit in memory, and for a device that cannot be used.
PeriodSearchResult search_periods(LightCurveTable const& curves, PeriodSearch const& search,
                                  Execution const& execution = {});

class DealtCurves;

/// Light curves that are searched again and again. Where processes work together (processes.hpp),
/// each of the others is sent its part once, and keeps it for as long as this lives: neighbouring
/// objects of equal points, however fast it is. This process keeps the table, and its own part once
/// more. A few long light curves and periodograms are shared
/// out with each search all the same; alone, they are as the table.
///
///     siderum::engine::KeptCurves const kept(std::move(curves));
///     auto const first = kept.search(search);
class KeptCurves {
 public:
  /// Throws Error for a table whose vectors do not fit each other.
  explicit KeptCurves(LightCurveTable table);
  ~KeptCurves();
  KeptCurves(KeptCurves const&) = delete;
  KeptCurves& operator=(KeptCurves const&) = delete;

  LightCurveTable const& table() const { return table_; }

  /// As search_periods, with its results. Throws Error, too, where the processes have parted.
  PeriodSearchResult search(PeriodSearch const& search, Execution const& execution = {}) const;

 private:
  LightCurveTable table_;
  std::unique_ptr<DealtCurves> dealt_;  ///< null: this process was alone
};

/// A Lomb-Scargle search in which each object has a grid of its own.
struct OwnGridSearch {
  OwnGridRange range;
  LombScargleOptions options;
  std::int64_t peaks = 1;  ///< K highest local maxima per object, 1 .. most_peaks
};

struct OwnGridResult {
  std::vector<FrequencyGrid> grids;  ///< (objects)
  std::vector<ObjectStatus> status;  ///< (objects)
  std::vector<Peak> peaks;           ///< (objects, peaks), with indices of the object's own grid
};

/// Searches every object on its own grid, by the default backend of the device. Much sooner done
/// than search_periods where some objects were observed for longer than others.
OwnGridResult search_on_own_grids(LightCurveTable const& curves, OwnGridSearch const& search,
                                  Execution const& execution = {});

/// The spectral window of the times of every object: PeriodogramRows of windows. Throws Error for a
/// grid that cannot be searched, and for an empty sink.
void spectral_windows(LightCurveTable const& curves, FrequencyGrid const& grid, Errors errors,
                      PeriodogramSink const& sink, Execution const& execution = {});

/// The least-squares sinusoid of one object at one frequency, on the CPU. Throws Error for an
/// object that the table does not have.
Sinusoid fit_sinusoid(LightCurveTable const& curves, std::int64_t object, double frequency,
                      LombScargleOptions const& options, Execution const& execution = {});

/// The model of several harmonics that fits each object best at a frequency of its own, on the CPU:
/// what the power of a search with so many terms stands for.
/// @param frequency  (objects) [1 / time unit]; NaN gives NaN
/// @param terms      1 .. 12
/// Throws Error for terms, and where there are not as many frequencies as objects.
std::vector<HarmonicModel> fit_harmonics(LightCurveTable const& curves,
                                         std::span<double const> frequency, int terms,
                                         LombScargleOptions const& options = {},
                                         Execution const& execution = {});

/// The curve that a finder fits to one object at one frequency, on the CPU: what the Super Smoother
/// draws through the points, the mean of each bin of phase dispersion. Without points for a finder
/// that fits none, as conditional entropy. Throws Error for an object that the table does not have.
FoldedCurve fit_folded(LightCurveTable const& curves, std::int64_t object, double frequency,
                       FinderOptions const& finder, Execution const& execution = {});

}  // namespace siderum::engine
