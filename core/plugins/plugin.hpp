#pragma once
// The plugin ABI: one exported symbol, one integer version.

#include <memory>

namespace nopal {

class Call;
class DevicePlugin;
class HostBackend;
struct Kernel;

/// Grows by one with each change of any type that a plugin shares with nopal, or of what generated kernels are given.
constexpr int abi_version = 18;

using ThornFunction = void (*)(Call&);

struct FunctionEntry {
  const char* name; ///< as in the schedule's `function:`
  ThornFunction function;
};

/// A function provided to other thorns: its address as a generic pointer and its declared signature.
struct ProvidedEntry {
  const char* name;
  const char* signature;
  void (*address)();
};

/// What a library exports. Static data; handles are never closed.
struct Plugin {
  int abi;          ///< abi_version at compile time: first, so that any version can be read
  const char* kind; ///< "thorn", "device" or "backend"
  const char* name;
  const FunctionEntry* functions;
  int n_functions;
  const ProvidedEntry* provided;
  int n_provided;
  const Kernel* const* kernels;
  int n_kernels;
  DevicePlugin* (*device)(); ///< kind "device": the plugin object, owned by the library; else null
  /// Kind "backend": makes one whose share() has `threads` members where it has several; else null.
  std::unique_ptr<HostBackend> (*backend)(int threads) = nullptr;
};

/// Name of the one exported symbol: `extern "C" const nopal::Plugin* nopal_plugin()`.
constexpr const char* plugin_symbol = "nopal_plugin";

} // namespace nopal
