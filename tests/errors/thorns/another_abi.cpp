#include "core/plugins/plugin.hpp"

// Nothing behind the version may be read.
extern "C" __attribute__((visibility("default"))) const nopal::Plugin* nopal_plugin() {
  alignas(nopal::Plugin) static const int only_a_version = 1000;
  return reinterpret_cast<const nopal::Plugin*>(&only_a_version);
}
