#include "core/generator/program.hpp"

int main(int n, char** arguments) { return nopal::generator_program(n, arguments); }
