// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/sky/map_analysis.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <siderum/algorithms/sky/remove_dipole.hpp>
#include <siderum/algorithms/sky/transform_numbers.hpp>
#include <siderum/apps/command_line/message.hpp>
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/sky/harmonic_options.hpp>
#include <siderum/apps/sky/sky_frames.hpp>
#include <siderum/core/error.hpp>
#include <siderum/engine/processes.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/tables/table_files.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::apps {

namespace {

/// Throws Error for an mmax above an lmax that is that of the grid.
HarmonicRange range_of(AnalysisOptions const& options, RingGrid const& grid) {
  std::int64_t const lmax = options.lmax.value_or(
      grid.kind() == GridKind::healpix ? 3 * grid.nside() - 1 : exact_degree(grid));
  HarmonicRange range;
  about_file(options.map, [&] { range = make_harmonic_range(lmax, options.mmax.value_or(lmax)); });
  return range;
}

std::int64_t iterations_of(AnalysisOptions const& options, RingGrid const& grid) {
  return options.iterations.value_or(
      engine::usual_iterations(grid.kind(), options.tolerance.value_or(0.0)));
}

engine::TransformSize analysis_of(AnalysisOptions const& options, RingGrid const& grid) {
  return engine::analysis_size(grid.pixels(), range_of(options, grid), options.field.field(),
                               iterations_of(options, grid), options.tolerance.value_or(0.0));
}

engine::SkyWork work_of(AnalysisOptions const& options, RingGrid const& grid,
                        MapAnalysis::Work const& work) {
  engine::TransformSize const analysis = analysis_of(options, grid);
  return work(analysis, {analysis.pixels, analysis.range, analysis.field});
}

io::SkyMap read_map(AnalysisOptions const& options, MapAnalysis::Work const& work) {
  io::SkyMapSelection selection = options.selection;
  selection.field = options.field.field();
  selection.is_shared = options.is_one_of_two || !options.mask.empty();
  selection.grid_is_known = [&](RingGrid const& grid) {
    std::optional<engine::TransformSize> size;
    try {
      size = analysis_of(options, grid);
      engine::foresee(work_of(options, grid, work), options.execution);
    } catch (Error const&) {
      // What the grid cannot have is told after what the file says wrongly.
    }
    // What is too large for all of them is not read first.
    if (size && engine::processes().count > 1) {
      engine::check_memory(*size, options.execution);
    }
  };
  io::FileNotes notes;
  io::SkyMap map = io::read_sky_map(options.map, selection, &notes);
  print_messages(notes.sentences());
  tell_left_out(options.field, options.map, map);
  return map;
}

bool same_pixels(RingGrid const& a, RingGrid const& b) {
  constexpr double rounding = 1e-12;
  return a.pixels() == b.pixels() &&
         std::equal(a.rings().begin(), a.rings().end(), b.rings().begin(), b.rings().end(),
                    [](Ring const& one, Ring const& other) {
                      return std::abs(one.theta - other.theta) <= rounding &&
                             std::abs(one.phi0 - other.phi0) <= rounding &&
                             one.nphi == other.nphi && one.first == other.first &&
                             one.stride == other.stride;
                    });
}

StatedByFile stated_by(std::string const& path, io::SkyMap const& map, Field field) {
  return {io::input_name(path),
          map.grid.kind() == GridKind::healpix && !map.stated_order,
          map.stated_order,
          spin(field) == 2 && !map.stated_convention,
          map.stated_convention,
          map.coordinates,
          map.unit};
}

/// Whether two files are of different coordinates; a message says it where that is not known.
bool are_apart(StatedByFile const& file, StatedByFile const& other) {
  FrameMatch const match = match_frames(file.coordinates, other.coordinates);
  if (match == FrameMatch::unknown) {
    print_message(
        fmt::format("{} has the coordinates '{}' and {} '{}' (COORDSYS): they are taken to be the "
                    "same, since those known are G, E and C.",
                    other.name, io::shown_text(other.coordinates), file.name,
                    io::shown_text(file.coordinates)));
  }
  return match == FrameMatch::different;
}

/// Weights of pixels, 0 where the mask is not seen.
/// @param stated  has what the map says, and takes what the mask says
std::vector<double> read_mask(AnalysisOptions const& options, RingGrid const& grid,
                              std::vector<StatedByFile>& stated) {
  if (options.mask.empty()) {
    return {};
  }
  io::SkyMapSelection selection;
  selection.order = options.selection.order;
  selection.is_shared = true;
  selection.is_mask = true;
  io::FileNotes notes;
  io::SkyMap mask = io::read_sky_map(options.mask, selection, &notes);
  std::string const name = io::input_name(options.mask);
  SIDERUM_VALIDATE(same_pixels(mask.grid, grid),
                   fmt::format("{}: the mask is of {} (the map is of {}). Give a mask of the "
                               "pixels of the map.",
                               name, mask.grid.name(), grid.name()));
  print_messages(notes.sentences());
  stated.push_back(stated_by(options.mask, mask, Field::scalar));
  check_mask_coordinates(stated.back(), stated.front());
  WeightNumbers const weights = make_weights(mask.value);
  if (std::int64_t const bad = weights.first_bad; bad >= 0) {
    throw Error(fmt::format(
        "{}: pixel {} {}has the weight {} (weights are finite and not below 0, and 0 where "
        "a pixel is not seen). Correct the mask.",
        name, bad, grid.kind() == GridKind::healpix ? "in RING order " : "",
        mask.value[static_cast<std::size_t>(bad)]));
  }
  SIDERUM_VALIDATE(weights.any_above_0,
                   fmt::format("{} hides the whole sky (all its pixels are 0). Give a mask that is "
                               "1 where the map is to be used.",
                               name));
  return std::move(mask.value);
}

/// A residual falls by a factor in each step: its logarithm tells how far it has come.
double share_done(std::int64_t iteration, std::int64_t most, double residual, double tolerance) {
  double const by_count = static_cast<double>(iteration) / static_cast<double>(most);
  double const by_residual =
      tolerance > 0.0 && residual > 0.0 ? std::log(residual) / std::log(tolerance) : 0.0;
  return std::clamp(std::max(by_count, by_residual), 0.0, 1.0);
}

}  // namespace

