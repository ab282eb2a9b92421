// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/spread_kernel.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>
#include <tuple>
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
constexpr Upsampling upsamplings[] = {{5,
                                       {{0.9, 1.35e-01},
                                        {0.9, 2.21e-02},
                                        {0.915, 5.10e-03},
                                        {0.9525, 1.50e-03},
                                        {0.965, 3.74e-04},
                                        {0.9725, 1.08e-04},
                                        {0.9775, 3.00e-05},
                                        {0.9825, 7.90e-06},
                                        {0.985, 2.39e-06},
                                        {0.9875, 6.50e-07},
                                        {0.9625, 1.65e-07},
                                        {0.9675, 4.09e-08},
                                        {0.99, 1.03e-08},
                                        {0.9925, 2.59e-09}}},
                                      {6,
                                       {{0.9, 4.57e-02},
                                        {0.9, 4.73e-03},
                                        {0.9425, 8.89e-04},
                                        {0.9625, 1.74e-04},
                                        {0.9725, 3.17e-05},
                                        {0.9775, 5.97e-06},
                                        {0.9825, 1.17e-06},
                                        {0.985, 2.15e-07},
                                        {0.9575, 3.82e-08},
                                        {0.965, 6.21e-09},
                                        {0.97, 1.19e-09},
                                        {0.975, 1.77e-10},
                                        {0.9775, 2.79e-11},
                                        {0.9925, 5.49e-12}}},
                                      {8,
                                       {{0.9, 1.27e-02},
                                        {0.925, 1.35e-03},
                                        {0.9575, 1.61e-04},
                                        {0.97, 2.07e-05},
                                        {0.9775, 2.62e-06},
                                        {0.9375, 3.51e-07},
                                        {0.985, 4.04e-08},
                                        {0.96, 4.51e-09},
                                        {0.9675, 5.31e-10},
                                        {0.9725, 6.06e-11},
                                        {0.9775, 6.88e-12},
                                        {0.98, 8.20e-13},
                                        {0.9825, 9.43e-14},
                                        {0.985, 1.96e-14}}}};

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
  double const magnified = tables.deconvolver.front();  // at the last mode, where it is largest
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
    if (worst * kernel.width * magnified < 0.2 * tolerance) {
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

// How much smaller the transform of a kernel is at the edge of the modes than in their middle, by
// its asymptotic form exp(sqrt(beta^2 - alpha^2) - beta), alpha = pi width / upsampling there. (The
// exact ratio is 0.6 to 0.9 of it.)
double decline(SpreadKernel const& kernel) {
  double const alpha = 2.0 * pi * kernel.width / kernel.upsampling_parts;
  return std::exp(kernel.beta - std::sqrt(kernel.beta * kernel.beta - alpha * alpha));
}

// What roundings add, for each unit of strength. Measured with FP32 numbers of 301 and 20,000
// points it is 0.03 to 0.05 epsilon times the decline where there are few.
double rounding_error(SpreadKernel const& kernel, double epsilon) {
  return 0.05 * epsilon * decline(kernel);
}

}  // namespace

SpreadKernel choose_spread_kernel(double tolerance, double epsilon) {
  SpreadKernel kernel{};
  for (Upsampling const& upsampling : upsamplings) {
    double const factor = pi * (1.0 - 2.0 / upsampling.parts);
    for (int width = narrowest; width <= widest_spread; ++width) {
      Shape const& shape = upsampling.shapes[width - narrowest];
      kernel = {width, upsampling.parts, factor * shape.beta * width};
      if (shape.error + rounding_error(kernel, epsilon) <= tolerance) {
        return kernel;
      }
    }
  }
  return kernel;
}

std::shared_ptr<SpreadTables const> spread_tables(double tolerance, double epsilon, int modes) {
  static std::mutex mutex;
  // Never destroyed: a job that a caller has left may run while the process ends.
  using Known = std::map<std::tuple<double, double, int>, std::shared_ptr<SpreadTables const>>;
  static Known& known = *new Known;
  std::lock_guard const lock(mutex);
  auto& tables = known[{tolerance, epsilon, modes}];
  if (!tables) {
    auto made = std::make_shared<SpreadTables>();
    made->kernel = choose_spread_kernel(tolerance, epsilon);
    made->modes = modes;
    made->cells = modes / 4 * made->kernel.upsampling_parts;
    tabulate_deconvolver(*made);
    tabulate_polynomial(*made, tolerance);
    tables = made;
  }
  return tables;
}

}  // namespace siderum::portable
