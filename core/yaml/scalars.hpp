#pragma once
// Strict readings of scalars: nothing is guessed, and what YAML versions read differently is refused.

#include "core/yaml/node.hpp"

#include <cstdint>

namespace nopal::yaml {

/// A value, or what is wrong: "found yes, expected a bool: write true".
template <class T> struct Reading {
  std::optional<T> value;
  std::string problem;
};

/// true or false, nothing else.
Reading<bool> read_bool(const Node& node);
/// Decimal, 64 bits, no leading zeros.
Reading<std::int64_t> read_integer(const Node& node);
/// A finite number, or where allowed also .inf or inf; integers are reals, too.
Reading<double> read_real(const Node& node, bool allow_infinity = false);
/// Quoted text, or plain text that is neither a number nor a bool.
Reading<std::string> read_string(const Node& node);
/// Plain or quoted text, whatever it looks like: names and choices.
Reading<std::string> read_word(const Node& node);

} // namespace nopal::yaml
