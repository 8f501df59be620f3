#pragma once
// What a run says when its launcher ends it and shows no more of its output.

#include <string>

namespace nopal {

inline constexpr const char* last_words_name = "last_words.txt";

/// Adds a line with the present time to last_words.txt in an output folder. Does nothing if it cannot be written.
void add_last_words(const std::string& folder, const std::string& text) noexcept;

} // namespace nopal
