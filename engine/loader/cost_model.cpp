// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/loader/cost_model.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <thread>
#include <variant>

#include <siderum/engine/loader/environment.hpp>

namespace siderum::engine {

namespace {

/// Nanoseconds of one step: of one thread of a host, and of a whole GPU.
struct StepTime {
  double cpu;
  double gpu;
};

// From docs/benchmarks.md, in FP64: of the H200 the hand-written kernels, of its host one thread.

// A periodogram in the user's memory over the best periods alone, 999 objects x 200,000.
constexpr StepTime kept_power{5.0, 0.25};

// A periodogram that peaks are looked for in: 20 candidates less their sums and windows; on hosts
// what reading it takes.
constexpr StepTime searched_power{1.0, 0.08};

// Of a frequency, times the square of the coefficients that are solved for: 2 to 12 harmonics of
// 133 points on one thread; 2 and 4 of 3,000 points x 1e5 on the GPU.
constexpr StepTime solved_square{6.0, 0.1};

// Of a point and a frequency, for curves of 64 points: "Super Smoother and the finders on the same
// fold", 136 stars; the host's of the last two were timed beside its Super Smoother.
constexpr StepTime smoothed_point{11.0, 0.05};
constexpr StepTime scanned_point{8.0, 0.031};
constexpr StepTime dispersed_point{3.0, 0.012};
constexpr StepTime entropy_point{12.0, 0.1};
// Longer curves leave the shared memory of a GPU: 5,000 points beside 1,000 there.
constexpr std::int64_t most_points_on_chip = 4096;
constexpr double off_chip = 15.0;

// "Pair counts" and "On several threads": 1e5 points to 180 degrees take 0.12 ns a pair of one
// thread, 1e6 points to 10 degrees 0.5; 4.5e-4 and 1.2e-3 of the GPU.
constexpr StepTime counted_pair{0.25, 8e-4};
// Of a point, to sort it into tiles and copy it: what 1e5 points to 10 degrees leave for that.
constexpr StepTime tiled_point{400.0, 20.0};
constexpr double points_of_tile = 64.0;

// Of a ring, a degree and an order, and of a pixel: HEALPix at nside 512, 1024 and 2048, on one
// thread with AVX-512 and on the H200 alone.
constexpr StepTime legendre_step{0.028, 1e-4};
constexpr StepTime ring_pixel{8.0, 0.05};
// Of a byte of maps and coefficients: "from and to pageable host memory" over "on the device", as
// far as the memory is known to the host already, and what is new to it as the result of a job.
constexpr StepTime copied_byte{0.0, 0.15};
// Of a byte of memory that a host touches for the first time: maps and coefficients as they are
// worked on and as they come back, tables and modes of a plan. "Whole processes" at nside 512 on
// two cores and at nside 2048 on the 16 of the H200, less the transforms: each thread takes its
// part, but all wait for each other.
constexpr StepTime fresh_byte{1.0, 0.0};
constexpr double fresh_byte_of_all = 0.09;
// Of a byte of modes, which come from memory and go there: lmax 4095 on 16 threads beside one.
constexpr double byte_of_modes_of_all = 0.1;
// Of lmax^3: lmax 8191 on two cores (docs/sky_tools.md), and 17.4 ms at lmax 4095.
constexpr StepTime rotated_step{0.067, 2.5e-4};

// The portable kernels on a GPU beside the hand-written ones: 1.0 to 3.3 times their time, the
// sums of periodograms 2.6.
constexpr double portable_on_gpu = 2.5;

/// Adds up what a job is made of.
class Bill {
 public:
  Bill(Execution const& execution, MachineRates const& rates)
      : execution_(execution), rates_(rates) {}

  MachineRates const& rates() const { return rates_; }

  void add(double steps, StepTime const& step) {
    cpu_ += steps * step.cpu * rates_.cpu.slowness;
    gpu_ += steps * step.gpu * rates_.gpu.slowness;
  }

  /// Of a host alone, whose threads do not shorten it.
  /// @param nanoseconds  of a step
  void add_of_all_threads(double steps, double nanoseconds) {
    cpu_of_all_ += steps * nanoseconds * rates_.cpu.slowness;
  }

