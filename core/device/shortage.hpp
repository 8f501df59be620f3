#pragma once
// What is said where memory does not suffice: the same on every device.

#include <cstddef>
#include <string>

namespace nopal {

/// An allocation that failed.
struct Shortage {
  std::string device;          ///< "the CUDA device NVIDIA H100"
  std::size_t asked = 0;       ///< bytes
  std::string what;            ///< whose memory: "wavetoy::phi@1 (...)"
  std::string reason;          ///< "the driver says ..."
  std::size_t free = 0;        ///< bytes; 0 with total > 0 and tells_free: none at all
  bool tells_free = false;     ///< whether `free` is known
  std::size_t total = 0;       ///< bytes of the device; 0: not known
  std::size_t held = 0;        ///< bytes that this process holds there already
  std::size_t one_at_most = 0; ///< bytes of one allocation; 0: no limit
};

/// "out of memory on <device>: ...": what was asked for and for what, what is free, what nopal holds, what to do.
std::string shortage_text(const Shortage& shortage);

} // namespace nopal
