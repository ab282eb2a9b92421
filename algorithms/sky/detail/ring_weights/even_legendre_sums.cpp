// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/detail/ring_weights/even_legendre_sums.hpp>

#include <algorithm>

#include <Kokkos_Core.hpp>

#include <siderum/core/host_loop.hpp>
#include <siderum/core/policies.hpp>

namespace siderum::detail {

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

/// Parts of the rings that threads sum by themselves: their number fixes the order of the sums.
constexpr std::int64_t parts = 32;

template <class Body>
void for_each_index(char const* label, std::int64_t count, Body const& body) {
  Host const host;
  for_each_on_host(label, IndexPolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>(host, 0, count),
                   body);
}

}  // namespace

EvenLegendreSums::EvenLegendreSums(std::vector<double> one_minus_cosine,
                                   std::int64_t highest_degree)
    : rings_(std::ssize(one_minus_cosine)), w_(std::move(one_minus_cosine)) {
  w_.resize(static_cast<std::size_t>(groups() * group), 0.0);
  for (std::int64_t l = 0; l < highest_degree; ++l) {
    auto const degree = static_cast<double>(l);
    shrink_.push_back(degree / (degree + 1.0));
    pull_.push_back((2.0 * degree + 1.0) / (degree + 1.0));
  }
}

std::int64_t EvenLegendreSums::groups() const {
  return (rings_ + group - 1) / group;
}

template <class Take>
void EvenLegendreSums::for_each_even(std::int64_t first_ring, Take const& take) const {
  Vector w[vectors];
  Vector value[vectors];
  Vector difference[vectors];
  for (int v = 0; v < vectors; ++v) {
    w[v] = Vector::load(w_.data() + first_ring + v * Vector::size);
    value[v] = Vector(1.0);
    difference[v] = Vector(0.0);
  }
  auto const step = [&](std::size_t l) {
    Vector const shrink(shrink_[l]);
    Vector const pull(-pull_[l]);
    for (int v = 0; v < vectors; ++v) {
      difference[v] = multiply_add(pull * w[v], value[v], shrink * difference[v]);
      value[v] = value[v] + difference[v];
    }
  };
  take(std::size_t{0}, value);
  for (std::size_t l = 0; l + 1 < shrink_.size(); l += 2) {
    step(l);
    step(l + 1);
    take(l / 2 + 1, value);
  }
}

std::vector<double> EvenLegendreSums::to_rings(std::vector<double> const& value) const {
  std::vector<double> sums(w_.size());
  for_each_index("siderum::ring_weights::to_rings[portable]", groups(), [&](std::int64_t g) {
    Vector sum[vectors];
    for (Vector& each : sum) {
      each = Vector(0.0);
    }
    for_each_even(g * group, [&](std::size_t i, Vector const* p) {
      for (int v = 0; v < vectors; ++v) {
        sum[v] = multiply_add(Vector(value[i]), p[v], sum[v]);
      }
    });
    for (int v = 0; v < vectors; ++v) {
      sum[v].store(sums.data() + g * group + v * Vector::size);
    }
  });
  sums.resize(static_cast<std::size_t>(rings_));
  return sums;
}

std::vector<double> EvenLegendreSums::to_degrees(std::vector<double> const& value) const {
  std::vector<double> padded = value;
  padded.resize(w_.size(), 0.0);
  auto const degrees = shrink_.size() / 2 + 1;
  std::vector<double> of_part(parts * degrees, 0.0);
  for_each_index("siderum::ring_weights::to_degrees[portable]", parts, [&](std::int64_t part) {
    std::vector<double> sum(degrees * Vector::size, 0.0);
    for (std::int64_t g = part; g < groups(); g += parts) {
      double const* const factor = padded.data() + g * group;
      for_each_even(g * group, [&](std::size_t i, Vector const* p) {
        double* const at = sum.data() + i * Vector::size;
        Vector of_degree = Vector::load(at);
        for (int v = 0; v < vectors; ++v) {
          of_degree = multiply_add(Vector::load(factor + v * Vector::size), p[v], of_degree);
        }
        of_degree.store(at);
      });
    }
    for (std::size_t i = 0; i < sum.size(); ++i) {
      of_part[static_cast<std::size_t>(part) * degrees + i / Vector::size] += sum[i];
    }
  });
  std::vector<double> sums(degrees, 0.0);
  for (std::size_t at = 0; at < of_part.size(); ++at) {
    sums[at % degrees] += of_part[at];
  }
  return sums;
}

}  // namespace siderum::detail
