#pragma once

namespace nopal {

/// The program nopal-generate: turns a thorn's declaration and its .kernel files into one C++ file. nopal_add_thorn()
/// runs it. Returns the exit code.
int generator_program(int n, char** arguments);

} // namespace nopal
