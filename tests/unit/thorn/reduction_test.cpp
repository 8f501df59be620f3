#include "core/thorn/services.hpp"

#include <gtest/gtest.h>

namespace nopal {
namespace {

TEST(ReductionNames, ThereAndBack) {
  for (const Reduction reduction : {Reduction::min, Reduction::max, Reduction::sum, Reduction::average,
                                    Reduction::norm1, Reduction::norm2, Reduction::norm_inf})
    EXPECT_EQ(reduction_from_string(to_string(reduction)), reduction);
  EXPECT_EQ(to_string(Reduction::norm_inf), "norm_inf");
  EXPECT_EQ(reduction_from_string("norm3"), std::nullopt);
  EXPECT_EQ(reduction_from_string(""), std::nullopt);
}

} // namespace
} // namespace nopal
