#include "core/accelerator/observer.hpp"

namespace nopal {

const char* to_string(Hook hook) {
  constexpr const char* names[] = {"pre_call_function",
                                   "post_call_function",
                                   "pre_sync",
                                   "post_sync",
                                   "cycle",
                                   "copyback",
                                   "copy_from_past",
                                   "notify_data_modified",
                                   "require_invalid_data",
                                   "require_valid_data",
                                   "storage_off"};
  return names[static_cast<int>(hook)];
}

} // namespace nopal
