#include "core/host/arithmetic.hpp"

#include <cfenv>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace nopal {

namespace {

/// The fields of the control registers, for each kind of processor.
struct Fields {
  std::uint64_t rounding, flushing, trapping;
  const char* rounds[4]; ///< by the number in the field `rounding`
};

int first_bit(std::uint64_t field) {
  int bit = 0;
  while ((field >> bit & 1) == 0) ++bit;
  return bit;
}

#if defined(__x86_64__)

// MXCSR in the lower half, without its flags; the control word of the x87 unit, which computes with long double, above.
constexpr std::uint64_t usual_bits = (std::uint64_t{0x37f} << 32) | 0x1f80;
constexpr std::uint32_t control = 0xffc0;
constexpr Fields fields{0x6000, 0x8040, 0x1f80, {"to the nearest number", "down", "up", "towards 0"}};

std::uint64_t read_bits() {
  std::uint16_t x87 = 0;
  asm volatile("fnstcw %0" : "=m"(x87));
  return (std::uint64_t{x87} << 32) | (_mm_getcsr() & control);
}

void write_bits(std::uint64_t bits) {
  const auto x87 = static_cast<std::uint16_t>(bits >> 32);
  // A pending exception would trap at once if the new settings say so.
  asm volatile("fnclex\n\tfldcw %0" : : "m"(x87));
  _mm_setcsr(static_cast<std::uint32_t>(bits) & control);
}

#elif defined(__aarch64__)

constexpr std::uint64_t usual_bits = 0;
constexpr Fields fields{0xc00000, 0x1080000, 0x9f00, {"to the nearest number", "up", "down", "towards 0"}};

std::uint64_t read_bits() {
  std::uint64_t bits = 0;
  asm volatile("mrs %0, fpcr" : "=r"(bits));
  return bits;
}

void write_bits(std::uint64_t bits) { asm volatile("msr fpcr, %0" : : "r"(bits)); }

#else

// The C library tells the rounding only.
const std::uint64_t usual_bits = FE_TONEAREST;
constexpr Fields fields{~std::uint64_t{0}, 0, 0, {"", "", "", ""}};

std::uint64_t read_bits() { return static_cast<std::uint64_t>(std::fegetround()); }
void write_bits(std::uint64_t bits) { std::fesetround(static_cast<int>(bits)); }

#endif

} // namespace

Arithmetic::Arithmetic() : bits_(usual_bits) {}

Arithmetic Arithmetic::of_thread() {
  Arithmetic now;
  now.bits_ = read_bits();
  return now;
}

void Arithmetic::set() const { write_bits(bits_); }

std::string changes(const Arithmetic& before, const Arithmetic& after) {
  const std::uint64_t changed = before.bits_ ^ after.bits_;
  if (changed == 0) return "";
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
  if ((changed & fields.rounding) != 0) {
    const char* const now = fields.rounds[after.bits_ >> first_bit(fields.rounding) & 3];
    add(std::string("how the processor rounds") + (*now != '\0' ? std::string(" (now ") + now + ")" : ""));
  }
  if ((changed & fields.flushing) != 0) add("whether numbers close to 0 count as 0 (flush to zero)");
  if ((changed & fields.trapping) != 0) add("which floating-point exceptions raise SIGFPE");
  return text.empty() ? "how the processor computes with long double" : text;
}

} // namespace nopal