  /// Nanoseconds of rates that were measured.
  void add_measured(double cpu, double gpu) {
    cpu_ += cpu;
    gpu_ += gpu;
  }

  ExpectedTime seconds() const {
    constexpr double nanosecond = 1e-9;
    bool const is_portable = execution_.backend == BackendChoice::portable;
    return {nanosecond * (cpu_ / threads_of(execution_, rates_.threads) + cpu_of_all_),
            nanosecond * gpu_ * (is_portable ? portable_on_gpu : 1.0)};
  }

 private:
  Execution const& execution_;
  MachineRates const& rates_;
  double cpu_ = 0.0;
  double cpu_of_all_ = 0.0;
  double gpu_ = 0.0;
};

/// The sums of a periodogram.
struct Sums {
  Method method;
  Execution const& execution;
  std::int64_t frequencies;
  int sets;          ///< complex sums at each frequency
  int bands;         ///< each object is so many series
  double times = 1;  ///< how often all of it is done
};

/// How long a section of transforms is, about: so many frequencies for each point.
std::int64_t section_of(bool is_host, std::int64_t points, std::int64_t frequencies) {
  std::int64_t const wished = std::min((is_host ? 4 : 8) * points, frequencies / 2);
  return std::clamp<std::int64_t>(wished, is_host ? 1 << 10 : 1 << 12, is_host ? 1 << 20 : 1 << 19);
}

/// Nanoseconds of all objects by the fastest method, or the one that was asked for.
double time_of_sums(LightCurveTable const& curves, Sums const& sums, DeviceRates const& device) {
  bool const is_double = sums.execution.precision == Precision::double_precision;
  bool const is_portable = !device.is_host && sums.execution.backend == BackendChoice::portable;
  MethodRates const rates = is_portable ? default_rates({false, is_double, true})
                            : is_double ? device.double_sums
                                        : device.single_sums;
  auto const may_be = [&](Method method) {
    return sums.method == Method::automatic || sums.method == method;
  };
  double direct = 0.0;
  double products = rates.product_launch;
  double transforms = rates.nufft_launch;
  std::int64_t longest = 0;
  for (std::size_t object = 0; object + 1 < curves.offsets.size(); ++object) {
    std::int64_t const points = (curves.offsets[object + 1] - curves.offsets[object]) / sums.bands;
    std::int64_t const section = section_of(device.is_host, points, sums.frequencies);
    auto const cost = [&](Method method) {
      return sums.bands * cost_of(method, rates, points, sums.frequencies, sums.sets, section);
    };
    direct += cost(Method::direct);
    products += cost(Method::product);
    transforms += cost(Method::nufft);
    longest = std::max(longest, points);
  }
  double fastest = std::numeric_limits<double>::infinity();
  if (may_be(Method::direct)) {
    fastest = std::min(fastest, cost_of_direct(rates, direct, longest, sums.sets));
  }
  if (may_be(Method::product)) {
    fastest = std::min(fastest, products);
  }
  if (may_be(Method::nufft)) {
    fastest = std::min(fastest, transforms);
  }
  return sums.times * fastest;
}

void add_sums(LightCurveTable const& curves, Sums const& sums, Bill& bill) {
  bill.add_measured(time_of_sums(curves, sums, bill.rates().cpu),
                    time_of_sums(curves, sums, bill.rates().gpu));
}

/// The models that Lomb-Scargle fits: a sinusoid, or one of several harmonics and bands.
void add_models(LightCurveTable const& curves, PeriodSearch const& search,
                Execution const& execution, Bill& bill) {
  bool const is_banded = search.bands == Bands::use;
  bool const is_sinusoid = search.terms <= 1 && !is_banded;
  int const sets_of_one = search.options.fit_mean == FitMean::yes ? 3 : 2;
  int const terms = std::max(1, search.terms);
  int const bands = is_banded ? std::max(1, static_cast<int>(curves.band_names.size())) : 1;
  bool const resamples = search.false_alarm == FalseAlarm::bootstrap;
  double const times = resamples ? 1.0 + static_cast<double>(search.bootstrap_samples) : 1.0;
  add_sums(curves,
           {search.options.method, execution, search.grid.count,
            is_sinusoid ? sets_of_one : 3 * terms, bands, times},
           bill);
  if (!is_sinusoid) {
    double const unknowns = 2.0 * terms + 1.0 + (is_banded ? 3.0 * bands : 0.0);
    bill.add(times * static_cast<double>(curves.objects()) *
                 static_cast<double>(search.grid.count) * unknowns * unknowns,
             solved_square);
  }
}

StepTime step_of(FinderOptions const& finder) {
  if (auto const* const smoother = std::get_if<SuperSmootherOptions>(&finder)) {
    return smoother->variant == SmootherVariant::multi_pass ? smoothed_point : scanned_point;
  }
  return std::holds_alternative<PhaseDispersionOptions>(finder) ? dispersed_point : entropy_point;
}

/// Folding sorts: a point costs as the logarithm of their number.
void add_folds(LightCurveTable const& curves, FinderOptions const& finder, double frequencies,
               Bill& bill) {
  StepTime const step = step_of(finder);
  for (std::size_t object = 0; object + 1 < curves.offsets.size(); ++object) {
    std::int64_t const points = curves.offsets[object + 1] - curves.offsets[object];
    auto const n = static_cast<double>(points);
    double const steps = n * frequencies * std::max(std::log2(n + 1.0) / 6.0, 0.5);
    bill.add(steps, {step.cpu, step.gpu * (points > most_points_on_chip ? off_chip : 1.0)});
  }
}

/// Of the points of a catalogue how many stand within the bins of one of them, as a share: tiles
/// are looked at whole.
double looked_at(PairWork const& work, SeparationBins const& bins) {
  constexpr double degree = std::numbers::pi / 180.0;
  double const reach = bins.edges.empty() ? 180.0 : bins.edges.back();
  // [sr]; a tile of so many points is so wide.
  double const area = 4.0 * std::numbers::pi * work.sky_share;
  double const tile = std::sqrt(points_of_tile * area / std::max(work.points, 1.0));
  double const angle = std::min(std::numbers::pi, reach * degree + tile);
  return std::min(1.0, 0.5 * (1.0 - std::cos(angle)) / work.sky_share);
}

void add_fresh_bytes(double bytes, Bill& bill) {
  bill.add(bytes, fresh_byte);
  bill.add_of_all_threads(bytes, fresh_byte_of_all);
}

/// @param has_plan  whether an earlier job of the work has made it
void add_transform(TransformSize const& size, bool has_plan, Bill& bill) {
  auto const rows = static_cast<double>(size.fields * components(size.field));
  auto const pixels = static_cast<double>(size.pixels);
  auto const coefficients = static_cast<double>(size.range.count());
  auto const orders = static_cast<double>(size.range.mmax + 1);
  auto const times = static_cast<double>(size.transforms);
  // As many rings as HEALPix has of so many pixels.
  double const rings = std::sqrt(4.0 / 3.0 * pixels);
  double const bytes_of_modes = rows * rings * orders * 2 * sizeof(double);
  double const bytes_of_tables = 3.0 * coefficients * sizeof(double);
  double const bytes_of_ends = rows * (pixels + coefficients * 2) * sizeof(double);
  bill.add(times * rows * rings * coefficients, legendre_step);
  bill.add(times * rows * pixels, ring_pixel);
  bill.add_of_all_threads(times * bytes_of_modes, byte_of_modes_of_all);
  bill.add(bytes_of_ends, copied_byte);
  // Coefficients come back as well; maps may.
  add_fresh_bytes(bytes_of_ends + rows * coefficients * 2 * sizeof(double), bill);
  if (!has_plan) {
    add_fresh_bytes(bytes_of_modes + bytes_of_tables, bill);
  }
}

bool are_of_one_plan(TransformSize const& a, TransformSize const& b) {
  return a.pixels == b.pixels && a.range == b.range && a.field == b.field && a.fields == b.fields;
}

}  // namespace

int threads_of(Execution const& execution, int begun) {
  if (execution.threads > 0 || begun > 0) {
    return execution.threads > 0 ? execution.threads : begun;
  }
  int const given = threads_to_begin_with(0);
  int const cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return given > 0 ? given : std::min(cores, most_threads);
}

ExpectedTime expected_time(LightCurveTable const& curves, PeriodSearch const& search,
                           Execution const& execution, MachineRates const& rates) {
  Bill bill(execution, rates);
  auto const frequencies = static_cast<double>(search.grid.count);
  double const powers = static_cast<double>(curves.objects()) * frequencies;
  if (!search.finder || search.candidates) {
    add_models(curves, search, execution, bill);
  }
  if (search.finder) {
    // Windows about each peak, its half and its double.
    double const windows = search.candidates
                               ? 3.0 * static_cast<double>(search.candidates->peaks *
                                                           (2 * search.candidates->half_window + 1))
                               : frequencies;
    add_folds(curves, *search.finder, std::min(windows, frequencies), bill);
  }
  bool const needs_powers = search.candidates || search.peaks > 1 || !search.excluded.empty() ||
                            search.refine == Refine::yes;
  if (needs_powers) {
    bill.add(powers, searched_power);
  }
  if (search.sink) {
    bill.add(powers, kept_power);
  }
  return bill.seconds();
}

ExpectedTime surest_time(std::int64_t points, PeriodSearch const& search,
                         Execution const& execution, MachineRates const& rates) {
  // More take longer, and the more so on a CPU.
  constexpr std::int64_t enough = std::int64_t{1} << 20;
  constexpr std::int64_t few = 32;
  auto const time_of = [&](std::int64_t objects) {
    LightCurveTable curves;
    curves.id.resize(static_cast<std::size_t>(objects));
    curves.offsets.resize(static_cast<std::size_t>(objects) + 1);
    for (std::int64_t i = 0; i <= objects; ++i) {
      curves.offsets[static_cast<std::size_t>(i)] = i * (std::min(points, enough) / objects);
    }
    return expected_time(curves, search, execution, rates);
  };
  ExpectedTime const one = time_of(1);
  ExpectedTime const many = time_of(std::max<std::int64_t>(1, std::min(points, enough) / few));
  return {std::min(one.cpu, many.cpu), std::max(one.gpu, many.gpu)};
}

ExpectedTime expected_time(LightCurveTable const& curves, FrequencyGrid const& grid,
                           Execution const& execution, MachineRates const& rates) {
  Bill bill(execution, rates);
  add_sums(curves, {Method::direct, execution, grid.count, 1, 1}, bill);
  bill.add(static_cast<double>(curves.objects()) * static_cast<double>(grid.count), kept_power);
  return bill.seconds();
}

ExpectedTime expected_time(PairWork const& work, SeparationBins const& bins,
                           Execution const& execution, MachineRates const& rates) {
  Bill bill(execution, rates);
  bill.add(work.pairs * looked_at(work, bins), counted_pair);
  bill.add(work.points, tiled_point);
  return bill.seconds();
}

ExpectedTime expected_time(SkyWork const& work, Execution const& execution,
                           MachineRates const& rates) {
  Bill bill(execution, rates);
  for (auto size = work.transforms.begin(); size != work.transforms.end(); ++size) {
    bool const has_plan =
        std::any_of(work.transforms.begin(), size,
                    [&](TransformSize const& before) { return are_of_one_plan(before, *size); });
    add_transform(*size, has_plan, bill);
  }
  for (RotationSize const& size : work.rotations) {
    auto const l = static_cast<double>(size.lmax + 1);
    auto const rows = static_cast<double>(size.rows);
    // The matrices are made once for all rows: three take 1.6 times the time of one.
    bill.add(0.5 * (rows + 1.0) * l * l * l, rotated_step);
    bill.add(rows * l * l * sizeof(double), copied_byte);
  }
  return bill.seconds();
}

}  // namespace siderum::engine
