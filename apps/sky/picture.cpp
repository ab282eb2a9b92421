// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <siderum/apps/command_line/message.hpp>
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/pictures/plot.hpp>
#include <siderum/apps/pictures/polarisation_image.hpp>
#include <siderum/apps/pictures/sky_picture.hpp>
#include <siderum/apps/sky/harmonic_command.hpp>
#include <siderum/apps/sky/harmonic_options.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/io/files/input_file.hpp>

namespace siderum::apps {

namespace {

constexpr std::array projection_choices{
    Choice<ProjectionKind>{"mollweide", ProjectionKind::mollweide},
    Choice<ProjectionKind>{"orthographic", ProjectionKind::orthographic}};

constexpr std::int64_t most_width = 16'384;

/// How polarisation is drawn over the colours.
enum class PolarisationStyle : std::uint8_t { none, vectors, texture };

constexpr std::array polarisation_choices{
    Choice<PolarisationStyle>{"none", PolarisationStyle::none},
    Choice<PolarisationStyle>{"vectors", PolarisationStyle::vectors},
    Choice<PolarisationStyle>{"texture", PolarisationStyle::texture}};

/// Lines from one side of the picture to the other.
constexpr std::int64_t lines_across = 52;

struct PictureOptions {
  std::string map;
  std::string picture;
  io::SkyMapSelection selection;
  std::optional<double> least;
  std::optional<double> most;
  PolarisationStyle polarisation = PolarisationStyle::none;
  ProjectionKind projection = ProjectionKind::mollweide;
  ColourMap colours = ColourMap::sky;
  std::array<double, 2> centre{0.0, 0.0};
  std::optional<std::string> title;
  std::optional<std::string> unit;
  std::int64_t width = 1600;
};

std::array<double, 2> parse_centre(std::string const& text) {
  std::size_t const colon = text.find(':');
  SIDERUM_VALIDATE(colon != std::string::npos,
                   fmt::format("--center does not understand '{}' (it takes a longitude and a"
                               " latitude in degrees). Write for example --center 120:-30.",
                               text));
  return {parse_number("--center", text.substr(0, colon)),
          parse_number("--center", text.substr(colon + 1))};
}

ColourRange range_of(PictureOptions const& options, io::SkyMap const& map) {
  ColourRange range{options.least.value_or(0.0), options.most.value_or(0.0)};
  if (!options.least || !options.most) {
    ColourRange automatic{0.0, 0.0};
    about_file(options.map, [&] { automatic = automatic_range(map.value); });
    range = {options.least.value_or(automatic.lower), options.most.value_or(automatic.upper)};
  }
  SIDERUM_VALIDATE(range.lower < range.upper,
                   fmt::format("The colours go from {} to {} (the first must be below the second)."
                               " Give --min and --max in this order.",
                               number_text(range.lower), number_text(range.upper)));
  return range;
}

/// With the letter that keyboards lack: uK is microkelvin.
std::string shown_unit(std::string const& unit) {
  return unit.starts_with("uK") ? "µ" + unit.substr(1) : unit;
}

/// Q and U; none where no polarisation is drawn.
std::optional<io::SkyMap> read_polarisation(PictureOptions const& options, io::InputFile& input) {
  if (options.polarisation == PolarisationStyle::none) {
    return std::nullopt;
  }
  io::SkyMapSelection selection = options.selection;
  selection.column.clear();
  selection.field = Field::spin_two;
  io::FileNotes notes;
  io::SkyMap map = io::read_sky_map(input, selection, &notes);
  print_messages(notes.sentences());
  check_finite(options.map, map);
  return map;
}

/// What the colours show: the column that was asked for, else the first, or the amplitude of the
/// polarisation where the first is Q.
io::SkyMap read_background(PictureOptions const& options, io::InputFile& input,
                           std::optional<io::SkyMap> const& polarisation) {
  io::FileNotes notes;
  io::SkyMap map = io::read_sky_map(input, options.selection, &notes);
  if (polarisation && options.selection.column.empty() &&
      map.quantities.front() == polarisation->quantities.front()) {
    // The notes would say that Q was taken.
    return polarisation_amplitude(*polarisation);
  }
  print_messages(notes.sentences());
  check_finite(options.map, map);
  return map;
}

/// The unit of the lines. One that was asked for is that of the colours, and of the lines where the
/// file has both in one.
std::string unit_of_lines(PictureOptions const& options, io::SkyMap const& map,
                          io::SkyMap const& polarisation) {
  std::string const own = amplitude_unit(polarisation);
  return shown_unit(own == map.unit ? options.unit.value_or(own) : own);
}

/// Draws the sky where the picture has its place for it, and writes the picture.
void draw_sky(PictureOptions const& options, SkyPicture& picture, io::SkyMap const& map,
              std::optional<io::SkyMap> const& polarisation, SkyProjection const& projection,
              Gnuplot& gnuplot, io::OutputFile& file) {
  PictureFormat const format = picture_format(options.picture, "picture");
  ColourScale const colours(options.colours);
  SkyScript const script = sky_script(picture, format);
  gnuplot.tell(script.before_sky);
  bool const is_png = format == PictureFormat::png;
  bool const has_texture = options.polarisation == PolarisationStyle::texture;
  if (is_png) {
    gnuplot.tell(script.behind_sky);
  }
  if (is_png || has_texture) {
    picture.sky = sky_image(map, projection, colours, picture.range, options.width);
  }
  if (has_texture) {
    draw_texture(PolarisationField(*polarisation, projection), picture.sky);
  }
  if (is_png) {
    auto const take = [&](std::string_view bytes) { file.write(bytes); };
    if (!write_sky_png(picture, gnuplot.finish(file.path()), take)) {
      refuse_drawn(file.path(), "what came is no PNG of its size");
    }
    return;
  }
  if (has_texture) {
    gnuplot.tell(picture.sky.bytes);
  } else {
    paint_sky(map, projection, colours, picture.range, options.width,
              [&](std::string_view rows) { gnuplot.tell(rows); });
  }
  gnuplot.tell(script.behind_sky);
  file.write(gnuplot.finish(file.path()));
}

void run_picture(PictureOptions const& options) {
  if (options.selection.convention && options.polarisation == PolarisationStyle::none) {
    throw UsageError(
        "--polcconv has no effect (it is the sign of U, which is not drawn). Leave it out, or give"
        " --polarisation.");
  }
  PictureFormat const format = picture_format(options.picture, "picture");
  std::string const gnuplot_path = find_gnuplot("picture");
  SkyProjection const projection(options.projection, options.centre[0], options.centre[1]);
  SkyPicture picture;
  picture.title = options.title.value_or(io::object_name(options.map));
  picture.projection = options.projection;
  picture.sky.width = options.width;
  picture.sky.height = sky_height(options.width);
  Gnuplot gnuplot(gnuplot_path);
  gnuplot.tell(sky_opening(picture, format));
  now(Activity::reading);
  io::InputFile input(options.map);
  std::optional<io::SkyMap> const polarisation = read_polarisation(options, input);
  io::SkyMap const map = read_background(options, input, polarisation);
  now(Activity::drawing);
  io::OutputFile file(options.picture);
  picture.unit = shown_unit(options.unit.value_or(map.unit));
  picture.range = range_of(options, map);
  picture.bar =
      bar_image(ColourScale(options.colours), bar_width(options.width), bar_height(options.width));
  if (options.polarisation == PolarisationStyle::vectors) {
    picture.polarisation = polarisation_segments(PolarisationField(*polarisation, projection),
                                                 options.width, options.width / lines_across);
    picture.polarisation.unit = unit_of_lines(options, map, *polarisation);
  }
  draw_sky(options, picture, map, polarisation, projection, gnuplot, file);
  file.commit();
}

void add_appearance(Verb& verb, PictureOptions& options) {
  add_number(verb, "--min", options.least,
             "value of the first colour (default: what 0.1 % of the pixels are below; symmetric "
             "about 0 with --max where they have both signs)");
  add_number(verb, "--max", options.most, "value of the last colour (default: likewise)");
  add_choice(verb, "--polarisation", options.polarisation, polarisation_choices,
             "draw Q and U over the colours: lines without heads, or a texture along them");
  add_choice(verb, "--projection", options.projection, projection_choices,
             "the sky as an ellipse of equal areas, or as two hemispheres");
  verb.add_option(
      "--center", "LON:LAT",
      [&options](std::string const& text) { options.centre = parse_centre(text); },
      "longitude and latitude in the middle [deg] (default 0:0); east is left");
  add_choice(verb, "--colormap", options.colours, colour_map_choices, "the colours");
  add_text(verb, "--title", options.title, "TEXT", "above the sky (default: the name of the file)");
  add_text(verb, "--unit", options.unit, "TEXT", "at the colours (default: that of the map)");
  add_whole_number(verb, "--width", options.width, {64, most_width, 1600},
                   "of the sky, in picture elements (default 1600)");
}

}  // namespace

void add_picture(Verb& program) {
  Verb& verb =
      program.add_verb("picture", "Draw a map of the sky with its colours: PNG, SVG or PDF");
  auto const options = std::make_shared<PictureOptions>();
  add_file(verb, "MAP.fits", options->map, "a HEALPix map, or one of alm2map; - is standard input");
  Option& picture =
      add_output(verb, "SKY.png", options->picture, "the picture; .png, .svg or .pdf");
  picture.type.clear();
  picture.is_required = true;
  add_appearance(verb, *options);
  add_map_selection(verb, options->selection);
  add_time_line_option(verb);
  add_convention(verb, options->selection.convention,
                 "of the sign of U, where the file does not say");
  verb.set_footer("Example: siderum picture map.fits sky.png --min -400 --max 400");
  verb.set_action([options] { run_picture(*options); });
}

}  // namespace siderum::apps
