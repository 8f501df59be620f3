#pragma once
// What the programs of bench/ take: numbers by their position, each with a default.

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>

namespace bench {

inline const CLI::Validator at_least_one = CLI::Range(1L, 1000000000L); // CLI::PositiveNumber prints all its digits

/// Reads the command line into what the options of `app` name, and returns the exit status that `measure` returns.
template <class Measure> int main_of(CLI::App& app, int argc, char** argv, Measure measure) {
  for (CLI::Option* option : app.get_options()) option->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    return measure();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

} // namespace bench
