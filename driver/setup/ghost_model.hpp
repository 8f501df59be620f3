#pragma once
// The model by which driver.ghosts: auto weighs fewer messages against points that are computed twice
// (docs/deep-ghosts.md).

#include "core/grid/decomposition.hpp"

#include <cstdint>
#include <string>

namespace nopal {

/// What the machine does, as a guess. The numbers are the same on every machine, so that a parfile and a number of
/// processes give the same grid in every run, in recoveries, and in `nopal plan`.
struct ExchangeNumbers {
  double latency = 10e-6;   ///< seconds a message
  double bandwidth = 2e9;   ///< bytes a second between processes
  double memory = 15e9;     ///< bytes a second between the memory and the core of a process
  double cache_bytes = 4e6; ///< data of a process up to this size stay in its cache
  double point_time = 2e-9; ///< seconds for a point of a kernel whose data are in the cache

  /// "10 us a message, 2 GB/s between processes, …"
  std::string text() const;
};

/// What one process does between two exchanges.
struct ExchangeWork {
  int iterations = 1;
  int messages = 0;               ///< that it sends
  std::int64_t message_bytes = 0; ///< of all these messages
  std::int64_t points = 0;        ///< computed by all kernels of all these iterations, with ghosts
  std::int64_t memory_bytes = 0;  ///< read and written by the kernels of one iteration
  std::int64_t data_bytes = 0;    ///< of all arrays that these kernels use
};

/// Returns the seconds that an iteration takes. Messages are sent one after the other. All iterations between two
/// exchanges read the memory once, while they compute, unless the data stay in the cache.
double seconds_an_iteration(const ExchangeWork& work, const ExchangeNumbers& numbers);

/// Returns how many other processes a process sends messages to.
int neighbours(const Decomposition& decomposition, int rank);

} // namespace nopal
