#include <nopal/thorn.hpp>

#include <string>

NOPAL_FUNCTION(survey) { call.launch("tally"); }

NOPAL_FUNCTION(ask) {
  constexpr nopal::Reduction sum[] = {nopal::Reduction::sum};
  const nopal::Reduced found = call.services().reductions().reduce(call.reads()[0].slot, sum)[0];
  call.services().info("asked: " + std::to_string(static_cast<long>(found.real)));
}

NOPAL_FUNCTION(tell) {
  const auto count = call.read<std::int64_t>("count");
  std::string text = "counted";
  for (long n = 0; n < 4; ++n) text += " " + std::to_string(count(n));
  if (call.services().size() == 1) call.services().info(text);
}