void check_stated(io::SkyMapSelection const& asked, std::vector<StatedByFile> const& files) {
  auto const any_needs = [&](bool StatedByFile::*what) {
    return std::any_of(files.begin(), files.end(),
                       [what](StatedByFile const& file) { return file.*what; });
  };
  bool const has_order = asked.order && !any_needs(&StatedByFile::needs_order);
  bool const has_convention = asked.convention && !any_needs(&StatedByFile::needs_convention);
  for (StatedByFile const& file : files) {
    if (has_order) {
      io::check_order(file.name, file.order, *asked.order);
    }
    if (has_convention && file.convention) {
      io::check_convention(file.name, *file.convention, *asked.convention);
    }
  }
}

void check_mask_coordinates(StatedByFile const& mask, StatedByFile const& map) {
  SIDERUM_VALIDATE(!are_apart(mask, map),
                   fmt::format("{}: the mask is in the coordinates {} (the map is in {}). Give a "
                               "mask in the coordinates of the map.",
                               mask.name, mask.coordinates, map.coordinates));
}

void check_two_maps(StatedByFile const& map, StatedByFile const& other) {
  SIDERUM_VALIDATE(
      !are_apart(other, map),
      fmt::format("{}: the map is in the coordinates {} ({} is in {}, by their keywords "
                  "COORDSYS). Give maps in the same; siderum rotate turns one.",
                  other.name, other.coordinates, map.name, map.coordinates));
  if (!map.unit.empty() && !other.unit.empty() && map.unit != other.unit) {
    print_message(
        fmt::format("{} has the unit {} and {} {}: the cross spectra have both in "
                    "their unit.",
                    map.name, io::shown_text(map.unit), other.name, io::shown_text(other.unit)));
  }
}

