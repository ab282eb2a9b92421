// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <siderum/apps/command_line/message.hpp>
#include <siderum/apps/command_line/placement_sentence.hpp>
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/sky/analysis_options.hpp>
#include <siderum/apps/sky/harmonic_command.hpp>
#include <siderum/apps/sky/harmonic_fields.hpp>
#include <siderum/apps/sky/harmonic_options.hpp>
#include <siderum/apps/sky/map_analysis.hpp>
#include <siderum/apps/sky/sky_frames.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/engine/processes.hpp>
#include <siderum/engine/sky.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/sky/stated_frame.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::apps {

namespace {

struct RotateOptions {
  AnalysisOptions analysis;
  std::string output;
  std::optional<SkyFrame> from;
  std::optional<SkyFrame> to;
  std::optional<std::array<double, 3>> angles;  ///< psi, theta and phi [deg]
};

std::array<double, 3> parse_angles(std::string const& text) {
  std::array<double, 3> angle{};
  std::size_t start = 0;
  for (std::size_t i = 0; i < angle.size(); ++i) {
    bool const is_last = i + 1 == angle.size();
    std::size_t const end = is_last ? text.size() : text.find(':', start);
    SIDERUM_VALIDATE(end != std::string::npos,
                     fmt::format("--angles does not understand '{}' (it takes three angles in "
                                 "degrees, about z, about y, about z). Write for example --angles "
                                 "10:-30:0.",
                                 text));
    angle[i] = parse_number("--angles", text.substr(start, end - start));
    // Doubles next to it are 1e-10 degrees apart, and those of 1e20 thousands of degrees.
    constexpr double largest = 1e6;
    SIDERUM_VALIDATE(std::abs(angle[i]) <= largest,
                     fmt::format("--angles has {} degrees (beyond 1e6 they lose digits). Give "
                                 "angles from -360 to 360.",
                                 number_text(angle[i])));
    start = end + 1;
  }
  return angle;
}

[[noreturn]] void refuse_no_rotation(std::string const& reason) {
  throw UsageError(
      fmt::format("No rotation was given ({}nothing would change). Give --from and --to with G, E "
                  "or C, or --angles PSI:THETA:PHI.",
                  reason));
}

/// Whether the turns bring everything back to its place.
bool are_no_rotation(std::array<double, 3> const& angles) {
  auto const [psi, theta, phi] = angles;
  constexpr double whole_turn = 360.0;
  return std::remainder(theta, whole_turn) == 0.0 && std::remainder(psi + phi, whole_turn) == 0.0;
}

void check_options(RotateOptions const& options) {
  if (options.angles && (options.from || options.to)) {
    throw UsageError(
        "--angles and --from or --to contradict each other (each says how to turn). Give one of"
        " them.");
  }
  if (options.angles ? are_no_rotation(*options.angles)
                     : !options.to || options.from == options.to) {
    refuse_no_rotation("");
  }
}

/// The angles, and the coordinates that the turned sky is in.
EulerAngles angles_of(RotateOptions const& options, std::string& coordinates) {
  if (options.angles) {
    constexpr double degree = std::numbers::pi / 180.0;
    auto const [psi, theta, phi] = *options.angles;
    return {psi * degree, theta * degree, phi * degree};
  }
  std::string const name = io::input_name(options.analysis.map);
  std::optional<SkyFrame> const stated = io::stated_frame(coordinates);
  if (!stated && !options.from) {
    throw UsageError(
        fmt::format("--from is not given (and {} does not say its coordinates{}). "
                    "Give G, E or C.",
                    name, coordinates.empty() ? "" : " by G, E or C"));
  }
  SIDERUM_VALIDATE(!stated || options.from.value_or(*stated) == *stated,
                   fmt::format("--from names other coordinates than {}, {} (its keyword COORDSYS "
                               "counts). Leave --from out.",
                               name, coordinates));
  if (stated == options.to) {
    refuse_no_rotation(fmt::format("{} is in {} already, and ", name, coordinates));
  }
  if (!stated && !coordinates.empty()) {
    print_message(
        fmt::format("{}: its coordinates '{}' (COORDSYS) are not known, and taken to be "
                    "{}, as --from says.",
                    name, io::shown_text(coordinates), frame_letter(*options.from)));
  }
  coordinates = frame_letter(*options.to);
  return euler_angles(frame_rotation(stated ? *stated : *options.from, *options.to));
}

engine::RotationSize rotation_size(HarmonicRange range, Field field) {
  return {range.lmax, components(field)};
}

void check_orders(HarmonicRange range) {
  SIDERUM_VALIDATE(range.mmax == range.lmax,
                   fmt::format("The coefficients end at mmax {} with an lmax of {} (a rotation "
                               "mixes all orders of a degree). Give them up to m = l.",
                               range.mmax, range.lmax));
}

/// Throws Error where the coefficients are too many for a process.
void check_memory_first(AnalysisOptions const& options, HarmonicRange all) {
  std::int64_t const lmax = options.lmax.value_or(all.lmax);
  // What the options cannot have is told after what the file says wrongly.
  if (engine::processes().count > 1 && lmax <= all.lmax) {
    engine::check_memory(rotation_size({lmax, lmax}, options.field.field()), options.execution);
  }
}

void rotate_coefficients_file(RotateOptions const& options) {
  AnalysisOptions const& analysis = options.analysis;
  check_no_map_options(analysis);
  if (auto const range = least_range(analysis.map, analysis.field.field(), analysis.lmax)) {
    engine::foresee({{}, {rotation_size(*range, analysis.field.field())}}, analysis.execution);
  }
  now(Activity::reading);
  io::FileNotes notes;
  io::CoefficientTable table =
      io::read_coefficients(analysis.map, analysis.field.field(), &notes,
                            [&](HarmonicRange all) { check_memory_first(analysis, all); });
  print_messages(notes.sentences());
  tell_left_out(analysis.field, analysis.map, table);
  EulerAngles const angles = angles_of(options, table.coordinates);
  about_file(analysis.map, [&] { io::check_coordinates(table.coordinates); });
  if (analysis.lmax || analysis.mmax) {
    HarmonicRange const all = table.range;
    table = io::truncated(std::move(table),
                          range_within(analysis.map, all, analysis.lmax, analysis.mmax));
  }
  about_file(analysis.map, [&] { check_field(table.field, table.range); });
  filter(table, read_filter(analysis.filters, table.field, table.range.lmax));
  check_coefficients(analysis.map, table, analysis.execution.precision);
  about_file(analysis.map, [&] { check_orders(table.range); });
  now(Activity::waking);
  engine::Placement const placement =
      engine::place({{}, {rotation_size(table.range, table.field)}}, analysis.execution);
  now(Activity::computing);
  io::OutputFile file(options.output);
  table.a_lm = engine::rotate(table.range, table.a_lm, angles, placement.execution);
  tell_where(analysis.verbose, placement);
  now(Activity::writing);
  io::write_coefficients(table, number_width(analysis.execution.precision), file);
  file.commit();
}

void rotate_map_file(RotateOptions const& options) {
  AnalysisOptions const& analysis = options.analysis;
  now(Activity::reading);
  MapAnalysis map(
      analysis, [](engine::TransformSize const& there, engine::TransformSize const& back) {
        return engine::SkyWork{{there, back}, {rotation_size(there.range, there.field)}};
      });
  std::string coordinates = map.map().coordinates;
  EulerAngles const angles = angles_of(options, coordinates);
  // What the map says was compared when the mask was read.
  if (options.from && !analysis.mask.empty() && !io::stated_frame(map.map().coordinates)) {
    StatedByFile asked = map.stated().front();
    asked.coordinates = frame_letter(*options.from);
    check_mask_coordinates(map.stated().back(), asked);
  }
  about_file(analysis.map, [&] { check_orders(map.range()); });
  now(Activity::waking);
  engine::Placement const placement = engine::place(map.work(), analysis.execution);
  now(Activity::computing);
  io::SkyMap turned = map.changed_map(coordinates);
  about_file(analysis.map, [&] { io::check_texts(turned); });
  io::OutputFile file(options.output);
  turned.value = map.rotated(angles, placement.execution);
  tell_where(analysis.verbose, placement);
  now(Activity::writing);
  io::write_sky_map(turned, number_width(analysis.execution.precision), file);
  map.commit(file);
}

void run_rotate(RotateOptions const& options) {
  check_options(options);
  check_analysis(options.analysis);
  if (io::holds_coefficients(options.analysis.map)) {
    rotate_coefficients_file(options);
  } else {
    rotate_map_file(options);
  }
}

}  // namespace

void add_rotate(Verb& program) {
  Verb& verb =
      program.add_verb("rotate", "Coefficients or a map in other coordinates, or turned by angles");
  auto const options = std::make_shared<RotateOptions>();
  add_file(verb, "IN.fits", options->analysis.map,
           "coefficients or a map; - is coefficients from standard input");
  add_fits_output(verb, "OUT.fits", options->output, "the same, turned; - is standard output");
  add_choice(verb, "--from", options->from, frame_choices,
             "coordinates of IN.fits: galactic, ecliptic or equatorial (default: as it says)");
  add_choice(verb, "--to", options->to, frame_choices, "coordinates of OUT.fits");
  verb.add_option(
      "--angles", "PSI:THETA:PHI",
      [options](std::string const& text) { options->angles = parse_angles(text); },
      "instead: turns about z, then about y, then about z [deg], by the right hand");
  add_analysis(verb, options->analysis, LmaxOption::optional);
  verb.set_footer("Example: siderum rotate alm.fits turned.fits --from G --to C");
  verb.set_action([options] { run_rotate(*options); });
}

}  // namespace siderum::apps
