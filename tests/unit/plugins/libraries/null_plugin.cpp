namespace nopal {
struct Plugin;
}

extern "C" __attribute__((visibility("default"))) const nopal::Plugin* nopal_plugin() { return nullptr; }