MapAnalysis::MapAnalysis(AnalysisOptions const& options, Work work)
    : options_(options),
      work_(std::move(work)),
      field_(options.field.field()),
      map_(read_map(options, work_)),
      range_(range_of(options, map_.grid)),
      stated_{stated_by(options.map, map_, field_)},
      weight_(read_mask(options, map_.grid, stated_)),
      filter_(read_filter(options.filters, field_, range_.lmax)) {
  std::string const name = io::input_name(options.map);
  if (!options.is_one_of_two) {
    check_stated(options.selection, stated_);
  }
  about_file(options.map, [&] { check_field(field_, range_); });
  SIDERUM_VALIDATE(
      options.ring_weights == engine::RingWeights::off || map_.grid.kind() == GridKind::healpix,
      fmt::format("{} takes no ring weights (its grid is {}, and they are those of HEALPix). Leave "
                  "out --ring-weights.",
                  name, map_.grid.name()));
  bool const accepts = options.unconverged == Unconverged::accept;
  if (iterations() == 0 && (accepts || !options.residuals.empty())) {
    throw UsageError(
        fmt::format("{} has no effect ({} is of {} and analysed once). Give "
                    "--iterations or --tolerance, or leave it out.",
                    accepts ? "--unconverged" : "--residuals", name, map_.grid.name()));
  }
  if (!options.tolerance || map_.grid.kind() == GridKind::healpix) {
    std::string warning;
    about_file(options.map, [&] { warning = analysis_warning(map_.grid, range_); });
    if (!warning.empty()) {
      print_message(fmt::format("{}: {}", name, warning));
    }
  }
  NotFinite const bad = not_finite(map_.value);
  if (bad.any_infinite) {
    refuse_infinite();
  }
  if (bad.any_infinite || bad.any_nan) {
    check_seen(options.map, map_.value, weight_);
  }
  {
    During const computing(Activity::computing);
    remove_parts();
    if (bad.any_infinite || bad.any_nan) {
      replace_unseen();
    }
    apply_mask();
  }
  check_numbers();
  if (!options.residuals.empty()) {
    residuals_file_.emplace(options.residuals);
  }
}

io::SkyMap MapAnalysis::changed_map(std::string coordinates) const {
  bool const is_scalar = field_ == Field::scalar;
  io::SkyMap changed{map_.grid,
                     {},
                     is_scalar ? map_.quantities : io::quantity_names(field_),
                     map_.unit,
                     std::move(coordinates),
                     map_.convention};
  changed.units = map_.units;
  if (changed.units.empty()) {
    return changed;
  }
  // Only fields have several: the last two components are those of the spin.
  auto const second = changed.units.end() - 1;
  auto const first = second - 1;
  if (*first != *second) {
    print_message(
        fmt::format("{}: {} are mixed, and written without a unit.", io::input_name(options_.map),
                    io::component_words(field_ == Field::polarised ? Field::spin_two : field_)));
    first->clear();
    second->clear();
    changed.unit = changed.units.front();
  }
  return changed;
}

/// What a masked pixel holds does not matter.
void MapAnalysis::refuse_infinite() {
  auto const pixels = static_cast<std::size_t>(map_.grid.pixels());
  for (std::size_t i = 0; i < map_.value.size(); ++i) {
    if (!std::isinf(map_.value[i])) {
      continue;
    }
    bool const is_hidden = !weight_.empty() && weight_[i % pixels] == 0.0;
    SIDERUM_VALIDATE(
        is_hidden,
        fmt::format("{}: pixel {} {}is {} (the transform needs a number in each). "
                    "Correct the map, or mask the pixel.",
                    io::input_name(options_.map), i % pixels,
                    map_.grid.kind() == GridKind::healpix ? "in RING order " : "", map_.value[i]));
    map_.value[i] = std::numeric_limits<double>::quiet_NaN();
  }
}

void MapAnalysis::check_numbers() const {
  std::span<double const> const used = options_.tolerance ? weight_ : std::span<double const>();
  try {
    check_map_numbers(map_.grid, field_, std::span<double const>(map_.value), used,
                      working_precision(options_.execution.precision));
  } catch (Error const& error) {
    throw Error(fmt::format(
        "{}{}: {}", io::input_name(options_.map),
        weight_.empty() || options_.tolerance ? "" : " times " + io::input_name(options_.mask),
        error.what()));
  }
}

void MapAnalysis::remove_parts() {
  if (options_.removal == Removal::none) {
    return;
  }
  auto const first = std::span(map_.value).first(static_cast<std::size_t>(map_.grid.pixels()));
  about_file(options_.map, [&] {
    remove_dipole(map_.grid, first, weight_,
                  options_.removal == Removal::monopole ? RemovedPart::monopole
                                                        : RemovedPart::monopole_and_dipole);
  });
}

void MapAnalysis::replace_unseen() {
  unseen_ = UnseenNumbers(map_.value, map_.grid.pixels(), weight_);
  std::int64_t const bad = unseen_.pixels();
  if (bad > 0 && options_.unseen == Unseen::error) {
    throw Error(fmt::format(
        "{}: {} of {} pixels {} not seen, the first being {} in {}order (the "
        "transform needs a number in each). Replace them by 0 with --unseen "
        "zero.",
        io::input_name(options_.map), bad, map_.grid.pixels(), bad == 1 ? "is" : "are",
        unseen_.first_pixel(), map_.grid.kind() == GridKind::healpix ? "RING " : "their "));
  }
}

