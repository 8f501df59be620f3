#pragma once

namespace nopal {

/// The program nopal-generate: turns a thorn's declaration and its .kernel files into one C++ file. The build of a
/// thorn runs it. Returns the exit code: 0, or 1 after an error, which it prints.
int generator_program(int n, char** arguments);

} // namespace nopal
