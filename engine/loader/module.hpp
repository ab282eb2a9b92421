// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <siderum/algorithms/sky/harmonic_share.hpp>
#include <siderum/algorithms/sky/power_spectrum.hpp>
#include <siderum/core/frequency_range.hpp>
#include <siderum/distributed/link.hpp>
#include <siderum/engine/machine.hpp>
#include <siderum/engine/pairs.hpp>
#include <siderum/engine/period_arrays.hpp>
#include <siderum/engine/periods.hpp>
#include <siderum/engine/significance.hpp>
#include <siderum/engine/sky.hpp>
#include <siderum/engine/sky_arrays.hpp>

/// What an engine module is: a shared library that holds Kokkos and the algorithms for one kind of
/// device, opened when a job first needs it. It gives out one object of this class and the version
/// that it was built from; nothing else of it is seen.
namespace siderum::engine {

/// Pair counts on one device, which keeps the catalogues.
class CatalogueCounter {
 public:
  virtual ~CatalogueCounter() = default;
  virtual std::size_t add(std::span<CatalogueArrays const> sets) = 0;
  virtual PairCounts count(std::size_t group, ProgressObserver* progress) const = 0;
  virtual PairCounts count(std::size_t first, std::size_t second,
                           ProgressObserver* progress) const = 0;
};

/// Whether the pixels have weights that count.
inline bool has_weight(AnalysisMethod const& method) {
  return method.iterations > 0 && !method.weight.empty();
}

/// Coefficients and maps that stay on one device between calls, or the part of them that each of
/// several processes has, which make the same calls. Of these rank 0 gives and gets everything,
/// others nothing. Rows of several fields follow each other. Calls return when all is done.
class KeptTransform {
 public:
  virtual ~KeptTransform() = default;
  virtual void set_coefficients(std::span<std::complex<double> const> a_lm) = 0;
  virtual void set_map(std::span<double const> map) = 0;
  virtual void set_random(std::span<std::vector<double> const> spectra, std::uint64_t seed) = 0;
  virtual void synthesise() = 0;
  /// @param has_weight  whether method.weight is given, which others do not see
  /// @return what was done, without coefficients
  virtual AnalysisResult analyse(AnalysisMethod const& method, bool has_weight) = 0;
  virtual void scale_degrees(std::span<std::vector<double> const> filter) = 0;
  virtual void rotate(EulerAngles const& angles) = 0;
  virtual std::vector<std::complex<double>> coefficients() const = 0;
  virtual std::vector<double> map() const = 0;
  virtual std::vector<NamedSpectrum> spectra() const = 0;
  /// The last call: its plans are for the next transform of the shape.
  virtual void keep_plans() = 0;
};

/// A plan of transforms on one device.
template <class Real>
class TransformPlan {
 public:
  virtual ~TransformPlan() = default;
  virtual void synthesise(Array<std::complex<Real> const> const& a_lm,
                          Array<Real> const& map) const = 0;
  virtual AnalysisResult analyse(Array<Real const> const& map,
                                 Array<std::complex<Real>> const& a_lm,
                                 AnalysisMethod const& method) const = 0;
  virtual void adjoint_synthesise(Array<Real const> const& map,
                                  Array<std::complex<Real>> const& a_lm) const = 0;
  virtual void adjoint_analyse(Array<std::complex<Real> const> const& a_lm,
                               Array<Real> const& map) const = 0;
  virtual std::int64_t bytes() const = 0;
};

/// Jobs on arrays of the caller, whose shapes, places and addresses are checked.
template <class Real>
class ArrayJobs {
 public:
  virtual ~ArrayJobs() = default;
  virtual SumMethod periodograms(CurveArrays<Real> const& curves, ArraySearch const& search,
                                 Array<Real> const& power, Array<ObjectStatus> const& status,
                                 Execution const& execution) const = 0;
  virtual SumMethod best_periods(CurveArrays<Real> const& curves, ArraySearch const& search,
                                 BestPeriodArrays<Real> const& best,
                                 Execution const& execution) const = 0;
  virtual std::unique_ptr<TransformPlan<Real>> make_plan(RingGrid const& grid, HarmonicRange range,
                                                         Field field, std::int64_t fields,
                                                         Execution const& execution) const = 0;
  virtual void rotate(HarmonicRange range, Array<std::complex<Real> const> const& a_lm,
                      EulerAngles const& angles, Array<std::complex<Real>> const& rotated,
                      Execution const& execution) const = 0;
  virtual void gradient(HarmonicRange range, Array<std::complex<Real> const> const& a_lm,
                        Array<std::complex<Real>> const& gradients,
                        Execution const& execution) const = 0;
};

/// How a search is done, found of all its objects and all its frequencies.
struct SearchMethod {
  Method method = Method::automatic;  ///< that is taken for all objects
  double tolerance = 0.0;             ///< of its powers; 0: exact to rounding
  /// Where the grid is cut at multiples of it the bests of the stretches are those of the whole;
  /// 0: it cannot be cut.
  std::int64_t stretch_unit = 0;
};

/// What a search is of a larger one.
struct SearchShare {
  std::optional<Method> method;   ///< as method_of says of the whole; empty: this is the whole
  std::int64_t first_object = 0;  ///< the place of its first object, by which a bootstrap draws
  std::optional<FrequencyRange> stretch;  ///< of the grid; empty: all of it
};

/// The processes that do a transform together, as one of them sees them.
struct TransformRanks {
  int all = 1;
  int on_host = 1;       ///< on the host of this one
  bool is_first = true;  ///< and has what is read and written
  bool is_kept = false;  ///< whole, in the memory of the device alone
};

/// A transform that they do together.
struct SharedTransform {
  HarmonicShare const& share;  ///< as long as the link of the device
  std::int64_t run_bytes;      ///< of the modes of a run, alike on all; 0: as many as usual
  int on_host;                 ///< processes on the host of this one
};

/// What a module has begun with.
struct Started {
  int threads;  ///< of the host
  int card;     ///< of several; 0 of a host
};

/// One kind of device. Calls come one at a time and, but for the first few and `report`, after
/// `start` and from within `run`; that of `seconds_waited` at any time after `start`.
class Module {
 public:
  virtual ~Module() = default;

