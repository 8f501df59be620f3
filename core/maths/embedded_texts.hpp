#pragma once
// The files of core/maths/texts, which the build puts into the library (cmake/nopal_embed.cmake).

#include <span>
#include <string_view>

namespace nopal {

namespace maths {
/// A file of core/maths/texts, or coefficients.inl: its name without a folder, and its text.
struct Text {
  std::string_view name, text;
};
} // namespace maths

std::span<const maths::Text> maths_texts();

} // namespace nopal
