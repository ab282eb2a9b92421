// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/thread_memory.hpp>

#include <mutex>
#include <new>
#include <vector>

#include <siderum/core/large_pages.hpp>
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

// Blocks of more than a thread keeps.
class LargeBlocks {
 public:
  static LargeBlocks& of_process() {
    static LargeBlocks& blocks = *new LargeBlocks;  // threads may outlive static objects
    return blocks;
  }

  void* take(std::size_t bytes) {
    if (void* const found = find(bytes)) {
      return found;
    }
    void* const data = ::operator new(bytes, large_page, std::nothrow);
    if (data == nullptr) {
      throw out_of_memory("the work of a thread", static_cast<double>(bytes));
    }
    prefer_large_pages(data, bytes);
    return data;
  }

  void give_back(void* data, std::size_t bytes) {
    {
      std::lock_guard const lock(mutex_);
      if (keepers_ > 0) {
        waiting_.push_back({data, bytes});
        return;
      }
    }
    ::operator delete(data, large_page);
  }

  void keep() {
    std::lock_guard const lock(mutex_);
    ++keepers_;
  }

  void release() {
    std::lock_guard const lock(mutex_);
    if (--keepers_ == 0) {
      for (Block const& block : waiting_) {
        ::operator delete(block.data, large_page);
      }
      waiting_.clear();
    }
  }

 private:
  struct Block {
    void* data;
    std::size_t bytes;
  };
  static constexpr std::align_val_t large_page{std::size_t{2} << 20};

  void* find(std::size_t bytes) {
    std::lock_guard const lock(mutex_);
    for (Block& block : waiting_) {
      if (block.bytes == bytes) {
        void* const data = block.data;
        block = waiting_.back();
        waiting_.pop_back();
        return data;
      }
    }
    return nullptr;
  }

  std::mutex mutex_;
  int keepers_ = 0;
  std::vector<Block> waiting_;
};

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
  expect_thread_locals();
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

void expect_thread_locals() {
  constexpr std::size_t room = 1 << 20;
  thread_local bool is_expected = false;
  if (!is_expected && !has_room_for(room)) {
    throw std::bad_alloc();
  }
  is_expected = true;
}

ThreadMemory::ThreadMemory(std::size_t bytes)
    : bytes_(bytes), kept_(bytes > most_kept ? -1 : free_block()) {
  if (bytes > most_kept) {
    data_ = LargeBlocks::of_process().take(bytes);
  } else if (kept_ < 0) {
    data_ = allocate(bytes);
  } else {
    data_ = kept(kept_).at_least(bytes);
    kept(kept_).is_taken = true;
  }
}

ThreadMemory::~ThreadMemory() {
  if (bytes_ > most_kept) {
    LargeBlocks::of_process().give_back(data_, bytes_);
  } else if (kept_ < 0) {
    ::operator delete(data_, alignment);
  } else {
    kept(kept_).is_taken = false;
  }
}

KeptLargeBlocks::KeptLargeBlocks() {
  LargeBlocks::of_process().keep();
}

KeptLargeBlocks::~KeptLargeBlocks() {
  LargeBlocks::of_process().release();
}

}  // namespace siderum