  /// What stands here. Throws Error with the reason where nothing can be used.
  virtual std::vector<Card> cards() const = 0;

  /// How many threads of the host it could start with.
  virtual int most_threads() const = 0;

  /// Starts Kokkos, which ends with the process. Called once, even if it throws Error.
  /// @param threads  of the host; 0: as the environment says
  /// @param card     of those that are here; -1: the first
  virtual Started start(int threads, int card) = 0;

  /// In a forked child of the process that has called start, whose threads go on here: from now on
  /// there are so many of the host, where they were more. Returns how many there are; as before
  /// where they were lowered already, or where this Kokkos cannot.
  virtual int lower_threads(int threads) = 0;

  /// Calls job, with the card that was started as that of this thread, and then leaves the thread
  /// as it was. Kokkos does not end meanwhile. Throws Error where it has, since the process does.
  virtual void run(std::function<void()> const& job) = 0;

  /// Has the waits of the host for the device timed, once it has started.
  virtual void time_waits() {}

  /// [s] that the host has waited for the device since then, for kernels and copies; 0 of a host.
  virtual double seconds_waited() const { return 0.0; }

  /// [bytes] that the device has left; 0: not known.
  virtual std::int64_t free_memory() const = 0;

  /// "OpenMP, 2 threads, backend portable".
  virtual std::string description(Execution const& execution) const = 0;
  /// But for whether rates were measured, and before `start` for threads. Asks no GPU.
  virtual SpaceReport report() const = 0;
  virtual std::vector<TunedValue> measure() const = 0;

