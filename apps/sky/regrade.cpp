// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <span>

#include <fmt/format.h>

#include <siderum/algorithms/sky/change_resolution.hpp>
#include <siderum/apps/command_line/message.hpp>
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/sky/harmonic_command.hpp>
#include <siderum/apps/sky/harmonic_fields.hpp>
#include <siderum/apps/sky/harmonic_options.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/healpix_pixels.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/io/files/input_file.hpp>

namespace siderum::apps {

namespace {

struct RegradeOptions {
  std::string map;
  std::string output;
  std::int64_t nside = 0;
  double power = 0.0;
  double most_unseen = 1.0;
  io::SkyMapSelection selection;
  FieldOptions field;
  engine::Precision precision = engine::Precision::double_precision;
};

/// What the options cannot have, whatever the map.
void check_options(RegradeOptions const& options) {
  check_convention(options.selection.convention, options.field.field());
  SIDERUM_VALIDATE(healpix::has_nested(options.nside),
                   fmt::format("--nside is {} (pixels of one resolution make up those of another "
                               "for powers of two from 1 to {}). Give a power of two.",
                               options.nside, largest_nside));
  SIDERUM_VALIDATE(options.most_unseen >= 0.0 && options.most_unseen <= 1.0,
                   fmt::format("--most-unseen is {} (the share of unseen pixels is a part of 1). "
                               "Give a number from 0 to 1.",
                               number_text(options.most_unseen)));
}

/// Of a map whose nside is known.
void check_use(RegradeOptions const& options, std::int64_t nside) {
  std::string const name = io::input_name(options.map);
  if (options.power != 0.0 && nside == options.nside) {
    throw UsageError(
        fmt::format("--power has no effect ({} has nside {} already, and it scales with the ratio "
                    "of both). Leave it out, or give another --nside.",
                    name, nside));
  }
  if (options.most_unseen != 1.0 && nside <= options.nside) {
    throw UsageError(
        fmt::format("--most-unseen has no effect ({} has nside {}, and no pixel of nside {} is made"
                    " of several). Leave it out, or give a smaller --nside.",
                    name, nside, options.nside));
  }
}

void run_regrade(RegradeOptions const& options) {
  check_options(options);
  io::SkyMapSelection selection = options.selection;
  selection.field = options.field.field();
  now(Activity::reading);
  io::FileNotes notes;
  io::SkyMap const map = io::read_sky_map(options.map, selection, &notes);
  print_messages(notes.sentences());
  tell_left_out(options.field, options.map, map);
  std::string const name = io::input_name(options.map);
  SIDERUM_VALIDATE(map.grid.kind() == GridKind::healpix,
                   fmt::format("{} keeps its resolution (its grid is {}, and only HEALPix pixels "
                               "are parts of larger ones). Give a HEALPix map.",
                               name, map.grid.name()));
  check_seen(options.map, map.value, {});
  check_use(options, map.grid.nside());
  now(Activity::computing);
  ChangeResolutionOptions change;
  change.power = options.power;
  change.most_unseen = options.most_unseen;
  io::SkyMap result{
      healpix_grid(options.nside), {}, map.quantities, map.unit, map.coordinates, map.convention};
  result.units = map.units;
  about_file(options.map, [&] { io::check_texts(result); });
  auto const pixels = static_cast<std::size_t>(result.grid.pixels());
  resize_large(result.value, static_cast<std::size_t>(map.components()) * pixels);
  for (std::int64_t component = 0; component < map.components(); ++component) {
    std::size_t const first = static_cast<std::size_t>(component) * pixels;
    std::span<double> const values = std::span(result.value).subspan(first, pixels);
    about_file(options.map, [&] { change_resolution(map.component(component), values, change); });
  }
  now(Activity::writing);
  io::OutputFile file(options.output);
  io::write_sky_map(result, number_width(options.precision), file);
  file.commit();
}

}  // namespace

void add_regrade(Verb& program) {
  Verb& verb = program.add_verb("regrade", "A HEALPix map with larger or smaller pixels");
  auto const options = std::make_shared<RegradeOptions>();
  add_file(verb, "MAP.fits", options->map, "a HEALPix map; - is standard input");
  add_fits_output(verb, "OUT.fits", options->output,
                  "the map of other pixels; - is standard output");
  add_whole_number(verb, "--nside", options->nside, {1, largest_nside, 256},
                   "of the result, a power of two")
      .is_required = true;
  add_number(verb, "--power", options->power,
             "multiply by (old nside / new nside)^X: 0 keeps the mean (default), -2 the sum");
  add_number(verb, "--most-unseen", options->most_unseen,
             "share of a larger pixel that may be unseen, 0 .. 1 (default: 1, all but something)");
  add_field_options(verb, options->field);
  add_map_selection(verb, options->selection);
  add_convention(verb, options->selection.convention,
                 "of the sign of U, where the file does not say");
  add_choice(verb, "--precision", options->precision, precision_choices,
             "of the numbers in the file");
  add_time_line_option(verb);
  verb.set_footer("Example: siderum regrade map.fits coarse.fits --nside 64");
  verb.set_action([options] { run_regrade(*options); });
}

}  // namespace siderum::apps
