#pragma once
// The exported symbol of plugins without functions or kernels.

#include "core/plugins/plugin.hpp"

#define NOPAL_TEST_PLUGIN(abi, kind, name)                                                                             \
  extern "C" __attribute__((visibility("default"))) const nopal::Plugin* nopal_plugin() {                              \
    static const nopal::Plugin plugin{abi, kind, name, nullptr, 0, nullptr, 0, nullptr, 0, nullptr};                   \
    return &plugin;                                                                                                    \
  }