  virtual SearchMethod method_of(LightCurveTable const& curves, PeriodSearch const& search,
                                 Execution const& execution) const = 0;
  /// @param share  with a stretch, which is cut at multiples of the unit that method_of tells, the
  ///               best alone is searched
  virtual PeriodSearchResult search_periods(LightCurveTable const& curves,
                                            PeriodSearch const& search, Execution const& execution,
                                            SearchShare const& share = {}) const = 0;
  /// On these grids: status and peaks of the result are filled.
  virtual void search_on_own_grids(LightCurveTable const& curves, OwnGridSearch const& search,
                                   OwnGridResult& result, Execution const& execution) const = 0;
  virtual void spectral_windows(LightCurveTable const& curves, FrequencyGrid const& grid,
                                Errors errors, PeriodogramSink const& sink,
                                Execution const& execution) const = 0;
  virtual Sinusoid fit_sinusoid(LightCurveTable const& curves, std::int64_t object,
                                double frequency, LombScargleOptions const& options) const = 0;
  virtual std::vector<HarmonicModel> fit_harmonics(LightCurveTable const& curves,
                                                   std::span<double const> frequency, int terms,
                                                   LombScargleOptions const& options) const = 0;
  virtual FoldedCurve fit_folded(LightCurveTable const& curves, std::int64_t object,
                                 double frequency, FinderOptions const& finder) const = 0;
  virtual std::vector<double> log_false_alarms(LightCurveTable const& curves,
                                               NoiseQuestion const& question,
                                               std::span<double const> power) const = 0;
  virtual std::vector<double> false_alarm_levels(LightCurveTable const& curves,
                                                 NoiseQuestion const& question,
                                                 std::span<double const> log_probability) const = 0;
  virtual std::vector<double> noise_densities(LightCurveTable const& curves,
                                              NoiseQuestion const& question,
                                              std::span<double const> power) const = 0;
  virtual std::vector<double> bootstrap_maxima(LightCurveTable const& curves,
                                               BootstrapQuestion const& question,
                                               Execution const& execution) const = 0;

  /// How processes pass on what lies in the memory of this device; made by all of them at once.
  /// `all` must outlive it.
  virtual std::unique_ptr<distributed::Link> make_link(distributed::Communicator& all) const = 0;

  virtual std::unique_ptr<CatalogueCounter> make_counter(SeparationBins bins,
                                                         PairCountOptions const& options,
                                                         std::vector<std::int64_t> region_labels,
                                                         Execution const& execution) const = 0;

  /// @return how many bytes the modes of a run of several processes may take here (SharedTransform)
  virtual std::int64_t check_memory(TransformSize const& size, Execution const& execution,
                                    TransformRanks const& ranks = {}) const = 0;
  virtual void check_memory(RotationSize const& size, Execution const& execution,
                            TransformRanks const& ranks = {}) const = 0;
  virtual std::vector<double> synthesise(RingGrid const& grid, HarmonicRange range, Field field,
                                         std::span<std::complex<double> const> a_lm,
                                         Execution const& execution) const = 0;
  virtual AnalysisResult analyse(RingGrid const& grid, HarmonicRange range, Field field,
                                 std::span<double const> map, AnalysisMethod const& method,
                                 Execution const& execution) const = 0;
  /// All numbers are 0.
  /// @param fields   transformed together
  /// @param weights  what the first analysis will have, if there is one
  /// @param shared   null: nothing is shared
  virtual std::unique_ptr<KeptTransform> make_kept(RingGrid const& grid, HarmonicRange range,
                                                   Field field, std::int64_t fields,
                                                   RingWeights weights,
                                                   SharedTransform const* shared,
                                                   Execution const& execution) const = 0;
  /// @param a_lm   (size.rows, coefficients up to m = l), of several processes on rank 0 alone
  /// @param share  null: nothing is shared
  /// @return on rank 0 the turned coefficients; on others nothing
  virtual std::vector<std::complex<double>> rotate(RotationSize const& size,
                                                   std::span<std::complex<double> const> a_lm,
                                                   EulerAngles const& angles,
                                                   HarmonicShare const* share,
                                                   Execution const& execution) const = 0;

  virtual ArrayJobs<double> const& jobs_of(double) const = 0;
  virtual ArrayJobs<float> const& jobs_of(float) const = 0;
};

}  // namespace siderum::engine

/// What a module exports, found by these names.
extern "C" {
using SiderumEngineVersion = char const*();
using SiderumEngineModule = siderum::engine::Module*();
SiderumEngineVersion siderum_engine_version;
SiderumEngineModule siderum_engine_module;
}
