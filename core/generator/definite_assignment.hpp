#pragma once
// Local names and elements of local arrays that a kernel may use before they have a value. The rule for names is that
// of Java and C#: each way to a use must pass an assignment. What conditions mean does not count, except for `true`,
// `false`, 0, 1, and loops from a number to a number, which run at least once. Of arrays only those elements are
// refused that nothing before them can have set.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

namespace nopal {

/// Adds an error, with file, line and column, for each such name and element, and for a function that may end without a
/// return. check_body() has accepted the text.
void check_assignments(const KernelDeclaration& kernel, const KernelText& text, ErrorList& errors);

} // namespace nopal
