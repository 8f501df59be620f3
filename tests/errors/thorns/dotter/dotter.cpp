#include <nopal/thorn.hpp>

using namespace nopal;

namespace {

// Does wrong at a point beyond the upper face along y.
void do_wrong(const Part& part, const std::string& fault, long j) {
  const auto u = part.write<double>("u");
  if (fault == "view") u(1, j) = 5;
  if (fault == "address") *u.address(1, j) = 5;
}

} // namespace

NOPAL_FUNCTION(dot) {
  const std::string& fault = call.string("fault");
  const Part part = call.only_part();
  const auto u = part.write<double>("u");
  bool leaves = fault == "missing";
  for (const Box& box : boxes_in(*call.writes().front().points, {part.owned()}))
    for (long j = box.lower[1]; j < box.upper[1]; ++j)
      for (long i = box.lower[0]; i < box.upper[0]; ++i)
        if (!std::exchange(leaves, false)) u(i, j) = 4;
  const long j = call.domain().interior().upper[1];
  if (part.owned().upper[1] > j) do_wrong(part, fault, j);
}
