#pragma once
// Text that the host versions of pointwise and of block kernels share.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <string>
#include <string_view>

namespace nopal::emit {

// Mistakes that a compiler sees, but takes for warnings: values that were never set, formats of printf that do not fit,
// divisions by zero, indices outside of local arrays, `if (v = 2.0)`, `0 < x < 1`, and `if (x > 0); v = 2.0;`.
// Variables that are never used are no error, because they change no result.
inline constexpr std::string_view begin_warnings = R"(#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wuninitialized"
#ifdef __clang__
#pragma GCC diagnostic error "-Wsometimes-uninitialized"
#elif !defined(__SANITIZE_ADDRESS__) && !defined(NOPAL_CHECKED_VERSIONS) // the code of sanitizers causes false alarms
#pragma GCC diagnostic error "-Wmaybe-uninitialized"
#endif
#pragma GCC diagnostic error "-Wformat"
#pragma GCC diagnostic error "-Wdiv-by-zero"
#pragma GCC diagnostic error "-Warray-bounds"
#pragma GCC diagnostic error "-Wparentheses"
#pragma GCC diagnostic error "-Wempty-body"
#pragma GCC diagnostic warning "-Wunused-variable"
#pragma GCC diagnostic warning "-Wunused-but-set-variable"
#endif
)";
inline constexpr std::string_view end_warnings = R"(#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
)";

/// Returns begin_warnings, or only its beginning, and makes a real that becomes an integer without a cast a mistake:
/// only casts have a value for each real (written_text.hpp). Kernels with float32 can lack the second, because the
/// compiler has one warning for both types.
std::string begin_body(const KernelText& text);
std::string begin_helpers(const KernelText& text);

/// Returns the function `nopal_body`, a template of the types of its fields and arrays.
std::string host_body(const KernelDeclaration& kernel, const KernelText& text);
/// Returns "nopal_body(i, …, phi, phi_p, wavelength);".
std::string host_call(const KernelDeclaration& kernel, const KernelText& text);

/// Returns lines "  const Read phi{…};": the fields and arrays of the plain version that are not guarded.
std::string plain_arguments(const KernelDeclaration& kernel);
/// Returns the same for the guarded fields, which differ from point to point. Empty: there are none.
std::string guarded_arguments(const KernelDeclaration& kernel);
/// Text of a function with a HostLaunch `nopal_launch`: defines the values that all points share.
std::string launch_values(const KernelDeclaration& kernel);

/// The host versions of a kernel. nopal_add_thorn() compiles the bounds-checked one apart, with checks of the compiler.
struct HostVersions {
  std::string declaration; ///< of the function in `checked`
  std::string checked;     ///< nopal_checked or nopal_checked_block
  std::string others;      ///< nopal_plain and nopal_recording, or nopal_plain_block and `nopal_blocks`
};

HostVersions host_block_versions(const KernelDeclaration& kernel, const KernelText& text);

} // namespace nopal::emit
