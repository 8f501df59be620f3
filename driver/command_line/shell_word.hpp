#pragma once
// Words of commands that a user can paste into a shell.

#include <string>

namespace nopal {

/// Returns the word, in quotes if a shell would read it in another way.
std::string shell_word(const std::string& word);

} // namespace nopal
