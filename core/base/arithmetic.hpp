#pragma once
// Arithmetic expressions in declarations: "0.5*dx^2/diffusivity", "min(dx, dy)/speed".

#include <functional>
#include <string_view>

namespace nopal {

/// Returns the value of a name in an expression. May throw an Error.
using ValueOfName = std::function<double(std::string_view name)>;

/// Computes an expression of numbers, names (also "thorn::name"), + - * / ^, parentheses, and the functions min, max
/// (one or more arguments), sqrt and abs. ^ binds most tightly and to the right; -2^2 is -4. Throws an Error without a
/// place that says what is wrong and at which character, counted from 1.
double evaluate(std::string_view expression, const ValueOfName& value_of);

} // namespace nopal
