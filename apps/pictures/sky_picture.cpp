// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/sky_picture.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <siderum/apps/pictures/axis_ticks.hpp>
#include <siderum/apps/pictures/gnuplot_text.hpp>
#include <siderum/apps/pictures/png.hpp>

namespace siderum::apps {

namespace {

constexpr char text_colour[] = "#2f3e46";
constexpr char line_colour[] = "#5c6b73";

/// Where things lie on the page, in picture elements from its lower left corner.
struct Page {
  explicit Page(SkyPicture const& picture)
      : margin(picture.sky.width / 40),
        title(picture.title.empty() ? 0 : picture.sky.width / 20),
        width(picture.sky.width + 2 * margin),
        sky_bottom(picture.sky.width / 13),
        sky_top(margin + title),
        height(sky_bottom + picture.sky.height + sky_top),
        bar_left((width - picture.bar.width) / 2),
        bar_bottom(sky_bottom - picture.sky.width / 60 - picture.bar.height),
        font(static_cast<double>(picture.sky.width) / 95.0) {}

  std::int64_t margin;
  std::int64_t title;
  std::int64_t width;
  std::int64_t sky_bottom;
  std::int64_t sky_top;  ///< from the upper edge
  std::int64_t height;
  std::int64_t bar_left;
  std::int64_t bar_bottom;
  double font;  ///< [pt]

