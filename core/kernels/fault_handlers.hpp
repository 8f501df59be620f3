#pragma once
// The functions that compilers call where their checks of local arrays and of divisions of integers find a fault.
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
  std::uint16_t kind, information;
  char name[1]; ///< as in messages of the compiler, with quotes; it ends with NUL
};
struct Division {
  SourceLocation where;
  const TypeDescriptor* type;
};
struct ArrayAccess {
  SourceLocation where;
  const TypeDescriptor *array, *index;
};

} // namespace nopal::fault_handlers

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
extern "C" {

[[noreturn, gnu::used, gnu::visibility("hidden")]] void __ubsan_handle_divrem_overflow_abort(void* data, void* /*left*/,
                                                                                             void* /*right*/) {
  const auto& division = *static_cast<const nopal::fault_handlers::Division*>(data);
  nopal::end_at_division({division.where.file, division.where.line});
}

[[noreturn, gnu::used, gnu::visibility("hidden")]] void __ubsan_handle_out_of_bounds_abort(void* data, void* index) {
  const auto& access = *static_cast<const nopal::fault_handlers::ArrayAccess*>(data);
  nopal::end_at_index({access.where.file, access.where.line}, access.array->name, std::bit_cast<std::int64_t>(index));
}

} // extern "C"
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
