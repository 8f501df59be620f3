#pragma once
// What a compiled kernel depends on.

#include <optional>
#include <string>
#include <string_view>

namespace nopal {

/// This nopal: version and plugin ABI. Versions never share compiled kernels.
std::string kernel_dialect();

/// Everything that the code of a compiled kernel depends on: two keys that differ anywhere have entries of their own.
struct KernelKey {
  std::string dialect = kernel_dialect();
  std::string kind;     ///< name of the device plugin
  std::string compiler; ///< name and version, and which library where several can be chosen
  std::string options;  ///< of the compiler
  std::string device;   ///< name, and what else of device and driver the code is bound to
  std::string entry;    ///< name of the entry point
  std::string source;   ///< all of it, as it is given to the compiler

  /// One text of all parts, each with its length, so that no two keys have the same.
  std::string text() const;
  /// What text() gave; nothing where it is no such text.
  static std::optional<KernelKey> read(std::string_view text);
};

} // namespace nopal
