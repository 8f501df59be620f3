#pragma once
// Finds the loops over sets whose text does the same at each element, so that several elements can be computed at once.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <set>
#include <string>
#include <vector>

namespace nopal {

/// Returns the helper functions that the body calls, or that these functions call, in the order of the text.
std::vector<HelperFunction> called_functions(const KernelText& text);
/// Returns the names in the body and in these functions. Comments do not count.
std::set<std::string> called_names(const KernelText& text);

/// Whether the text of a loop over a set is straight: only integers that are the same for all elements decide which
/// statements of the body run: numbers, parameters, counters of loops. This is decided by the text alone. It is false
/// for everything whose meaning the text does not show at once, so a body that is not straight may well do the same at
/// each element.
bool is_straight(const KernelDeclaration& kernel, const KernelText& text);

} // namespace nopal
