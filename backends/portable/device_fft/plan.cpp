// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/device_fft/plan.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

#include <siderum/core/error.hpp>

namespace siderum::portable::device_fft {

namespace {

// The largest first.
std::vector<int> prime_factors(int length) {
  std::vector<int> factors;
  int rest = length;
  for (int const prime : {5, 3, 2}) {
    for (; rest > 1 && rest % prime == 0; rest /= prime) {
      factors.push_back(prime);
    }
  }
  SIDERUM_VALIDATE(!factors.empty() && rest == 1,
                   "A device has no Fourier transform of length " + std::to_string(length) +
                       " (its lengths are products of 2, 3 and 5). Take such a length.");
  return factors;
}

// Twos in threes, where two are left over in pairs.
std::vector<int> radices_of(std::vector<int> const& primes) {
  std::vector<int> radices;
  auto twos = std::count(primes.begin(), primes.end(), 2);
  for (; twos > 4 || twos == 3; twos -= 3) {
    radices.push_back(8);
  }
  for (; twos >= 2; twos -= 2) {
    radices.push_back(4);
  }
  radices.insert(radices.end(), static_cast<std::size_t>(twos), 2);
  std::copy_if(primes.begin(), primes.end(), std::back_inserter(radices),
               [](int prime) { return prime != 2; });
  return radices;
}

}  // namespace

std::vector<Pass> divide_length(int length, int longest) {
  std::vector<int> const factors = prime_factors(length);
  for (std::size_t count = 1;; ++count) {
    std::vector<Pass> passes(count);
    std::vector<std::vector<int>> primes(count);
    for (int const factor : factors) {
      auto const shortest =
          std::min_element(passes.begin(), passes.end(),
                           [](Pass const& a, Pass const& b) { return a.length < b.length; });
      shortest->length *= factor;
      primes[static_cast<std::size_t>(shortest - passes.begin())].push_back(factor);
    }
    bool const fits = std::all_of(passes.begin(), passes.end(),
                                  [&](Pass const& pass) { return pass.length <= longest; });
    if (fits) {
      std::transform(primes.begin(), primes.end(), passes.begin(), passes.begin(),
                     [](auto const& of_pass, Pass pass) {
                       pass.radices = radices_of(of_pass);
                       return pass;
                     });
      return passes;
    }
  }
}

std::vector<int> groups_by_frequency(Pass const& pass) {
  std::vector<int> places{0};
  int groups = pass.length / pass.radices.back();
  for (std::size_t stage = 0; stage + 1 < pass.radices.size(); ++stage) {
    int const radix = pass.radices[stage];
    groups /= radix;
    std::vector<int> longer;
    for (int q = 0; q < radix; ++q) {
      for (int const place : places) {
        longer.push_back(place + q * groups);
      }
    }
    places = longer;
  }
  return places;
}

}  // namespace siderum::portable::device_fft
