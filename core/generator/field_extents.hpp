#pragma once
// How far a kernel's text reads its fields.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <map>
#include <optional>
#include <string>

namespace nopal {

/// Returns for each field that the kernel uses its declared extent. If there is none: the smallest extent that holds
/// all points that the body names. nullopt: an index is not i, j or k plus or minus a number, so the text does not show
/// how far the body reads; or the body reads beyond a declared extent, which nopal reports before a run.
std::optional<std::map<std::string, Extent>> field_extents(const KernelDeclaration& kernel, const KernelText& text);

} // namespace nopal
