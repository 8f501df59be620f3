#pragma once
// The error message for too little memory, the same for every device.

#include <cstddef>
#include <string>

namespace nopal {

/// An allocation that failed.
struct Shortage {
  std::string device;          ///< "the CUDA device NVIDIA H100"
  std::size_t asked = 0;       ///< bytes
  std::string what;            ///< owner of the memory: "wavetoy::phi@1 (...)"
  std::string reason;          ///< "the driver says ..."
  std::size_t free = 0;        ///< bytes, if tells_free
  bool tells_free = false;     ///< `free` is known
  std::size_t total = 0;       ///< bytes of the device; 0: not known
  std::size_t held = 0;        ///< bytes that this process already holds there
  std::size_t one_at_most = 0; ///< largest allocation in bytes; 0: no limit
};

/// Returns "out of memory on <device>: ..." with the bytes asked for, their purpose, the free bytes, the bytes that
/// nopal holds, and what to do.
std::string shortage_text(const Shortage& shortage);

} // namespace nopal
