#pragma once
// The recording version of a loop over a set, and what its text shows (core/kernels/loop_recording.hpp).

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <string>

namespace nopal::emit {

/// Returns the function nopal_recording. Empty: the body cannot run on dummy values, because it may not end, fail or
/// print.
std::string recording_loop(const KernelDeclaration& kernel, const std::string& file);
/// Returns the definition of nopal_text, a LoopText.
std::string loop_text(const KernelDeclaration& kernel, const std::string& file);

} // namespace nopal::emit
