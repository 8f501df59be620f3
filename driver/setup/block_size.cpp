#include "driver/setup/block_size.hpp"

#include "core/base/bytes_text.hpp"
#include "core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

bool BlockSize::fits(const Pass& pass, long block_size, std::size_t bytes) const {
  const StreamedPass streamed(pass, block_size, variables_);
  return streamed.bytes() <= bytes && (limits_.allocation == 0 || streamed.largest() <= limits_.allocation);
}

/// Returns 0 if not even one layer fits.
long BlockSize::largest(const Pass& pass, std::size_t bytes) const {
  long fitting = 0, too_large = pass.layout.box.extent(pass.axis) + 1;
  while (too_large - fitting > 1) {
    const long middle = (fitting + too_large) / 2;
    (fits(pass, middle, bytes) ? fitting : too_large) = middle;
  }
  return fitting;
}

long BlockSize::at_most(const Pass& pass, long most, const std::string& what) const {
  if (most == 0) return of(pass, what);
  if (fits(pass, most, limits_.bytes)) return most;
  const long fitting = largest(pass, limits_.bytes);
  return fitting > 0 ? std::min(most, fitting) : of(pass, what);
}

StreamedPass BlockSize::streamed(Pass pass, long most, const std::string& what) const {
  const long size = at_most(pass, most, what);
  StreamedPass streamed(std::move(pass), size, variables_);
  if (streamed.bytes() + streamed.reduction_bytes(!limits_.is_gpu) <= limits_.bytes) return streamed;
  Pass without = streamed.pass();
  without.reductions.clear();
  return {std::move(without), size, variables_};
}

long BlockSize::of(const Pass& pass, const std::string& what) const {
  if (given() > 0 && fits(pass, given(), limits_.bytes)) return given();
  const long chosen = given() > 0 ? 0 : largest(pass, limits_.automatic);
  if (chosen > 0) return chosen;
  const long fitting = largest(pass, limits_.bytes);
  if (given() == 0 && fitting > 0) return fitting;
  const long size = std::max(given(), 1L);
  const std::size_t needed = StreamedPass(pass, size, variables_).bytes();
  const bool is_long = pass.stages.back().iteration > 1;
  const char* const place = given() > 0 && fitting > 0 ? "block_size" : is_long ? "blocking_factor" : "device_memory";
  std::string remedy = fitting > 0 ? fmt::format("set accelerator.block_size to {} or less, ", fitting) : "";
  if (is_long) remedy += "let a block have fewer iterations (accelerator.blocking_factor), ";
  throw Error(parameters_.where(fmt::format("accelerator::{}", place)),
              fmt::format("{}: with blocks of {} layer{} its windows take {} on the device, but the run may use {}: "
                          "{}use a device with more memory (accelerator.device_memory), or fewer points in a layer",
                          what, size, size == 1 ? "" : "s", bytes_text(needed), bytes_text(limits_.bytes), remedy));
}

} // namespace nopal
