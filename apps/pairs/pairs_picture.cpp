// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pairs/pairs_picture.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <siderum/apps/pictures/gnuplot_text.hpp>
#include <siderum/core/error.hpp>

namespace siderum::apps {

namespace {

constexpr char value_colour[] = "#31688e";
constexpr char error_colour[] = "#a9b3b8";

std::string terminal(PictureFormat format, bool two_panels) {
  int const width = two_panels ? 1280 : 720;
  switch (format) {
    case PictureFormat::png:
      return fmt::format("pngcairo size {},540 font 'sans,12'", width);
    case PictureFormat::svg:
      return fmt::format("svg size {},540 dynamic font 'sans-serif,15' background '#ffffff'",
                         width);
    case PictureFormat::pdf:
      return fmt::format("pdfcairo size {}cm,11cm font 'sans,11'", width / 49);
  }
  return {};
}

/// The middle of a bin on a logarithmic axis; of one that begins at 0, half of its end.
double middle(double lower, double upper) {
  return lower > 0.0 ? std::sqrt(lower * upper) : 0.5 * upper;
}

struct Range {
  double lower = 0.1;
  double upper = 1.0;
};

/// From half of the smallest size to beyond the largest error bar, six decades at most.
Range value_range(PairsPicture const& picture) {
  double smallest = 0.0;
  double largest = 0.0;
  for (std::size_t k = 0; k < picture.value.size(); ++k) {
    double const size = std::abs(picture.value[k]);
    double const error = picture.error.empty() ? 0.0 : picture.error[k];
    if (std::isfinite(size) && size > 0.0) {
      smallest = smallest == 0.0 ? size : std::min(smallest, size);
      largest = std::max({largest, size, std::isfinite(error) ? size + error : size});
    }
  }
  if (largest == 0.0) {
    return {};
  }
  constexpr double decades = 1e6;
  return {std::max(0.5 * smallest, largest / decades), 2.0 * largest};
}

void append_data(std::string& script, PairsPicture const& picture, Range const& range) {
  for (bool const positive : {true, false}) {
    script += fmt::format("${} << SIDERUM_END\n", positive ? "positive" : "negative");
    // A block without a line would be no data at all for gnuplot.
    script += "NaN NaN NaN NaN\n";
    for (std::size_t k = 0; k < picture.value.size(); ++k) {
      double const value = picture.value[k];
      if (!std::isfinite(value) || value == 0.0 || (value > 0.0) != positive) {
        continue;
      }
      double const size = std::abs(value);
      double const error =
          picture.error.empty() || !std::isfinite(picture.error[k]) ? 0.0 : picture.error[k];
      script += fmt::format("{} {} {} {}\n", middle(picture.edges[k], picture.edges[k + 1]), size,
                            std::max(size - error, 0.5 * range.lower), size + error);
    }
    script += "SIDERUM_END\n";
  }
}

/// "0.02", "500", and beyond what is easily read "2·10^6" in gnuplot's notation.
std::string mark_label(double factor, int power) {
  constexpr int least = -3;
  constexpr int most = 4;
  if (power >= least && power <= most) {
    return fmt::format("{:.6g}", factor * std::pow(10.0, power));
  }
  return factor == 1.0 ? fmt::format("10^{{{}}}", power)
                       : fmt::format("{:.3g}·10^{{{}}}", factor, power);
}

/// Marks between powers of ten, which alone leave a short axis without a scale: at 1, 2 and 5 times
/// powers, and at more where a range of less than one decade could have only one of these.
std::string short_axis_tics(char axis, double first, double last) {
  constexpr double decade = 10.0;
  std::vector<double> const factors = last < decade * first
                                          ? std::vector{1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0}
                                          : std::vector{1.0, 2.0, 5.0};
  std::string tics;
  int const last_power = static_cast<int>(std::floor(std::log10(last)));
  for (int power = static_cast<int>(std::floor(std::log10(first))); power <= last_power; ++power) {
    for (double const factor : factors) {
      double const mark = factor * std::pow(10.0, power);
      if (mark >= first && mark <= last) {
        tics +=
            fmt::format("{}'{}' {:.6g}", tics.empty() ? "" : ", ", mark_label(factor, power), mark);
      }
    }
  }
  return fmt::format("set {}tics ({})\n", axis, tics);
}

void append_values(std::string& script, PairsPicture const& picture, Range const& range) {
  double const first = picture.edges.front() > 0.0 ? picture.edges.front() : 0.4 * picture.edges[1];
  bool const negative = std::any_of(picture.value.begin(), picture.value.end(),
                                    [](double value) { return value < 0.0; });
  script += fmt::format(
      "set title {}\n"
      "set logscale xy\n"
      "set format x '%g'\nset format y '10^{{%T}}'\n"
      "set xlabel {}\nset ylabel {}\n"
      "set xrange [{}:{}]\nset yrange [{}:{}]\n",
      gnuplot_text(picture.subtitle + (negative ? "; open circles are negative" : "")),
      gnuplot_text("separation [" + picture.unit + "]"),
      gnuplot_text(picture.name == "w" ? "w(θ)" : picture.name + " [" + picture.sum + "]"), first,
      picture.edges.back(), range.lower, range.upper);
  constexpr double long_x_axis = 50.0;
  if (picture.edges.back() < long_x_axis * first) {
    script += short_axis_tics('x', first, picture.edges.back());
  }
  constexpr double long_y_axis = 500.0;
  if (range.upper < long_y_axis * range.lower) {
    script += short_axis_tics('y', range.lower, range.upper);
  }
  script += "plot ";
  for (bool const positive : {true, false}) {
    char const* const data = positive ? "$positive" : "$negative";
    if (!picture.error.empty()) {
      script += fmt::format("{} using 1:2:3:4 with yerrorbars pt 0 lw 1.5 lc rgb '{}' notitle, ",
                            data, error_colour);
    }
    script += fmt::format("{} using 1:2 with points pt {} ps 0.8 lc rgb '{}' notitle{}", data,
                          positive ? 7 : 6, value_colour, positive ? ", " : "\n");
  }
}

/// Marks of at most six edges.
std::string edge_tics(std::vector<double> const& edges) {
  std::size_t const bins = edges.size() - 1;
  std::size_t const step = std::max<std::size_t>(1, (bins + 4) / 5);
  std::string tics;
  for (std::size_t k = 0; k <= bins; k += step) {
    tics += fmt::format("{}'{:.3g}' {}", tics.empty() ? "" : ", ", edges[k],
                        static_cast<double>(k) - 0.5);
  }
  return tics;
}

void append_covariance(std::string& script, PairsPicture const& picture) {
  std::size_t const bins = picture.value.size();
  script += "$covariance << SIDERUM_END\n";
  for (std::size_t k = 0; k < bins; ++k) {
    for (std::size_t l = 0; l < bins; ++l) {
      script += fmt::format("{}{}", picture.correlation[k * bins + l], l + 1 < bins ? ' ' : '\n');
    }
  }
  std::string const tics = edge_tics(picture.edges);
  script += fmt::format(
      "SIDERUM_END\n"
      "unset logscale\nunset grid\n"
      "set title 'covariance / (error x error)'\n"
      "set size ratio 1\n"
      "set xlabel {0}\nset ylabel {0}\n"
      "set xrange [-0.5:{1}]\nset yrange [-0.5:{1}]\n"
      "set xtics ({2})\nset ytics ({2})\n"
      "set cbrange [-1:1]\nset cbtics 0.5\n"
      "set palette defined (-1 '#2166ac', -0.5 '#92c5de', 0 '#f7f7f7', 0.5 '#f4a582',"
      " 1 '#b2182b')\n"
      "plot $covariance matrix using 1:2:3 with image notitle\n",
      gnuplot_text("separation [" + picture.unit + "]"), static_cast<double>(bins) - 0.5, tics);
}

}  // namespace

std::string gnuplot_script(PairsPicture const& picture, PictureFormat format) {
  bool const two_panels = !picture.correlation.empty();
  std::string script = plot_style(terminal(format, two_panels));
  Range const range = value_range(picture);
  append_data(script, picture, range);
  script += fmt::format("set multiplot layout 1,{} title {} font ',15'\n", two_panels ? 2 : 1,
                        gnuplot_text(picture.title));
  append_values(script, picture, range);
  if (two_panels) {
    append_covariance(script, picture);
  }
  return script + "unset multiplot\nexit\n";
}

void draw_picture(PairsPicture const& picture, std::string const& gnuplot, io::OutputFile& file) {
  bool const shows_some = std::any_of(picture.value.begin(), picture.value.end(), [](double value) {
    return std::isfinite(value) && value != 0.0;
  });
  SIDERUM_VALIDATE(shows_some,
                   fmt::format("'{}' was not drawn (no bin has a {} other than 0). Leave --plot"
                               " out.",
                               file.path(), picture.name));
  run_gnuplot(gnuplot, gnuplot_script(picture, picture_format(file.path())), file);
}

}  // namespace siderum::apps
