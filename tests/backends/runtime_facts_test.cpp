// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/runtime_facts.hpp>

#include <cstddef>
#include <string>

#include <gtest/gtest.h>

#include "support/sentence.hpp"

namespace siderum::test {
namespace {

/// A vendor whose runtime has as many devices as it is told, of which a thread has the last.
struct Runtime {
  static constexpr char const* vendor = "ACME";
  static constexpr char const* tool = "acmeinfo";
  static inline int devices = 0;
  static inline std::string failure;

  static int current() { return devices - 1; }
  static void memory(std::size_t& free, std::size_t& total) {
    free = 3;
    total = 7;
  }
  static std::string count(int& found) {
    found = devices;
    return failure;
  }
  static DeviceFacts facts(int device) {
    return {"card " + std::to_string(device), "detail", 5, 0};
  }
};

using Facts = portable::RuntimeFacts<Runtime>;

TEST(RuntimeFacts, AreThoseOfTheDeviceOfTheThreadWithItsMemory) {
  Runtime::devices = 2;
  DeviceFacts const facts = Facts()();
  EXPECT_EQ(facts.name, "card 1");
  EXPECT_EQ(facts.total_memory, 7);
  EXPECT_EQ(facts.free_memory, 3);
}

TEST(RuntimeFacts, OfAllDevicesTellNothingOfFreeMemory) {
  Runtime::devices = 2;
  auto const all = Facts::of_all_devices();
  ASSERT_EQ(all.size(), 2u);
  for (std::size_t device = 0; device < 2; ++device) {
    EXPECT_EQ(all[device].name, "card " + std::to_string(device));
    EXPECT_EQ(all[device].total_memory, 5);
    EXPECT_EQ(all[device].free_memory, 0);
  }
}

TEST(RuntimeFacts, SayWhyThereIsNoDevice) {
  auto const sentence = [](int devices, std::string const& failure) {
    Runtime::devices = devices;
    Runtime::failure = failure;
    std::string const said = sentence_of([] { Facts::of_all_devices(); });
    Runtime::failure.clear();
    return said;
  };
  EXPECT_EQ(sentence(0, ""),
            "No GPU of ACME can be used here (there is none). Use the CPU, or check the driver with"
            " acmeinfo.");
  EXPECT_EQ(sentence(1, "no driver"),
            "No GPU of ACME can be used here (no driver). Use the CPU, or check the driver with"
            " acmeinfo.");
}

}  // namespace
}  // namespace siderum::test
