// The compiler (nvrtc.cpp) puts this text before CUDA C++, so that g++ can compile it, and appends NOPAL_EMULATE(name)
// for each entry point. An entry point runs on the host, one thread after the other. If NOPAL_EMULATED_BLOCKS is
// defined, the threads of a block run at the same time.
#include <cmath>

#ifdef NOPAL_EMULATED_BLOCKS
#include <atomic>
#include <barrier>
#include <memory>
#include <thread>
#include <vector>
#endif

#include <cstdio>
#include <cstring>
#include <tuple>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __shared__
#define __align__(bytes)

namespace nopal_emulated {
struct Place {
  unsigned x = 0, y = 0, z = 0;
};

/// A launch in a stream. It holds the values of the arguments at the time of the launch.
struct Launch {
  void (*run)(Launch*, const unsigned* grid, const unsigned* block);
  void (*drop)(Launch*);
};
} // namespace nopal_emulated

template <class T> T __ldg(const T* address) { return *address; }
inline double __longlong_as_double(long long bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline long long __double_as_longlong(double value) {
  long long bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline double __fma_rn(double a, double b, double c) { return std::fma(a, b, c); }
inline double __dsqrt_rn(double a) { return std::sqrt(a); }
inline unsigned long __umul64hi(unsigned long a, unsigned long b) {
  return static_cast<unsigned long>(static_cast<unsigned __int128>(a) * b >> 64);
}

static thread_local nopal_emulated::Place threadIdx;
static nopal_emulated::Place blockIdx, blockDim, gridDim;

#ifdef NOPAL_EMULATED_BLOCKS
/// The shared memory of the block that runs, as large as on an H100.
alignas(64) unsigned char nopal_memory[227 * 1024];
namespace nopal_emulated {
static std::unique_ptr<std::barrier<>> barrier;
}
static void __syncthreads() { nopal_emulated::barrier->arrive_and_wait(); }

template <class T> T atomicCAS(T* address, T compare, T value) {
  std::atomic_ref<T>(*address).compare_exchange_strong(compare, value);
  return compare;
}
template <class T> T atomicAdd(T* address, T value) { return std::atomic_ref<T>(*address).fetch_add(value); }
template <class T, class Better> T nopal_better(T* address, T value, Better better) {
  std::atomic_ref<T> target(*address);
  T before = target.load();
  while (!target.compare_exchange_weak(before, better(value, before) ? value : before)) {
  }
  return before;
}
template <class T> T atomicMin(T* address, T value) {
  return nopal_better(address, value, [](T a, T b) { return a < b; });
}
template <class T> T atomicMax(T* address, T value) {
  return nopal_better(address, value, [](T a, T b) { return a > b; });
}
#else
template <class T> T atomicCAS(T* address, T compare, T value) {
  const T before = *address;
  if (before == compare) *address = value;
  return before;
}
template <class T> T atomicAdd(T* address, T value) {
  const T before = *address;
  *address = before + value;
  return before;
}
#endif

namespace nopal_emulated {
template <class... Arguments> struct Bound : Launch {
  void (*entry)(Arguments...);
  std::tuple<Arguments...> values;
};

template <class Body> void each(Place& place, const unsigned* extent, const Body& body) {
  for (place.z = 0; place.z < extent[2]; ++place.z)
    for (place.y = 0; place.y < extent[1]; ++place.y)
      for (place.x = 0; place.x < extent[0]; ++place.x) body();
}

template <class... Arguments, std::size_t... n>
Launch* bind(void (*entry)(Arguments...), void** values, std::index_sequence<n...>) {
  auto* bound = new Bound<Arguments...>{{}, entry, {*static_cast<Arguments*>(values[n])...}};
  bound->run = [](Launch* launch, const unsigned* grid, const unsigned* block) {
    auto* self = static_cast<Bound<Arguments...>*>(launch);
    gridDim = {grid[0], grid[1], grid[2]};
    blockDim = {block[0], block[1], block[2]};
#ifdef NOPAL_EMULATED_BLOCKS
    each(blockIdx, grid, [&] {
      barrier = std::make_unique<std::barrier<>>(block[0] * block[1] * block[2]);
      std::vector<std::jthread> threads;
      Place place;
      each(place, block, [&] {
        threads.emplace_back([self, place] {
          threadIdx = place;
          std::apply(self->entry, self->values);
          barrier->arrive_and_drop();
        });
      });
    });
#else
    each(blockIdx, grid, [&] { each(threadIdx, block, [&] { std::apply(self->entry, self->values); }); });
#endif
  };
  bound->drop = [](Launch* launch) { delete static_cast<Bound<Arguments...>*>(launch); };
  return bound;
}
template <class... Arguments> Launch* bind(void (*entry)(Arguments...), void** values) {
  return bind(entry, values, std::index_sequence_for<Arguments...>{});
}
} // namespace nopal_emulated

#define NOPAL_EMULATE(name)                                                                                            \
  extern "C" nopal_emulated::Launch* nopal_bind_##name(void** values) { return nopal_emulated::bind(name, values); }