void MapAnalysis::apply_mask() {
  if (!weight_.empty() && !options_.tolerance) {
    multiply(map_.value, weight_);
  }
}

std::int64_t MapAnalysis::iterations() const {
  return iterations_of(options_, map_.grid);
}

engine::TransformSize MapAnalysis::analysis_size() const {
  return analysis_of(options_, map_.grid);
}

engine::SkyWork MapAnalysis::work() const {
  return work_of(options_, map_.grid, work_);
}

engine::AnalysisMethod MapAnalysis::method(ProgressBar& bar) {
  engine::AnalysisMethod method;
  method.iterations = iterations();
  method.tolerance = options_.tolerance.value_or(0.0);
  method.ring_weights = options_.ring_weights;
  if (options_.tolerance) {
    method.weight = weight_;
  }
  std::int64_t const most = method.iterations;
  double const tolerance = method.tolerance;
  method.observe = [this, most, tolerance, &bar](std::int64_t iteration, double residual) {
    residuals_.push_back(residual);
    bar.advance(std::llround(1000.0 * share_done(iteration, most, residual, tolerance)), 1000);
  };
  return method;
}

void MapAnalysis::check_converged(std::int64_t iterations, double residual) const {
  // The steps of Jacobi have no tolerance, but what is left must become less.
  double const tolerance = options_.tolerance.value_or(1.0);
  if (iterations == 0 || residual <= tolerance) {
    return;
  }
  std::string const problem = fmt::format(
      "{}: the analysis did not converge (after {} iteration{} its residual is {:.3g}, above "
      "{:.3g})",
      io::input_name(options_.map), iterations, iterations == 1 ? "" : "s", residual, tolerance);
  // Above it iterations do not help.
  std::int64_t const last = 3 * map_.grid.nside() - 1;
  bool const is_beyond = map_.grid.kind() == GridKind::healpix && range_.lmax > last;
  SIDERUM_VALIDATE(
      options_.unconverged == Unconverged::accept,
      fmt::format("{}. Give {}; or take what was reached with --unconverged accept.", problem,
                  is_beyond ? fmt::format("an lmax of {} or less", last)
                            : "a smaller lmax, or more --iterations"));
  print_message(problem + ".");
}

void MapAnalysis::write_residuals() {
  if (!residuals_file_) {
    return;
  }
  io::IntegerColumn iteration;
  for (std::int64_t i = 1; i <= std::ssize(residuals_); ++i) {
    iteration.push_back(i);
  }
  io::Table table;
  table.add("iteration", std::move(iteration));
  table.add("residual", residuals_);
  io::write_table(table, *residuals_file_);
}

void MapAnalysis::commit(io::OutputFile& result) {
  if (residuals_file_) {
    residuals_file_->finish();
  }
  result.finish();
  if (residuals_file_) {
    residuals_file_->commit();
  }
  result.commit();
}

io::CoefficientTable MapAnalysis::coefficients(engine::Execution const& execution) {
  ProgressBar bar("analysis", options_.progress);
  engine::AnalysisResult result =
      engine::analyse(map_.grid, range_, field_, map_.value, method(bar), execution);
  bar.erase();
  check_converged(result.iterations, result.residual);
  write_residuals();
  io::CoefficientTable table{range_, std::move(result.a_lm), field_, map_.coordinates};
  filter(table, filter_);
  return table;
}

std::vector<double> MapAnalysis::smoothed(engine::Execution const& execution) {
  ProgressBar bar("analysis", options_.progress);
  engine::ChangedMap result =
      engine::smooth(map_.grid, range_, field_, map_.value, filter_, method(bar), execution);
  bar.erase();
  std::vector<double> map = taken(std::move(result));
  unseen_.restore(map);
  return map;
}

std::vector<double> MapAnalysis::rotated(EulerAngles const& angles,
                                         engine::Execution const& execution) {
  ProgressBar bar("analysis", options_.progress);
  engine::ChangedMap result = engine::rotate_map(map_.grid, range_, field_, map_.value, angles,
                                                 filter_, method(bar), execution);
  bar.erase();
  return taken(std::move(result));
}

/// The map of an analysis that is reported on.
std::vector<double> MapAnalysis::taken(engine::ChangedMap&& result) {
  check_converged(result.iterations, result.residual);
  write_residuals();
  return std::move(result.map);
}

}  // namespace siderum::apps
