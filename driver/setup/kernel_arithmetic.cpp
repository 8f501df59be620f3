#include "driver/setup/kernel_arithmetic.hpp"

namespace nopal {

KernelArithmetic kernel_arithmetic(const Parameters& parameters) {
  return {.contract = parameters.boolean("accelerator::contract"),
          .native_maths = parameters.string("accelerator::maths") == "native"};
}

std::string text(const KernelArithmetic& arithmetic) {
  return std::string(arithmetic.contract ? ", contracted" : "") + (arithmetic.native_maths ? ", native maths" : "");
}

} // namespace nopal
