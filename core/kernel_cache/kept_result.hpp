#pragma once
// Results of measurements on disk, beside the compiled kernels that they belong to. `nopal cache` shows and removes
// them with these. A file has a hash of the key's source, so that it stays small: two sources with one hash would share
// a result, which says only what is fast.

#include "core/kernel_cache/key.hpp"

#include <optional>
#include <string>

namespace nopal {

/// Returns the result that keep_result() stored for this key. Empty: there is none, or `folder` is empty.
std::optional<std::string> kept_result(const std::string& folder, const KernelKey& key);

/// Stores a result. `label` is "thorn::name (what it is)", as the label of a kernel. Makes the folder if it does not
/// exist. If it cannot be written, nothing is stored: the next run measures again. An empty `folder` stores nothing.
void keep_result(const std::string& folder, const KernelKey& key, const std::string& label, const std::string& result);

} // namespace nopal
