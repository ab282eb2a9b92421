// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/plot.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include <siderum/algorithms/periods/fold.hpp>
#include <siderum/apps/command_line/option_values.hpp>
#include <siderum/apps/pictures/axis_ticks.hpp>
#include <siderum/apps/pictures/gnuplot_text.hpp>
#include <siderum/core/error.hpp>

namespace siderum::apps {

namespace {

constexpr char periodogram_colour[] = "#31688e";
constexpr char peak_colour[] = "#c8553d";
constexpr char point_colour[] = "#2f3e46";
constexpr char error_colour[] = "#a9b3b8";

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

struct Span {
  double lower;
  double upper;
};

/// An id that fits above the picture.
std::string shortened(std::string const& id) {
  constexpr std::size_t longest = 80;
  std::size_t length = std::min(id.size(), longest);
  // Not within a letter of UTF-8.
  while (length < id.size() && length > 0 && (id[length] & 0xC0) == 0x80) {
    --length;
  }
  return length < id.size() ? id.substr(0, length) + "..." : id;
}

/// One turn of the fit, moved by a whole number of turns.
void append_turn(std::string& script, PeriodPicture const& picture, double shift) {
  FoldedCurve const& curve = picture.curve;
  double const bins = picture.phase_bins;
  double last_bin = -1.0;
  for (std::size_t j = 0; j < curve.phase.size(); ++j) {
    if (picture.shape != FitShape::steps) {
      script += fmt::format("{} {}\n", curve.phase[j] + shift, curve.fit[j]);
      continue;
    }
    double const bin = std::floor(curve.phase[j] * bins);
    if (bin != last_bin) {
      script += fmt::format("{} {}\n{} {}\n\n", bin / bins + shift, curve.fit[j],
                            (bin + 1.0) / bins + shift, curve.fit[j]);
    }
    last_bin = bin;
  }
}

/// The curve over two turns; a closed one comes from the turn before and goes on into the one
/// after.
void append_fit(std::string& script, PeriodPicture const& picture) {
  FoldedCurve const& curve = picture.curve;
  if (curve.phase.empty()) {
    return;
  }
  bool const closed = picture.shape == FitShape::closed_curve;
  script += "$fit << SIDERUM_END\n";
  if (closed) {
    script += fmt::format("{} {}\n", curve.phase.back() - 1.0, curve.fit.back());
  }
  append_turn(script, picture, 0.0);
  if (!closed) {
    script += "\n";
  }
  append_turn(script, picture, 1.0);
  if (closed) {
    script += fmt::format("{} {}\n", curve.phase.front() + 2.0, curve.fit.front());
  }
  script += "SIDERUM_END\n";
}

void append_data(std::string& script, PeriodPicture const& picture) {
  script += "$periodogram << SIDERUM_END\n";
  for (SeriesPoint const& point : picture.periodogram) {
    script += fmt::format("{} {}\n", picture.grid.frequency(point.index), point.value);
  }
  script += "SIDERUM_END\n$points << SIDERUM_END\n";
  for (std::size_t j = 0; j < picture.time.size(); ++j) {
    double const phase = fold(picture.time[j], picture.sinusoid.frequency, picture.sinusoid.epoch);
    double const error = picture.error.empty() ? 0.0 : picture.error[j];
    script += fmt::format("{} {} {}\n", phase, picture.value[j], error);
    script += fmt::format("{} {} {}\n", phase + 1.0, picture.value[j], error);
  }
  script += "SIDERUM_END\n";
  append_fit(script, picture);
}

/// Grey bands behind the periodogram, as far as they lie in its range.
void append_excluded(std::string& script, PeriodPicture const& picture) {
  double const first = picture.grid.first;
  double const last = picture.grid.frequency(picture.grid.count);
  for (engine::FrequencyWindow const& window : picture.excluded) {
    double const lower = std::max(first, window.frequency - window.half_width);
    double const upper = std::min(last, window.frequency + window.half_width);
    if (lower < upper) {
      script += fmt::format(
          "set object rectangle from {}, graph 0 to {}, graph 1 behind fc rgb '{}' "
          "fillstyle solid noborder\n",
          lower, upper, grid_colour);
    }
  }
}

/// From 0 to above the peak; where no power is above 0, all that there are.
std::string power_range(PeriodPicture const& picture) {
  if (picture.peak.power > 0.0) {
    return fmt::format("[0:{}]", 1.08 * picture.peak.power);
  }
  bool const negative = std::any_of(picture.periodogram.begin(), picture.periodogram.end(),
                                    [](SeriesPoint const& point) { return point.value < 0.0; });
  return negative ? "[*:*]\nset offsets graph 0, 0, 0.06, 0" : "[0:1]";
}

bool is_in_days(PeriodPicture const& picture) {
  return picture.times == io::TimeUnit::days;
}

void append_periodogram(std::string& script, PeriodPicture const& picture) {
  double const frequency = picture.grid.frequency(picture.peak.index);
  bool const at_end = picture.peak.index == 0 || picture.peak.index == picture.grid.count - 1;
  AxisTicks const ticks =
      axis_ticks('x', picture.grid.first, picture.grid.frequency(picture.grid.count));
  script += ticks.command;
  char const* const peak = at_end ? "highest power, at the end of the range," : "best peak";
  script += fmt::format(
      "set title {}\nset xlabel {}\nset ylabel {}\n"
      "set yrange {}\n"
      "set xrange [{}:{}]\n"
      "set arrow 1 from {}, graph 0 to {}, graph 1 nohead back lw 6 lc rgb '#f3d9d2'\n"
      "plot $periodogram using 1:2 with lines lw 1 lc rgb '{}' notitle, "
      "'+' using ({}):({}) every ::0::0 with points pt 7 ps 0.9 lc rgb '{}' notitle\n"
      "unset arrow 1\nunset object\nunset offsets\n",
      gnuplot_text(
          fmt::format("{} at frequency {:.{}g}", peak, frequency, ticks.origin.empty() ? 6 : 12)),
      gnuplot_text(less_origin("frequency", ticks) +
                   (is_in_days(picture) ? " [cycles per day]" : " [cycles per unit of time]")),
      gnuplot_text(fmt::format("power ({})", picture.power_name)), power_range(picture),
      picture.grid.first, picture.grid.frequency(picture.grid.count), frequency, frequency,
      periodogram_colour, frequency, picture.peak.power, peak_colour);
}

/// What the values and their errors span, with a margin.
Span value_span(PeriodPicture const& picture) {
  Span span{picture.value.front(), picture.value.front()};
  for (std::size_t j = 0; j < picture.value.size(); ++j) {
    double const error = picture.error.empty() ? 0.0 : picture.error[j];
    span.lower = std::min(span.lower, picture.value[j] - error);
    span.upper = std::max(span.upper, picture.value[j] + error);
  }
  double const margin = 0.1 * (span.upper - span.lower);
  return {span.lower - margin, span.upper + margin};
}

/// What is drawn over the points: gnuplot's name for it, or nothing.
std::string fit_name(PeriodPicture const& picture) {
  switch (picture.shape) {
    case FitShape::sinusoid:
      return "fit_at(x)";
    case FitShape::closed_curve:
    case FitShape::open_curve:
    case FitShape::steps:
      return "$fit using 1:2";
    case FitShape::none:
      return {};
  }
  return {};
}

void append_folded_curve(std::string& script, PeriodPicture const& picture) {
  std::size_t const size = picture.time.size();
  double const point_size = size <= 100 ? 0.7 : size <= 1000 ? 0.45 : 0.25;
  bool const magnitudes = picture.values == io::ValueKind::magnitudes;
  Span const span = value_span(picture);
  AxisTicks const ticks = axis_ticks('y', span.lower, span.upper);
  std::string direction = magnitudes ? "reverse" : "noreverse";
  script += "set xtics 0.5\n";
  if (!ticks.origin.empty()) {
    // Left to itself, gnuplot widens a narrow range until its own labels differ.
    script += ticks.command;
    direction = fmt::format("noreverse\nset yrange [{}:{}]", magnitudes ? span.upper : span.lower,
                            magnitudes ? span.lower : span.upper);
  }
  std::string const error_bars = picture.error.empty()
                                     ? std::string()
                                     : fmt::format(
                                           "$points using 1:2:3 with yerrorbars pt 0 lw 1 lc rgb "
                                           "'{}' notitle, ",
                                           error_colour);
  std::string const name = fit_name(picture);
  std::string const fit =
      name.empty() ? name
                   : fmt::format(", {} with lines lw 2.5 lc rgb '{}' notitle", name, peak_colour);
  script += fmt::format(
      "set title {}\nset xlabel 'phase'\nset ylabel {}\n"
      "set xrange [0:2]\nset yrange [*:*] {}\nset offsets graph 0, 0, 0.05, 0.05\n"
      "set samples 400\n"
      "fit_at(x) = {} + {}*cos(2*pi*(x - {}))\n"
      "plot {}$points using 1:2 with points pt 7 ps {} lc rgb '{}' notitle{}\n",
      gnuplot_text(fmt::format("folded at period {:.6g}{}", 1.0 / picture.sinusoid.frequency,
                               is_in_days(picture) ? " days" : "")),
      gnuplot_text(less_origin(magnitudes ? "magnitude" : "value", ticks)), direction,
      picture.sinusoid.offset, picture.sinusoid.amplitude, picture.sinusoid.phase, error_bars,
      point_size, point_colour, fit);
}

}  // namespace

void validate_picture_path(std::string const& path, std::string const& option) {
  std::string const spelling = canonical_spelling(path);
  SIDERUM_VALIDATE(
      spelling.ends_with(".png") || spelling.ends_with(".svg") || spelling.ends_with(".pdf"),
      fmt::format("{} cannot draw '{}' (the ending names the kind of picture)."
                  " Use .png, .svg or .pdf.",
                  option, path));
}

PictureFormat picture_format(std::string const& path, std::string const& option) {
  validate_picture_path(path, option);
  std::string const spelling = canonical_spelling(path);
  return spelling.ends_with(".png")   ? PictureFormat::png
         : spelling.ends_with(".svg") ? PictureFormat::svg
                                      : PictureFormat::pdf;
}

std::string find_gnuplot(std::string const& option) {
  std::string gnuplot = find_program("gnuplot");
  SIDERUM_VALIDATE(!gnuplot.empty(),
                   fmt::format("{} needs gnuplot, which is not in $PATH (it draws the pictures)."
                               " Install it (on Debian: apt install gnuplot-nox), or leave {} out.",
                               option, option));
  return gnuplot;
}

std::string gnuplot_script(PeriodPicture const& picture, PictureFormat format) {
  std::string script;
  script += plot_style(terminal(format));
  append_data(script, picture);
  script += fmt::format(
      "set multiplot layout 1,2 title {} font ',15'\n",
      gnuplot_text(fmt::format("{}: {} points", shortened(picture.id), picture.time.size())));
  append_excluded(script, picture);
  append_periodogram(script, picture);
  append_folded_curve(script, picture);
  return script + "unset multiplot\nexit\n";
}

namespace {

/// What gnuplot says, on one line; it may quote much of the script.
std::string reason_of(std::string const& errors) {
  constexpr std::size_t longest = 300;
  std::size_t const first = std::min(errors.find_first_not_of('\n'), errors.size());
  std::string reason = errors.substr(first, errors.find_last_not_of('\n') + 1 - first);
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  return reason.empty() ? reason : ": " + reason.substr(0, longest);
}

/// The name of its standard input, of which gnuplot reads more than one byte at a time. As "-" it
/// would not; that serves where there is no such name.
std::string script_name() {
  constexpr char name[] = "/dev/stdin";
  return access(name, F_OK) == 0 ? name : "-";
}

}  // namespace

// Without what the user has gnuplot do when it starts: the first sets a terminal, which this
// gnuplot may lack.
Gnuplot::Gnuplot(std::string const& path)
    : process_({path, "-d", script_name()}, {"GNUTERM", "GNUPLOT_LIB", "GNUPLOT_DEFAULT_GDFONT"}) {}

std::string Gnuplot::finish(std::string const& path) {
  ProcessOutcome outcome = process_.finish();
  if (outcome.exit_status != 0 || outcome.output.empty()) {
    refuse_drawn(path,
                 fmt::format("exit status {}{}", outcome.exit_status, reason_of(outcome.errors)));
  }
  return std::move(outcome.output);
}

void refuse_drawn(std::string const& path, std::string const& reason) {
  throw Error(
      fmt::format("gnuplot did not draw '{}' ({}). Try another kind of picture.", path, reason));
}

void run_gnuplot(std::string const& gnuplot, std::string const& script, io::OutputFile& file) {
  Gnuplot process(gnuplot);
  process.tell(script);
  file.write(process.finish(file.path()));
}

void draw_picture(PeriodPicture const& picture, std::string const& gnuplot, io::OutputFile& file) {
  run_gnuplot(gnuplot, gnuplot_script(picture, picture_format(file.path())), file);
}

}  // namespace siderum::apps
