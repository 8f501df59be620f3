#pragma once
// The key of a compiled kernel: everything that it depends on.

#include <optional>
#include <string>
#include <string_view>

namespace nopal {

/// Returns version and plugin ABI of this nopal. Different versions never share compiled kernels.
std::string kernel_dialect();

/// Everything that the code of a compiled kernel depends on. Different keys have different entries.
struct KernelKey {
  std::string dialect = kernel_dialect();
  std::string kind;     ///< name of the device plugin
  std::string compiler; ///< name, version, and library if there are several
  std::string options;  ///< options of the compiler
  std::string device;   ///< name, and all properties of device and driver that the code depends on
  std::string entry;    ///< name of the entry point
  std::string source;   ///< the complete source that the compiler gets

  /// Returns one text of all parts with their lengths. Different keys have different texts.
  std::string text() const;
  /// Reads the result of text(). Returns nothing for another text.
  static std::optional<KernelKey> read(std::string_view text);
};

} // namespace nopal