  double across(std::int64_t elements) const {
    return static_cast<double>(elements) / static_cast<double>(width);
  }
  double up(std::int64_t elements) const {
    return static_cast<double>(elements) / static_cast<double>(height);
  }
};

std::string terminal(Page const& page, PictureFormat format) {
  switch (format) {
    case PictureFormat::png:
      return fmt::format("pngcairo transparent size {},{} font 'sans,{:.4g}'", page.width,
                         page.height, page.font);
    case PictureFormat::svg:
      return fmt::format("svg size {},{} dynamic font 'sans-serif,{:.4g}' background '#ffffff'",
                         page.width, page.height, 1.33 * page.font);
    case PictureFormat::pdf:
      // 26 cm wide, as the other pictures; 1 pt is 2.54 / 72 cm.
      return fmt::format("pdfcairo size 26cm,{:.6g}cm font 'sans,{:.4g}'",
                         26.0 * static_cast<double>(page.height) / static_cast<double>(page.width),
                         page.font * 26.0 / (static_cast<double>(page.width) * 2.54 / 96.0));
  }
  return {};
}

/// The next plot fills a rectangle of the page.
void append_place(std::string& script, Page const& page, std::int64_t left, std::int64_t bottom,
                  Image const& image) {
  script += fmt::format(
      "set lmargin at screen {:.17g}\nset rmargin at screen {:.17g}\n"
      "set bmargin at screen {:.17g}\nset tmargin at screen {:.17g}\n",
      page.across(left), page.across(left + image.width), page.up(bottom),
      page.up(bottom + image.height));
}

/// The outline of the sky in elements of its image.
void append_outline(std::string& script, SkyPicture const& picture) {
  auto const width = static_cast<double>(picture.sky.width);
  auto const height = static_cast<double>(picture.sky.height);
  // gnuplot's own ellipses have corners that show, and where they are clipped SVG closes the
  // pieces.
  auto const ellipse = [&](int object, double centre, double across) {
    constexpr int corners = 720;
    script += fmt::format("set object {} polygon", object);
    for (int i = 0; i <= corners; ++i) {
      double const angle = 2.0 * std::numbers::pi * (i % corners) / corners;
      script += fmt::format(" {} {:.7g},{:.7g}", i == 0 ? "from" : "to",
                            centre - 0.5 + 0.5 * across * std::cos(angle),
                            0.5 * height - 0.5 + 0.5 * height * std::sin(angle));
    }
    script += fmt::format(" front noclip fillstyle empty border lc rgb '{}' lw 1.2\n", line_colour);
  };
  if (picture.projection == ProjectionKind::mollweide) {
    ellipse(1, 0.5 * width, width);
  } else {
    ellipse(1, 0.25 * width, 0.5 * width);
    ellipse(2, 0.75 * width, 0.5 * width);
  }
}

/// Dark lines with a pale rim, which show on all colours.
void append_lines(std::string& script, SkyPicture const& picture) {
  auto const width = static_cast<double>(picture.sky.width);
  int arrow = 0;
  for (auto const& [colour, size] : {std::pair{"#f4f4f4", 2.6}, std::pair{"#1b2227", 1.3}}) {
    for (Segment const& line : picture.polarisation.segments) {
      script += fmt::format(
          "set arrow {} from {:.6g},{:.6g} to {:.6g},{:.6g} nohead front lw {:.3g} "
          "lc rgb '{}'\n",
          ++arrow, line.column - line.half_width - 0.5, line.row - line.half_height - 0.5,
          line.column + line.half_width - 0.5, line.row + line.half_height - 0.5,
          size * std::max(1.0, width / 1600.0), colour);
    }
  }
}

/// The longest line, with what it stands for, left of the bar.
void append_line_key(std::string& script, Page const& page, SkyPicture const& picture) {
  if (picture.polarisation.segments.empty()) {
    return;
  }
  double const y = page.up(page.bar_bottom + picture.bar.height / 2);
  double const right =
      page.across(page.margin) + picture.polarisation.longest / static_cast<double>(page.width);
  script += fmt::format(
      "set arrow 1 from screen {0:.6g},{1:.6g} to screen {2:.6g},{1:.6g} nohead front "
      "lw {5:.3g} lc rgb '#1b2227'\n"
      "set label 2 {3} at screen {4:.6g},{1:.6g} left textcolor rgb '{6}'\n",
      page.across(page.margin), y, right,
      gnuplot_text(fmt::format("{:.2g}{}{}", picture.polarisation.amplitude,
                               picture.polarisation.unit.empty() ? "" : " ",
                               picture.polarisation.unit)),
      right + page.across(page.margin / 4),
      1.4 * std::max(1.0, static_cast<double>(picture.sky.width) / 1600.0), text_colour);
}

void append_sky(std::string& script, Page const& page, SkyPicture const& picture,
                PictureFormat format) {
  append_place(script, page, page.margin, page.sky_bottom, picture.sky);
  script += fmt::format(
      "set xrange [-0.5:{}]\nset yrange [{}:-0.5]\n"
      "unset border\nunset tics\nunset key\n",
      static_cast<double>(picture.sky.width) - 0.5, static_cast<double>(picture.sky.height) - 0.5);
  append_outline(script, picture);
  append_lines(script, picture);
  if (page.title > 0) {
    script += fmt::format(
        "set label 1 {} at screen 0.5,{:.17g} center font ',{:.4g}' "
        "textcolor rgb '{}'\n",
        gnuplot_text(picture.title), page.up(page.height - page.title / 2 - page.margin / 4),
        1.35 * page.font, text_colour);
  }
  if (format == PictureFormat::png) {
    script += "plot NaN notitle\n";
    return;
  }
  script += fmt::format("plot '-' binary array=({},{}) format='%uchar' with rgbalpha\n",
                        picture.sky.width, picture.sky.height);
}

/// The power of ten, a multiple of three, in which numbers that are neither small nor large are
/// marked; 0 for those that are not.
int common_exponent(ColourRange range) {
  constexpr int least = -306;  // ten to its opposite is a double
  double const largest = std::max(std::abs(range.lower), std::abs(range.upper));
  return largest >= 1e-2 && largest < 1e5
             ? 0
             : std::max(least, 3 * static_cast<int>(std::floor(std::log10(largest) / 3.0 + 1e-9)));
}

/// "\u00d7 10\u207b\u2076 K".
std::string scaled_unit(std::string const& unit, int exponent) {
  if (exponent == 0) {
    return unit;
  }
  constexpr std::array digits{"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                              "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string text = exponent < 0 ? "\u00d7 10\u207b" : "\u00d7 10";
  for (char const digit : std::to_string(std::abs(exponent))) {
    text += digits.at(static_cast<std::size_t>(digit - '0'));
  }
  return unit.empty() ? text : text + " " + unit;
}

int decimals_of(double step) {
  return std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
}

/// The smallest round step between marks whose labels do not touch.
double round_step(ColourRange range) {
  constexpr double room = 62.0;  // characters of a label in the width of the bar
  constexpr double gap = 1.5;
  double const span = range.upper - range.lower;
  double const largest = std::max(std::abs(range.lower), std::abs(range.upper));
  double const unit = std::pow(10.0, std::floor(std::log10(span)));
  for (double const factor : {0.1, 0.2, 0.5, 1.0, 2.0}) {
    double const step = factor * unit;
    std::string const label = fmt::format("{:.{}f}", largest, decimals_of(step));
    double const length = static_cast<double>(label.size()) + (range.lower < 0.0 ? 1.0 : 0.0);
    if ((std::floor(span / step + 1e-9) + 1.0) * (length + gap) <= room) {
      return step;
    }
  }
  return 5.0 * unit;
}

/// Marks at round values, all with as many decimals as tell them apart: 2.9, 3.0, 3.1.
std::string round_ticks(ColourRange range) {
  double const step = round_step(range);
  return fmt::format("set xtics {:.17g}\nset format x '%.{}f'\n", step, decimals_of(step));
}

void append_bar(std::string& script, Page const& page, SkyPicture const& picture) {
  int const exponent = common_exponent(picture.range);
  double const scale = std::pow(10.0, -exponent);
  ColourRange const range{picture.range.lower * scale, picture.range.upper * scale};
  auto const [lower, upper] = range;
  AxisTicks const ticks = axis_ticks('x', lower, upper);
  append_place(script, page, page.bar_left, page.bar_bottom, picture.bar);
  append_line_key(script, page, picture);
  script += fmt::format(
      "set border 15 lc rgb '{0}' lw 1.2\n{1}"
      "set xtics nomirror out scale 0.5 offset 0,0.3 textcolor rgb '{2}'\n"
      "set label 1 {3} at screen {4:.17g},{5:.17g} left textcolor rgb '{2}'\n"
      "set xrange [{6:.17g}:{7:.17g}]\nset yrange [0:1]\n",
      line_colour, ticks.origin.empty() ? round_ticks(range) : ticks.command, text_colour,
      gnuplot_text(less_origin(scaled_unit(picture.unit, exponent), ticks)),
      page.across(page.bar_left + picture.bar.width + page.margin / 2),
      page.up(page.bar_bottom + picture.bar.height / 2), lower, upper);
  // The places of the elements are those of their centres.
  double const step = (upper - lower) / static_cast<double>(picture.bar.width);
  double const rise = 1.0 / static_cast<double>(picture.bar.height);
  script += fmt::format(
      "plot '-' binary array=({},{}) format='%uchar' origin=({:.17g},{:.17g}) "
      "dx={:.17g} dy={:.17g} with rgbalpha\n",
      picture.bar.width, picture.bar.height, lower + 0.5 * step, 0.5 * rise, step, rise);
  script += picture.bar.bytes;
}

/// Lays elements with opacity over a row without.
void lay_over(char const* elements, std::int64_t count, std::uint8_t* row) {
  constexpr int opaque = 255;
  for (std::int64_t i = 0; i < count; ++i) {
    int const opacity = static_cast<std::uint8_t>(elements[4 * i + 3]);
    for (std::int64_t j = 0; j < 3; ++j) {
      int const above = static_cast<std::uint8_t>(elements[4 * i + j]);
      int const mixed = opacity * above + (opaque - opacity) * row[3 * i + j];
      row[3 * i + j] = static_cast<std::uint8_t>((mixed + opaque / 2) / opaque);
    }
  }
}

}  // namespace

std::int64_t bar_width(std::int64_t sky_width) {
  return sky_width / 2;
}

std::int64_t bar_height(std::int64_t sky_width) {
  return sky_width / 64;
}

std::string sky_opening(SkyPicture const& picture, PictureFormat format) {
  return fmt::format("set terminal {}\nset encoding utf8\nset minussign\nset multiplot\n",
                     terminal(Page(picture), format));
}

SkyScript sky_script(SkyPicture const& picture, PictureFormat format) {
  Page const page(picture);
  SkyScript script{{}, "unset object\nunset label\nunset arrow\n"};
  append_sky(script.before_sky, page, picture, format);
  append_bar(script.behind_sky, page, picture);
  script.behind_sky += "unset multiplot\nexit\n";
  return script;
}

bool write_sky_png(SkyPicture const& picture, std::string_view drawn,
                   std::function<void(std::string_view)> const& take) {
  constexpr std::uint8_t white = 255;
  Page const page(picture);
  std::optional<Image> const lines = read_png(drawn);
  if (!lines || lines->width != page.width || lines->height != page.height) {
    return false;
  }
  auto const paint = [&](std::int64_t row, std::uint8_t* bytes) {
    std::fill_n(bytes, 3 * page.width, white);
    std::int64_t const sky_row = row - page.sky_top;
    if (sky_row >= 0 && sky_row < picture.sky.height) {
      lay_over(picture.sky.bytes.data() + 4 * picture.sky.width * sky_row, picture.sky.width,
               bytes + 3 * page.margin);
    }
    lay_over(lines->bytes.data() + 4 * page.width * row, page.width, bytes);
  };
  write_png(page.width, page.height, paint, take);
  return true;
}

}  // namespace siderum::apps
