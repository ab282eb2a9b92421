// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <siderum/algorithms/periods/finder_table.hpp>
#include <siderum/algorithms/periods/lomb_scargle_options.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/progress.hpp>
#include <siderum/core/status.hpp>
#include <siderum/io/periods/light_curve_table.hpp>

/// The program's only door to Kokkos: everything here is plain C++, so that the other files of the
/// program compile without Kokkos and go through the host compiler.
namespace siderum::apps {

enum class DeviceChoice { automatic, cpu, gpu };
enum class BackendChoice { by_default, portable };
enum class Precision { double_precision, single_precision };

/// The thread pool of Kokkos's OpenMP space is an array of this length.
inline constexpr int most_threads = 512;

/// Each peak of an object costs a pass over its periodogram.
inline constexpr std::int64_t most_peaks = 10'000;

/// Where and how a command computes.
struct Execution {
  DeviceChoice device = DeviceChoice::automatic;
  BackendChoice backend = BackendChoice::by_default;
  Precision precision = Precision::double_precision;
  int threads = 0;                ///< of the multicore space; 0: as the environment says
  double memory_fraction = 0.75;  ///< share of the free memory that one piece of work may take
};

/// One execution space of this build, for `siderum info`.
struct SpaceReport {
  std::string name;                   ///< "OpenMP", "CUDA"
  std::string role;                   ///< "cpu" or "gpu"
  std::string device;                 ///< what the hardware calls itself, or why there is none
  std::vector<std::string> backends;  ///< "portable", "cuda"; the default first
  int concurrency = 0;
  std::int64_t memory_bytes = 0;  ///< 0: not known
  bool usable = false;
  std::vector<std::string> methods = {};  ///< of periodograms, in double precision
  bool are_rates_measured = false;        ///< by `siderum tune`; else automatic takes built-in ones
};

struct Library {
  std::string name;
  std::string version;
};

struct BuildReport {
  std::string version;
  std::string compiler;
  std::string processor_target;  ///< the value of -march
  std::vector<Library> libraries;
  std::vector<SpaceReport> spaces;
};

/// No peak may come from |f - frequency| <= half_width.
struct FrequencyWindow {
  double frequency;   ///< [1 / time unit]
  double half_width;  ///< [1 / time unit], >= 0
};

struct Peak {
  std::int64_t index = -1;  ///< of the frequency; -1: there is no such peak
  double power = 0.0;       ///< NaN where there is no such peak, 0 where its power would be 0
  /// Between the frequencies of the grid; NaN: not refined.
  double frequency = std::numeric_limits<double>::quiet_NaN();
  double uncertainty = std::numeric_limits<double>::quiet_NaN();  ///< of that frequency
  double false_alarm = std::numeric_limits<double>::quiet_NaN();  ///< probability; 0: underflows
  double log_false_alarm = std::numeric_limits<double>::quiet_NaN();  ///< its natural logarithm
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
  std::int64_t half_window = 10;  ///< steps of the grid to either side, >= 0
};

struct PeriodSearch {
  FrequencyGrid grid;
  std::optional<FinderOptions> finder;        ///< that folds the points; empty: Lomb-Scargle
  LombScargleOptions options;                 ///< of Lomb-Scargle, and of the search for candidates
  std::optional<CandidateSearch> candidates;  ///< of the Super Smoother; empty: the whole grid

  // Of Lomb-Scargle alone.
  int terms = 1;  ///< harmonics of the model; with bands, of what they share
  Bands bands = Bands::ignore;
  Refine refine = Refine::no;  ///< not with bands
  /// The formulas are those of one sinusoid; the bootstrap is that of one band.
  FalseAlarm false_alarm = FalseAlarm::none;
  std::int64_t bootstrap_samples = 1000;

  std::int64_t peaks = 1;                 ///< K highest local maxima per object, 1 .. most_peaks
  std::vector<FrequencyWindow> excluded;  ///< windows from which no peak may come
  PeriodogramSink sink;                   ///< empty: the periodogram is not kept
};

struct PeriodSearchResult {
  std::vector<ObjectStatus> status;   ///< (objects)
  std::vector<Peak> peaks;            ///< (objects, peaks), highest first
  Method method = Method::automatic;  ///< that was taken for all objects
  double tolerance = 0.0;             ///< of its sums; 0: exact to rounding
};

/// value(t) = offset + amplitude * cos(2 pi (frequency * (t - epoch) - phase)).
struct Sinusoid {
  double frequency = 0.0;
  double amplitude = 0.0;
  double phase = 0.0;  ///< [cycles], 0 .. 1
  double offset = 0.0;
  double epoch = 0.0;  ///< the object's earliest time
};

/// Kokkos, from start to end, on the device that was asked for. At most one lives at a time.
class Compute {
 public:
  /// Throws Error where the device is not there (the sentence names what the build has).
  explicit Compute(Execution const& execution);
  ~Compute();
  Compute(Compute const&) = delete;
  Compute& operator=(Compute const&) = delete;

  /// Searches every object on one common grid. Objects without an answer have peak index -1.
  /// Throws Error where the periodograms cannot fit in memory. With candidates there is one peak of
  /// each object and no periodogram.
  PeriodSearchResult search_periods(io::LightCurveTable const& curves, PeriodSearch const& search,
                                    ProgressObserver* progress = nullptr) const;

  /// The spectral window of the times of every object: PeriodogramRows of windows.
  void spectral_windows(io::LightCurveTable const& curves, FrequencyGrid const& grid, Errors errors,
                        PeriodogramSink const& sink) const;

  /// The least-squares sinusoid of one object at one frequency.
  Sinusoid fit_sinusoid(io::LightCurveTable const& curves, std::int64_t object, double frequency,
                        LombScargleOptions const& options) const;

  /// "OpenMP, 2 threads" or the GPU's name, and the backend.
  std::string description() const;

 private:
  struct Scope;
  std::unique_ptr<Scope> kokkos_;
  Execution execution_;
};

/// A number that was measured, as the tuning cache names it: the rate of a method [ns], or what
/// serves a stage of the harmonic transforms best (0: what is built in).
struct TunedValue {
  std::string device;
  std::string name;
  double value;
  std::string unit;  ///< "ns", or empty
};

/// Measures every space that can be used here, the methods in both precisions: some seconds each.
/// On the device alone that the execution names, where it names one.
std::vector<TunedValue> measure_spaces(Execution const& execution);

/// What this build can do here. Starts no device work; a GPU without driver is reported, not used.
BuildReport report_build();

}  // namespace siderum::apps
