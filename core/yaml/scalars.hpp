#pragma once
// Strict reading of scalars: nothing is guessed. A text that the versions of YAML read differently is refused.

#include "core/yaml/node.hpp"

#include <cstdint>

namespace nopal::yaml {

/// A value, or the problem: "found yes, expected a bool: write true".
template <class T> struct Reading {
  std::optional<T> value;
  std::string problem;
};

/// Accepts true and false only.
Reading<bool> read_bool(const Node& node);
/// Accepts decimal numbers of 64 bits without leading zeros.
Reading<std::int64_t> read_integer(const Node& node);
/// Accepts a finite number, and .inf or inf if allowed. An integer is a real, too.
Reading<double> read_real(const Node& node, bool allow_infinity = false);
/// Accepts quoted text, and plain text that is neither a number nor a bool.
Reading<std::string> read_string(const Node& node);
/// Accepts any plain or quoted text: for names and choices.
Reading<std::string> read_word(const Node& node);

} // namespace nopal::yaml
