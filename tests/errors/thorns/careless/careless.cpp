#include <nopal/thorn.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>

NOPAL_FUNCTION(reader) { call.only_part().read<double>("v"); }

NOPAL_FUNCTION(misbehave) {
  const std::string& fault = call.string("fault");
  call.write<double>("total").value() = 0;
  if (fault == "undeclared_read") call.only_part().read<double>("u");
  if (fault == "wrong_type") call.only_part().read<std::int64_t>("u@1");
  if (fault == "unknown_parameter") call.real("falt");
  if (fault == "own_error") throw nopal::Error("the moon is full: wait a day");
  if (fault == "one_rank" && call.services().rank() == call.services().size() - 1)
    throw nopal::Error("this rank is tired");
  if (fault == "foreign_exception") throw std::runtime_error("something else");
}
