#include "export.hpp"

// Nothing after the version may be read: the pointers are invalid.
extern "C" __attribute__((visibility("default"))) const nopal::Plugin* nopal_plugin() {
  alignas(nopal::Plugin) static const int only_a_version = nopal::abi_version + 41;
  return reinterpret_cast<const nopal::Plugin*>(&only_a_version);
}
