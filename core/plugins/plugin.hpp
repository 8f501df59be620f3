#pragma once
// The ABI of plugins: one exported symbol and one version number.

#include <memory>

namespace nopal {

class Call;
class DevicePlugin;
class HostBackend;
struct Kernel;
struct LoopKernel;
class MeshMaker;
struct StencilKernel;

/// The version grows by one if a type that plugins share with nopal, or the arguments of generated kernels, change.
constexpr int abi_version = 37;

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

/// A function that makes a mesh: `mesh:` of the thorn names it (core/thorn/mesh_maker.hpp).
struct MeshEntry {
  const char* name;
  void (*function)(MeshMaker&);
};

/// What a library exports. The data are static, and libraries are never closed.
struct Plugin {
  int abi;          ///< abi_version at compile time; the first member, so that any version can read it
  const char* kind; ///< "thorn", "device" or "backend"
  const char* name;
  const FunctionEntry* functions = nullptr;
  int n_functions = 0;
  const ProvidedEntry* provided = nullptr;
  int n_provided = 0;
  const Kernel* const* kernels = nullptr;
  int n_kernels = 0;
  DevicePlugin* (*device)() = nullptr; ///< kind "device": the plugin object, owned by the library; else null
  /// Kind "backend": makes a backend whose share() uses `threads` threads, if it uses several; else null.
  std::unique_ptr<HostBackend> (*backend)(int threads) = nullptr;
  /// Stencils whose stages have a common source for devices.
  const StencilKernel* const* stencils = nullptr;
  int n_stencils = 0;
  /// What the library of a thorn was built from (core/generator/fingerprint.hpp).
  const char* fingerprint = nullptr;
  /// Kernels that run over sets.
  const LoopKernel* const* loops = nullptr;
  int n_loops = 0;
  const MeshEntry* meshes = nullptr;
  int n_meshes = 0;
};

/// The name of the one exported symbol: `extern "C" const nopal::Plugin* nopal_plugin()`.
constexpr const char* plugin_symbol = "nopal_plugin";

} // namespace nopal
