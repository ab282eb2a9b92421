// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/product.hpp>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <string>
#include <vector>

#ifdef SIDERUM_ENABLE_OPENBLAS
#include <cblas.h>

// OpenBLAS shows what it takes its memory by, but has no header for it.
extern "C" {
void* blas_memory_alloc(int position);
void blas_memory_free(void* block);
}
#endif

#include <siderum/core/error.hpp>
#include <siderum/core/out_of_memory.hpp>

namespace siderum::portable {

#ifdef SIDERUM_ENABLE_OPENBLAS

namespace {

// OpenBLAS has one number of threads for the whole process: the first of those that want one thread
// sets it, the last restores it.
struct ThreadsOfBlas {
  std::mutex mutex;
  int users = 0;
  int before = 1;
  int served = 0;  ///< that have memory
};

ThreadsOfBlas& threads_of_blas() {
  static ThreadsOfBlas threads;
  return threads;
}

// OpenBLAS takes a block of memory for each thread that multiplies, keeps it, and tries for ever
// where it cannot have one: all are made before the threads begin.
void serve(int threads) {
  constexpr std::size_t block = std::size_t{128} << 20;
  int& served = threads_of_blas().served;
  std::vector<void*> blocks;
  blocks.reserve(static_cast<std::size_t>(threads));
  bool has_room = true;
  while (std::ssize(blocks) < threads && has_room) {
    has_room = std::ssize(blocks) < served || has_room_for(block);
    if (has_room) {
      blocks.push_back(blas_memory_alloc(0));
      served = std::max(served, static_cast<int>(std::ssize(blocks)));
    }
  }
  for (void* const each : blocks) {
    blas_memory_free(each);
  }
  if (!has_room) {
    throw out_of_memory(
        "matrix products of " + std::to_string(threads) + (threads == 1 ? " thread" : " threads"),
        static_cast<double>(threads) * static_cast<double>(block));
  }
}

void multiply(ProductShape const& shape, double const* a, double const* b, double* c, double keep) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, shape.rows, shape.columns, shape.inner, 1.0,
              a, shape.inner, b, shape.inner, keep, c, shape.columns);
}

void multiply(ProductShape const& shape, float const* a, float const* b, float* c, float keep) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, shape.rows, shape.columns, shape.inner, 1.0F,
              a, shape.inner, b, shape.inner, keep, c, shape.columns);
}

}  // namespace

SerialProducts::SerialProducts(int threads) {
  std::lock_guard const lock(threads_of_blas().mutex);
  if (threads > threads_of_blas().served) {
    serve(threads);
  }
  if (threads_of_blas().users++ == 0) {
    threads_of_blas().before = openblas_get_num_threads();
    openblas_set_num_threads(1);
  }
}

SerialProducts::~SerialProducts() {
  std::lock_guard const lock(threads_of_blas().mutex);
  if (--threads_of_blas().users == 0) {
    openblas_set_num_threads(threads_of_blas().before);
  }
}

template <class Real>
void HostProduct<Real>::operator()(ProductShape const& shape, Real const* a, Real const* b, Real* c,
                                   ProductStart start) const {
  Real const keep = start == ProductStart::add ? Real(1) : Real(0);
  for (int i = 0; i < shape.batch; ++i) {
    multiply(shape, a + i * shape.stride_a, b + i * shape.stride_b, c + i * shape.stride_c, keep);
  }
}

#else

SerialProducts::SerialProducts(int) {}
SerialProducts::~SerialProducts() = default;

template <class Real>
void HostProduct<Real>::operator()(ProductShape const&, Real const*, Real const*, Real*,
                                   ProductStart) const {
  throw Error(
      "There are no matrix products on hosts in this build (it was configured with"
      " SIDERUM_ENABLE_OPENBLAS=OFF). Use the method direct or nufft, or build with OpenBLAS.");
}

#endif

template class HostProduct<float>;
template class HostProduct<double>;

}  // namespace siderum::portable
