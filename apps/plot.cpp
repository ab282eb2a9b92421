// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/plot.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include <siderum/algorithms/fold.hpp>
#include <siderum/apps/child_process.hpp>
#include <siderum/apps/option_values.hpp>
#include <siderum/core/error.hpp>

namespace siderum::apps {

namespace {

constexpr char periodogram_colour[] = "#31688e";
constexpr char peak_colour[] = "#c8553d";
constexpr char point_colour[] = "#2f3e46";
constexpr char error_colour[] = "#a9b3b8";
constexpr char grid_colour[] = "#e3e6e8";

std::string terminal(PictureFormat format) {
  switch (format) {
    case PictureFormat::png:
      return "pngcairo size 1280,480 font 'sans,12'";
    case PictureFormat::svg:
      return "svg size 1280,480 dynamic font 'sans-serif,15' background '#ffffff'";
    case PictureFormat::pdf:
      return "pdfcairo size 26cm,9.75cm font 'sans,11'";
  }
  return {};
}

/// Text between single quotes, in which gnuplot knows no escapes but the doubled quote.
std::string gnuplot_quoted(std::string const& text) {
  std::string quoted = "'";
  for (char const letter : text) {
    if (std::iscntrl(static_cast<unsigned char>(letter)) == 0) {
      quoted += letter == '\'' ? std::string("''") : std::string(1, letter);
    }
  }
  return quoted + "'";
}

void append_style(std::string& script, PictureFormat format) {
  fmt::format_to(std::back_inserter(script),
                 "set terminal {}\n"
                 "set encoding utf8\n"
                 "set border 3 lc rgb '#8a9499'\n"
                 "set tics nomirror out scale 0.6 textcolor rgb '#2f3e46'\n"
                 "set grid lt 1 lw 1 lc rgb '{}'\n"
                 "set bars small\nset pointintervalbox 0\n",
                 terminal(format), grid_colour);
}

void append_data(std::string& script, PeriodPicture const& picture) {
  auto const out = std::back_inserter(script);
  script += "$periodogram << SIDERUM_END\n";
  for (SeriesPoint const& point : picture.periodogram) {
    fmt::format_to(out, "{} {}\n", picture.grid.frequency(point.index), point.value);
  }
  script += "SIDERUM_END\n$points << SIDERUM_END\n";
  for (std::size_t j = 0; j < picture.time.size(); ++j) {
    double const phase = fold(picture.time[j], picture.sinusoid.frequency, picture.sinusoid.epoch);
    double const error = picture.error.empty() ? 0.0 : picture.error[j];
    fmt::format_to(out, "{} {} {}\n", phase, picture.value[j], error);
    fmt::format_to(out, "{} {} {}\n", phase + 1.0, picture.value[j], error);
  }
  script += "SIDERUM_END\n";
}

/// Grey bands behind the periodogram, as far as they lie in its range.
void append_excluded(std::string& script, PeriodPicture const& picture) {
  double const first = picture.grid.first;
  double const last = picture.grid.frequency(picture.grid.count);
  for (FrequencyWindow const& window : picture.excluded) {
    double const lower = std::max(first, window.frequency - window.half_width);
    double const upper = std::min(last, window.frequency + window.half_width);
    if (lower < upper) {
      fmt::format_to(std::back_inserter(script),
                     "set object rectangle from {}, graph 0 to {}, graph 1 behind fc rgb '{}' "
                     "fillstyle solid noborder\n",
                     lower, upper, grid_colour);
    }
  }
}

void append_periodogram(std::string& script, PeriodPicture const& picture) {
  double const frequency = picture.grid.frequency(picture.peak.index);
  double const top = picture.peak.power > 0.0 ? 1.08 * picture.peak.power : 1.0;
  fmt::format_to(std::back_inserter(script),
                 "set title 'best peak at frequency {:.6g}'\n"
                 "set xlabel 'frequency [cycles per unit of time]'\n"
                 "set ylabel 'power ({})'\n"
                 "set yrange [0:{}]\n"
                 "set xrange [{}:{}]\n"
                 "set arrow 1 from {}, graph 0 to {}, graph 1 nohead back lw 6 lc rgb '#f3d9d2'\n"
                 "plot $periodogram using 1:2 with lines lw 1 lc rgb '{}' notitle, "
                 "'+' using ({}):({}) every ::0::0 with points pt 7 ps 0.9 lc rgb '{}' notitle\n"
                 "unset arrow 1\nunset object\n",
                 frequency, picture.power_name, top, picture.grid.first,
                 picture.grid.frequency(picture.grid.count), frequency, frequency,
                 periodogram_colour, frequency, picture.peak.power, peak_colour);
}

void append_folded_curve(std::string& script, PeriodPicture const& picture) {
  std::size_t const size = picture.time.size();
  double const point_size = size <= 100 ? 0.7 : size <= 1000 ? 0.45 : 0.25;
  bool const magnitudes = picture.values == io::ValueKind::magnitudes;
  std::string const error_bars = picture.error.empty()
                                     ? std::string()
                                     : fmt::format(
                                           "$points using 1:2:3 with yerrorbars pt 0 lw 1 lc rgb "
                                           "'{}' notitle, ",
                                           error_colour);
  fmt::format_to(std::back_inserter(script),
                 "set title 'folded at period {:.6g}'\n"
                 "set xlabel 'phase'\nset ylabel '{}'\n"
                 "set xrange [0:2]\nset yrange [*:*] {}\nset offsets graph 0, 0, 0.05, 0.05\n"
                 "set samples 400\n"
                 "fit_at(x) = {} + {}*cos(2*pi*(x - {}))\n"
                 "plot {}$points using 1:2 with points pt 7 ps {} lc rgb '{}' notitle, "
                 "fit_at(x) with lines lw 2.5 lc rgb '{}' notitle\n",
                 1.0 / picture.sinusoid.frequency, magnitudes ? "magnitude" : "value",
                 magnitudes ? "reverse" : "noreverse", picture.sinusoid.offset,
                 picture.sinusoid.amplitude, picture.sinusoid.phase, error_bars, point_size,
                 point_colour, peak_colour);
}

}  // namespace

PictureFormat picture_format(std::string const& path) {
  std::string const spelling = canonical_spelling(path);
  if (spelling.ends_with(".png")) {
    return PictureFormat::png;
  }
  if (spelling.ends_with(".svg")) {
    return PictureFormat::svg;
  }
  SIDERUM_VALIDATE(spelling.ends_with(".pdf"),
                   fmt::format("--plot cannot draw '{}' (the ending names the kind of picture)."
                               " Use .png, .svg or .pdf.",
                               path));
  return PictureFormat::pdf;
}

std::string find_gnuplot() {
  std::string gnuplot = find_program("gnuplot");
  SIDERUM_VALIDATE(!gnuplot.empty(),
                   "--plot needs gnuplot, which is not in $PATH (it draws the pictures). Install"
                   " it (on Debian: apt install gnuplot-nox), or leave --plot out.");
  return gnuplot;
}

std::string gnuplot_script(PeriodPicture const& picture, PictureFormat format) {
  std::string script;
  append_style(script, format);
  append_data(script, picture);
  fmt::format_to(std::back_inserter(script),
                 "set multiplot layout 1,2 title {} noenhanced font ',15'\n",
                 gnuplot_quoted(fmt::format("{}: {} points", picture.id, picture.time.size())));
  append_excluded(script, picture);
  append_periodogram(script, picture);
  append_folded_curve(script, picture);
  return script + "unset multiplot\nexit\n";
}

void draw_picture(PeriodPicture const& picture, std::string const& gnuplot, io::OutputFile& file) {
  ProcessOutcome const outcome =
      run_process({gnuplot, "-"}, gnuplot_script(picture, picture_format(file.path())));
  std::string reason = outcome.errors.substr(0, outcome.errors.find_last_not_of('\n') + 1);
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  SIDERUM_VALIDATE(outcome.exit_status == 0 && !outcome.output.empty(),
                   fmt::format("gnuplot did not draw '{}' (exit status {}: {}). Try another kind of"
                               " picture.",
                               file.path(), outcome.exit_status, reason));
  file.write(outcome.output);
}

}  // namespace siderum::apps
