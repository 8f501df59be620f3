#pragma once
// How a library registers its functions, provided functions, device or host backend. Its one exported symbol returns
// them. The generator writes this symbol for a thorn; NOPAL_DEVICE and NOPAL_HOST_BACKEND define it for other plugins.

#include "core/plugins/plugin.hpp"

#include <vector>

namespace nopal::registration {

// Hidden: each library has its own list (plugins are compiled with hidden inline visibility).
struct __attribute__((visibility("hidden"))) Lists {
  std::vector<FunctionEntry> functions;
  std::vector<ProvidedEntry> provided;
  std::vector<MeshEntry> meshes;
};
__attribute__((visibility("hidden"))) inline Lists& lists() {
  static Lists lists;
  return lists;
}

} // namespace nopal::registration

/// Defines a function of a thorn, named as in the schedule:
///   NOPAL_FUNCTION(energy) { call.write<double>("energy").value() = …; }
#define NOPAL_FUNCTION(name)                                                                                           \
  static void nopal_function_##name(::nopal::Call& call);                                                              \
  namespace {                                                                                                          \
  const bool nopal_registered_##name =                                                                                 \
      (::nopal::registration::lists().functions.push_back({#name, &nopal_function_##name}), true);                     \
  }                                                                                                                    \
  static void nopal_function_##name([[maybe_unused]] ::nopal::Call& call)

/// Defines the function that `mesh:` of a thorn names. It runs before the run's variables have memory:
///   NOPAL_MESH(read) { maker.set("cells", n); … }
#define NOPAL_MESH(name)                                                                                               \
  static void nopal_mesh_##name(::nopal::MeshMaker& maker);                                                            \
  namespace {                                                                                                          \
  const bool nopal_registered_mesh_##name =                                                                            \
      (::nopal::registration::lists().meshes.push_back({#name, &nopal_mesh_##name}), true);                            \
  }                                                                                                                    \
  static void nopal_mesh_##name(::nopal::MeshMaker& maker)

/// Provides a function to other thorns. `provides:` must declare it with the same signature text.
#define NOPAL_PROVIDE(name, signature, function)                                                                       \
  namespace {                                                                                                          \
  const bool nopal_provided_##name =                                                                                   \
      (::nopal::registration::lists().provided.push_back(                                                              \
           {#name, signature, reinterpret_cast<void (*)()>(static_cast<decltype(&(function))>(&(function)))}),         \
       true);                                                                                                          \
  }

/// Defines the one exported symbol of a plugin.
#define NOPAL_PLUGIN(...)                                                                                              \
  extern "C" __attribute__((visibility("default"))) const ::nopal::Plugin* nopal_plugin() {                            \
    static const ::nopal::Plugin description{.abi = ::nopal::abi_version, __VA_ARGS__};                                \
    return &description;                                                                                               \
  }

/// The plugin of a host backend: `type` is a class derived from nopal::HostBackend, made from the number of threads
/// that it may use.
#define NOPAL_HOST_BACKEND(plugin_name, type)                                                                          \
  NOPAL_PLUGIN(                                                                                                        \
          .kind = "backend", .name = #plugin_name,                                                                     \
          .backend = [](int threads) -> ::std::unique_ptr<::nopal::HostBackend> {                                      \
            return ::std::make_unique<type>(threads);                                                                  \
          })

/// A device plugin: `type` is a class derived from nopal::DevicePlugin.
#define NOPAL_DEVICE(plugin_name, type)                                                                                \
  NOPAL_PLUGIN(                                                                                                        \
          .kind = "device", .name = #plugin_name, .device = []() -> ::nopal::DevicePlugin* {                           \
            static type instance;                                                                                      \
            return &instance;                                                                                          \
          })
