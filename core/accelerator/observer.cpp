#include "core/accelerator/observer.hpp"

namespace nopal {

const char* to_string(Hook hook) {
  switch (hook) {
  case Hook::pre_call_function:
    return "pre_call_function";
  case Hook::post_call_function:
    return "post_call_function";
  case Hook::pre_sync:
    return "pre_sync";
  case Hook::post_sync:
    return "post_sync";
  case Hook::cycle:
    return "cycle";
  case Hook::copy_back:
    return "copyback";
  case Hook::copy_from_past:
    return "copy_from_past";
  case Hook::notify_data_modified:
    return "notify_data_modified";
  case Hook::require_invalid_data:
    return "require_invalid_data";
  case Hook::require_valid_data:
    return "require_valid_data";
  case Hook::storage_off:
    return "storage_off";
  }
  return "";
}

} // namespace nopal
