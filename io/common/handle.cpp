#include "io/common/handle.hpp"

#include <nopal/thorn.hpp>

#include <algorithm>

namespace nopal::hdf5 {

std::string error_stack() {
  std::string text;
  const auto add = [](unsigned number, const H5E_error2_t* error, void* data) -> herr_t {
    // Number 0 is the function that found the error. In HDF5 1.14 these functions only pass it on to their callers.
    const std::string function = error->func_name;
    if (number > 0 && (function.starts_with("H5VL") || function.ends_with("_api_common"))) return 0;
    std::string line = "HDF5: " + function + ": " + error->desc;
    std::replace(line.begin(), line.end(), '\n', ' '); // some descriptions hold a date with its line end
    *static_cast<std::string*>(data) += "\n  " + line;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, add, &text);
  H5Eclear2(H5E_DEFAULT);
  return text;
}

void fail(const std::string& what) { throw Error("cannot " + what + error_stack()); }

} // namespace nopal::hdf5
