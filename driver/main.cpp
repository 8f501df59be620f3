#include "driver/program.hpp"
#include "driver/provenance/build.hpp"

int main(int argc, char** argv) { return nopal::program(argc, argv, nopal::git_revision()); }
