// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/sky/harmonic_filter_options.hpp>

#include <cmath>
#include <numbers>
#include <span>

#include <fmt/format.h>

#include <siderum/algorithms/sky/harmonic_filters.hpp>
#include <siderum/apps/command_line/message.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <siderum/apps/sky/harmonic_options.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/sky/pixel_window.hpp>

namespace siderum::apps {

namespace {

constexpr std::array action_choices{Choice<WindowAction>{"apply", WindowAction::apply},
                                    Choice<WindowAction>{"remove", WindowAction::remove}};

constexpr double arcminute = std::numbers::pi / (180.0 * 60.0);

double parse_width(std::string const& text) {
  double const width = parse_number("--fwhm", text);
  SIDERUM_VALIDATE(width >= 0.0,
                   fmt::format("--fwhm got '{}' (a beam is not narrower than 0). Give its full "
                               "width at half of its maximum, in arcminutes.",
                               text));
  return width;
}

void multiply(std::vector<double>& factors, std::span<double const> others) {
  for (std::size_t l = 0; l < factors.size(); ++l) {
    factors[l] *= others[l];
  }
}

void invert(std::vector<double>& factors, int least_degree) {
  constexpr double least = 1e-30;  // noise and rounding are all that is left of such a degree
  for (std::size_t l = 0; l < factors.size(); ++l) {
    bool const is_there = static_cast<int>(l) >= least_degree;
    SIDERUM_VALIDATE(!is_there || std::abs(factors[l]) >= least,
                     fmt::format("The windows cannot be removed at l = {} (they are {} there). "
                                 "Give a smaller lmax.",
                                 l, number_text(factors[l])));
    factors[l] = is_there ? 1.0 / factors[l] : 0.0;
  }
}

/// The window of the file for a component.
std::vector<double> const& pixel_window(FilterOptions const& options,
                                        io::PixelWindow const& windows, bool is_polarisation,
                                        std::int64_t lmax) {
  std::vector<double> const& window = is_polarisation ? windows.polarisation : windows.temperature;
  std::string const file = io::input_name(options.pixel_window);
  SIDERUM_VALIDATE(!window.empty(),
                   fmt::format("{} has no window of polarisation (it has no column POLARIZATION). "
                               "Give a file with both.",
                               file));
  SIDERUM_VALIDATE(std::ssize(window) > lmax,
                   fmt::format("{} ends at l = {} (lmax is {}). Give a longer window, or a smaller"
                               " lmax.",
                               file, window.size() - 1, lmax));
  return window;
}

}  // namespace

void add_filter_options(Verb& verb, FilterOptions& options) {
  verb.add_option(
      "--fwhm", "ARCMIN", [&options](std::string const& text) { options.fwhm = parse_width(text); },
      "of a Gaussian beam, full width at half maximum [arcmin]");
  add_input(verb, "--pixel-window", options.pixel_window,
            "file of windows: columns TEMPERATURE and POLARIZATION, a row for each degree");
  add_choice(verb, "--windows", options.action, action_choices,
             "apply beam and pixel window, or remove them");
}

void check_filter_options(FilterOptions const& options) {
  if (options.action && !options.are_given()) {
    throw UsageError(
        "--windows has no effect (there are none). Give --fwhm or --pixel-window, or leave it"
        " out.");
  }
}

std::vector<std::vector<double>> read_filter(FilterOptions const& options, Field field,
                                             std::int64_t lmax) {
  std::vector<std::vector<double>> factors;
  if (!options.are_given()) {
    return factors;
  }
  io::PixelWindow windows;
  if (!options.pixel_window.empty()) {
    io::FileNotes notes;
    windows = io::read_pixel_window(options.pixel_window, &notes);
    print_messages(notes.sentences());
  }
  for (std::int64_t row = 0; row < components(field); ++row) {
    int const own_spin = has_spin(field, row) ? spin(field) : 0;
    std::vector<double> factor =
        gaussian_beam(lmax, options.fwhm.value_or(0.0) * arcminute, own_spin);
    if (!options.pixel_window.empty()) {
      multiply(factor, pixel_window(options, windows, own_spin == 2, lmax));
    }
    if (options.action == WindowAction::remove && options.pixel_window.empty()) {
      invert(factor, own_spin);
    } else if (options.action == WindowAction::remove) {
      about_file(options.pixel_window, [&] { invert(factor, own_spin); });
    }
    factors.push_back(std::move(factor));
  }
  return factors;
}

void filter(io::CoefficientTable& table, std::vector<std::vector<double>> const& factors) {
  auto const count = static_cast<std::size_t>(table.range.count());
  for (std::size_t row = 0; row < factors.size(); ++row) {
    scale_degrees(table.range, std::span(table.a_lm).subspan(row * count, count), factors[row]);
  }
}

}  // namespace siderum::apps
