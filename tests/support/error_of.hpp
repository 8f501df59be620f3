#pragma once

#include "core/base/error.hpp"

#include <string>

namespace nopal::test {

/// Returns the message of the Error that the step throws, or "no error".
template <class Step> std::string error_of(Step&& step) {
  try {
    step();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

} // namespace nopal::test
