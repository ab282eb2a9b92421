// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/thread_memory.hpp>

#include <new>

#include <siderum/core/out_of_memory.hpp>

namespace siderum {

namespace {

constexpr std::align_val_t alignment{64};
constexpr std::size_t most_kept = std::size_t{8} << 20;

void* allocate(std::size_t bytes) {
  void* const data = ::operator new(bytes, alignment, std::nothrow);
  if (data == nullptr) {
    throw out_of_memory("the work of a thread", static_cast<double>(bytes));
  }
  return data;
}

class KeptBlock {
 public:
  KeptBlock() = default;
  ~KeptBlock() { ::operator delete(data_, alignment); }
  KeptBlock(KeptBlock const&) = delete;
  KeptBlock& operator=(KeptBlock const&) = delete;

  void* at_least(std::size_t bytes) {
    if (bytes > bytes_) {
      ::operator delete(data_, alignment);
      data_ = nullptr;
      bytes_ = 0;
      data_ = allocate(bytes);
      bytes_ = bytes;
    }
    return data_;
  }

  bool is_taken = false;

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

constexpr int kept_blocks = 2;

KeptBlock& kept(int i) {
  thread_local KeptBlock blocks[kept_blocks];
  return blocks[i];
}

int free_block() {
  for (int i = 0; i < kept_blocks; ++i) {
    if (!kept(i).is_taken) {
      return i;
    }
  }
  return -1;
}

}  // namespace

ThreadMemory::ThreadMemory(std::size_t bytes) : kept_(bytes > most_kept ? -1 : free_block()) {
  data_ = kept_ < 0 ? allocate(bytes) : kept(kept_).at_least(bytes);
  if (kept_ >= 0) {
    kept(kept_).is_taken = true;
  }
}

ThreadMemory::~ThreadMemory() {
  if (kept_ < 0) {
    ::operator delete(data_, alignment);
  } else {
    kept(kept_).is_taken = false;
  }
}

}  // namespace siderum
