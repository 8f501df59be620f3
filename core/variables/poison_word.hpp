#pragma once
// Poison: the bits in memory that holds no valid value. Poison is a quiet NaN that differs from all others and says
// where it came from. Arithmetic keeps it, perhaps with another sign. GPUs of NVIDIA replace it by their own NaN, so
// there only copied poison is recognised. Memory of integers holds the same bits.

#include "core/grid/region.hpp"

#include <cstdint>
#include <optional>

namespace nopal {

enum class PoisonKind {
  invalid,  ///< never written, or no longer valid
  unwritten ///< a routine is about to write it
};

/// The contents of a poison word. Bits, from the highest: sign (ignored), exponent and quiet bit (12), signature "nop"
/// (24), kind (1), place (1), base region (2: interior, boundary, ghosts, unknown), allocation (23; all ones: unknown).
struct PoisonWord {
  PoisonKind kind = PoisonKind::invalid;
  Region region = Region::none; ///< a base region; none: not known
  bool on_device = false;
  int allocation = -1; ///< number of the slot's allocation (Stores); -1: not known

  bool operator==(const PoisonWord&) const = default;
};

namespace poison {

constexpr std::uint64_t signature = 0x7ff8000000000000 | std::uint64_t{0x6e6f70} << 27;
constexpr std::uint64_t signature_mask = 0x7ffffffff8000000;
constexpr std::uint64_t no_allocation = 0x7fffff;

} // namespace poison

constexpr bool is_poison(std::uint64_t bits) { return (bits & poison::signature_mask) == poison::signature; }

constexpr std::uint64_t poison_bits(const PoisonWord& word) {
  const std::uint64_t region = word.region == Region::interior   ? 0
                               : word.region == Region::boundary ? 1
                               : word.region == Region::ghosts   ? 2
                                                                 : 3;
  const std::uint64_t allocation =
      word.allocation < 0 ? poison::no_allocation : static_cast<std::uint64_t>(word.allocation) & poison::no_allocation;
  return poison::signature | std::uint64_t{word.kind == PoisonKind::unwritten} << 26 |
         std::uint64_t{word.on_device} << 25 | region << 23 | allocation;
}

/// Returns the contents of a poison word, or nullopt if the bits are no poison.
constexpr std::optional<PoisonWord> poison_word(std::uint64_t bits) {
  if (!is_poison(bits)) return std::nullopt;
  constexpr Region regions[] = {Region::interior, Region::boundary, Region::ghosts, Region::none};
  PoisonWord word;
  word.kind = (bits >> 26 & 1) != 0 ? PoisonKind::unwritten : PoisonKind::invalid;
  word.on_device = (bits >> 25 & 1) != 0;
  word.region = regions[bits >> 23 & 3];
  const std::uint64_t allocation = bits & poison::no_allocation;
  word.allocation = allocation == poison::no_allocation ? -1 : static_cast<int>(allocation);
  return word;
}

} // namespace nopal
