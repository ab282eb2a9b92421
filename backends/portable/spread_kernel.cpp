// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/spread_kernel.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>
#include <utility>

namespace siderum::portable {

namespace {

constexpr double pi = std::numbers::pi;

constexpr int narrowest = 3;

// The best beta of a width in units of pi width (1 - 1 / (2 upsampling)), the estimate of section
// 4.2 of the paper, and the largest error over all modes that one point of strength 1 then has,
// wherever it lies: found by scanning beta with the kernel and its transform in FP64.
struct Shape {
  double beta;
  double error;
};
struct Upsampling {
  int parts;
  Shape shapes[widest_spread - narrowest + 1];
};
constexpr Upsampling upsamplings[] = {
    {5,
     {{0.9, 1.34e-1},
      {0.9, 2.17e-2},
      {0.925, 4.33e-3},
      {0.95, 1.28e-3},
      {0.965, 3.68e-4},
      {0.97, 1.10e-4},
      {0.98, 3.25e-5},
      {0.98, 8.99e-6},
      {0.985, 2.32e-6},
      {0.985, 5.40e-7},
      {0.985, 1.38e-7},
      {0.99, 2.62e-8},
      {0.99, 4.08e-9},
      {0.97, 2.28e-9}}},
    {6,
     {{0.9, 4.53e-2},
      {0.905, 4.35e-3},
      {0.945, 8.41e-4},
      {0.96, 1.64e-4},
      {0.97, 3.32e-5},
      {0.975, 6.04e-6},
      {0.98, 1.16e-6},
      {0.95, 2.10e-7},
      {0.955, 3.92e-8},
      {0.965, 5.63e-9},
      {0.97, 9.80e-10},
      {0.99, 1.25e-10},
      {0.975, 3.39e-11},
      {0.975, 5.07e-12}}},
    {8,
     {{0.9, 1.25e-2},
      {0.935, 1.18e-3},
      {0.955, 1.54e-4},
      {0.97, 2.00e-5},
      {0.975, 2.69e-6},
      {0.94, 3.34e-7},
      {0.985, 3.90e-8},
      {0.96, 4.42e-9},
      {0.97, 5.56e-10},
      {0.97, 6.25e-11},
      {0.975, 6.82e-12},
      {0.98, 7.13e-13},
      {0.995, 1.04e-13},
      {0.98, 1.66e-14}}}};

double phi(SpreadKernel const& kernel, double z) {
  double const inside = 1.0 - z * z;
  return inside <= 0.0 ? 0.0 : std::exp(kernel.beta * (std::sqrt(inside) - 1.0));
}

// The value in cell i at s of the polynomial's variable. The piece beyond the edge of the support
// is never used, only fitted.
double cell_value(SpreadKernel const& kernel, int i, double s) {
  double const width = kernel.width;
  return phi(kernel, (0.5 * (s + 1.0) + i - 0.5 * width) * 2.0 / width);
}

// Coefficients in powers of s of the polynomial through the Chebyshev nodes, by way of Chebyshev
// coefficients: their conversion loses some log10(2^degree / degree) digits of small terms only.
std::vector<long double> fit(SpreadKernel const& kernel, int i, int degree) {
  int const nodes = degree + 1;
  std::vector<long double> chebyshev(static_cast<std::size_t>(nodes), 0.0L);
  for (int node = 0; node < nodes; ++node) {
    double const angle = pi * (node + 0.5) / nodes;
    double const value = cell_value(kernel, i, std::cos(angle));
    for (int k = 0; k < nodes; ++k) {
      chebyshev[static_cast<std::size_t>(k)] +=
          (k == 0 ? 1.0L : 2.0L) / nodes * value * std::cos(k * angle);
    }
  }
  // T_k in powers by T_(k+1) = 2 s T_k - T_(k-1).
  std::vector<long double> powers(static_cast<std::size_t>(nodes), 0.0L);
  std::vector<long double> before(static_cast<std::size_t>(nodes), 0.0L);
  std::vector<long double> current(static_cast<std::size_t>(nodes), 0.0L);
  before[0] = 1.0L;
  if (nodes > 1) {
    current[1] = 1.0L;
  }
  powers[0] = chebyshev[0];
  for (std::size_t k = 1; k < chebyshev.size(); ++k) {
    for (std::size_t power = 0; power < chebyshev.size(); ++power) {
      powers[power] += chebyshev[k] * current[power];
    }
    std::vector<long double> next(current.size(), 0.0L);
    for (std::size_t power = 0; power < current.size(); ++power) {
      next[power] = (power > 0 ? 2.0L * current[power - 1] : 0.0L) - before[power];
    }
    before = std::exchange(current, next);
  }
  return powers;
}

void tabulate_polynomial(SpreadTables& tables, double tolerance) {
  SpreadKernel const& kernel = tables.kernel;
  for (tables.degree = std::max(3, kernel.width - 4); tables.degree < 22; ++tables.degree) {
    tables.polynomial.assign(static_cast<std::size_t>((tables.degree + 1) * widest_spread), 0.0);
    double worst = 0.0;
    for (int i = 0; i < kernel.width; ++i) {
      auto const powers = fit(kernel, i, tables.degree);
      for (int k = 0; k <= tables.degree; ++k) {
        tables.polynomial[static_cast<std::size_t>((tables.degree - k) * widest_spread + i)] =
            static_cast<double>(powers[static_cast<std::size_t>(k)]);
      }
      for (int probe = 0; probe <= 24; ++probe) {
        double const s = -1.0 + probe / 12.0;
        double value = 0.0;
        for (int k = 0; k <= tables.degree; ++k) {
          value = value * s + tables.polynomial[static_cast<std::size_t>(k * widest_spread + i)];
        }
        worst = std::max(worst, std::abs(value - cell_value(kernel, i, s)));
      }
    }
    if (worst < 0.1 * tolerance) {
      return;
    }
  }
  --tables.degree;
}

// Nodes and weights of Gauss-Legendre quadrature on -1 .. 1, by Newton's method from the
// approximation of Tricomi.
std::vector<std::pair<double, double>> gauss_legendre(int count) {
  std::vector<std::pair<double, double>> rule;
  for (int i = 0; i < count; ++i) {
    long double x = std::cos(pi * (i + 0.75) / (count + 0.5));
    long double slope = 0.0L;
    for (int step = 0; step < 6; ++step) {
      long double before = 1.0L;
      long double value = x;
      for (int k = 2; k <= count; ++k) {
        before = std::exchange(value, ((2 * k - 1) * x * value - (k - 1) * before) / k);
      }
      slope = count * (x * value - before) / (x * x - 1.0L);
      x -= value / slope;
    }
    rule.emplace_back(static_cast<double>(x),
                      static_cast<double>(2.0L / ((1.0L - x * x) * slope * slope)));
  }
  return rule;
}

// Fourier transform of the kernel in units of cells,
//     (width / 2) integral over -1 .. 1 of phi(z) cos(pi width mode z / cells) dz,
// with the cosines of each node by rotation, restarted every 64 modes.
void tabulate_deconvolver(SpreadTables& tables) {
  int const half = tables.modes / 2;
  std::vector<double> transform(static_cast<std::size_t>(half + 1), 0.0);
  for (auto const& [z, weight] : gauss_legendre(80)) {
    if (z < 0.0) {
      continue;
    }
    double const strength = tables.kernel.width * weight * phi(tables.kernel, z);
    double const angle = pi * tables.kernel.width * z / tables.cells;
    double const cos_step = std::cos(angle);
    double const sin_step = std::sin(angle);
    for (int first = 0; first <= half; first += 64) {
      double cosine = std::cos(angle * first);
      double sine = std::sin(angle * first);
      for (int mode = first; mode < std::min(first + 64, half + 1); ++mode) {
        transform[static_cast<std::size_t>(mode)] += strength * cosine;
        double const turned = cosine * cos_step - sine * sin_step;
        sine = sine * cos_step + cosine * sin_step;
        cosine = turned;
      }
    }
  }
  tables.deconvolver.resize(static_cast<std::size_t>(tables.modes));
  for (int i = 0; i < tables.modes; ++i) {
    tables.deconvolver[static_cast<std::size_t>(i)] =
        1.0 / transform[static_cast<std::size_t>(std::abs(i - half))];
  }
}

}  // namespace

SpreadKernel choose_spread_kernel(double tolerance) {
  SpreadKernel kernel{};
  for (Upsampling const& upsampling : upsamplings) {
    double const factor = pi * (1.0 - 2.0 / upsampling.parts);
    for (int width = narrowest; width <= widest_spread; ++width) {
      Shape const& shape = upsampling.shapes[width - narrowest];
      kernel = {width, upsampling.parts, factor * shape.beta * width};
      if (shape.error <= tolerance) {
        return kernel;
      }
    }
  }
  return kernel;
}

std::shared_ptr<SpreadTables const> spread_tables(double tolerance, int modes) {
  static std::mutex mutex;
  static std::map<std::pair<double, int>, std::shared_ptr<SpreadTables const>> known;
  std::lock_guard const lock(mutex);
  auto& tables = known[{tolerance, modes}];
  if (!tables) {
    auto made = std::make_shared<SpreadTables>();
    made->kernel = choose_spread_kernel(tolerance);
    made->modes = modes;
    made->cells = modes / 4 * made->kernel.upsampling_parts;
    tabulate_polynomial(*made, tolerance);
    tabulate_deconvolver(*made);
    tables = made;
  }
  return tables;
}

}  // namespace siderum::portable
