#pragma once
// The functions that compilers call where their checks of local arrays and of integers find a fault.
// The bounds-checked versions of kernels are compiled with these checks (cmake/nopal_add_thorn.cmake), but without the
// compiler's own library for them. Include this file in one source of a library only.
// Source: the interface of g++ and clang++ to their UndefinedBehaviorSanitizer; both use the same.

#include "core/kernels/kernel_fault.hpp"

#include <bit>
#include <cstdint>

namespace nopal::fault_handlers {

struct SourceLocation {
  const char* file;
  std::uint32_t line, column;
};
struct TypeDescriptor {
  std::uint16_t kind;
  std::uint16_t information; ///< of an integer: twice the logarithm of its number of bits, plus 1 if it has a sign
  char name[1];              ///< as in messages of the compiler, with quotes; it ends with NUL
};
struct Operation {
  SourceLocation where;
  const TypeDescriptor* type;

  unsigned bits() const { return 1U << (type->information >> 1U); }
  /// Returns an operand. Compilers pass it as a pointer whose lowest bits are its value.
  std::int64_t value(const void* handed) const {
    const unsigned above = bits() < 64 ? 64 - bits() : 0;
    const std::uint64_t highest = std::bit_cast<std::uint64_t>(handed) << above;
    return (type->information & 1U) != 0 ? static_cast<std::int64_t>(highest) >> above
                                         : static_cast<std::int64_t>(highest >> above);
  }
};
struct Shift {
  SourceLocation where;
  const TypeDescriptor *value, *bits;
};
struct Conversion {
  SourceLocation where;
  const TypeDescriptor *from, *to;
};
struct ArrayAccess {
  SourceLocation where;
  const TypeDescriptor *array, *index;
};

[[noreturn]] inline void end_out_of_range(const void* data, const void* left, char operation, const void* right) {
  const auto& of = *static_cast<const Operation*>(data);
  end_at({of.where.file, of.where.line}, range_fault(of.value(left), operation, of.value(right), of.bits()));
}

} // namespace nopal::fault_handlers

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
extern "C" {

[[noreturn, gnu::used, gnu::visibility("hidden")]] void __ubsan_handle_divrem_overflow_abort(void* data, void* left,
                                                                                             void* right) {
  const auto& division = *static_cast<const nopal::fault_handlers::Operation*>(data);
  nopal::end_at({division.where.file, division.where.line},
                nopal::division_fault(division.value(left), division.value(right)));
}

[[noreturn, gnu::used, gnu::visibility("hidden")]] void __ubsan_handle_add_overflow_abort(void* data, void* left,
                                                                                          void* right) {
  nopal::fault_handlers::end_out_of_range(data, left, '+', right);
}

[[noreturn, gnu::used, gnu::visibility("hidden")]] void __ubsan_handle_sub_overflow_abort(void* data, void* left,
                                                                                          void* right) {
  nopal::fault_handlers::end_out_of_range(data, left, '-', right);
}

[[noreturn, gnu::used, gnu::visibility("hidden")]] void __ubsan_handle_mul_overflow_abort(void* data, void* left,
                                                                                          void* right) {
  nopal::fault_handlers::end_out_of_range(data, left, '*', right);
}

[[noreturn, gnu::used, gnu::visibility("hidden")]] void __ubsan_handle_negate_overflow_abort(void* data, void* value) {
  nopal::fault_handlers::end_out_of_range(data, nullptr, '-', value);
}

[[noreturn, gnu::used, gnu::visibility("hidden")]] void __ubsan_handle_out_of_bounds_abort(void* data, void* index) {
  const auto& access = *static_cast<const nopal::fault_handlers::ArrayAccess*>(data);
  nopal::end_at({access.where.file, access.where.line},
                nopal::index_fault(std::bit_cast<std::int64_t>(index), access.array->name));
}

[[noreturn, gnu::used, gnu::visibility("hidden")]] void
__ubsan_handle_shift_out_of_bounds_abort(void* data, void* /*value*/, void* bits) {
  const auto& shift = *static_cast<const nopal::fault_handlers::Shift*>(data);
  nopal::end_at({shift.where.file, shift.where.line}, nopal::shift_fault(std::bit_cast<std::int64_t>(bits)));
}

// A real that becomes an integer without a cast, where the compiler did not refuse it.
[[noreturn, gnu::used, gnu::visibility("hidden")]] void __ubsan_handle_float_cast_overflow_abort(void* data,
                                                                                                 void* value) {
  const auto& conversion = *static_cast<const nopal::fault_handlers::Conversion*>(data);
  nopal::end_at({conversion.where.file, conversion.where.line}, nopal::conversion_fault(std::bit_cast<double>(value)));
}

} // extern "C"
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
