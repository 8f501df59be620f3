#pragma once
// The implementations of OpenCL that are installed, as the loader looks for them.

#include <string>
#include <vector>

namespace nopal::opencl {

/// Loads the library of each `.icd` file, which the loader does without a word, and returns for each one that cannot be
/// loaded: its file, its library and the reason. The files lie in /etc/OpenCL/vendors. OCL_ICD_VENDORS names another
/// folder, or one file.
std::vector<std::string> not_loaded();

} // namespace nopal::opencl
