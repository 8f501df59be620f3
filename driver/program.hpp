#pragma once

#include <string>

namespace nopal {

/// The program nopal: reads the command line and calls the command. `revision` is that of the sources. Returns the exit
/// code: 0, 1 after an error, 2 after an error of the command line.
int program(int argc, char** argv, const std::string& revision);

} // namespace nopal
