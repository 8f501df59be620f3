#include "io/checkpoint/mesh.hpp"

#include <gtest/gtest.h>

#include <array>

namespace nopal::checkpoint {
namespace {

using Numbers = std::vector<std::int64_t>;

TEST(ChecksumOfRows, IsASumOverParts) {
  const std::uint64_t whole = checksum_of_rows(Numbers{0, 1, 2, 3}, {2, {0, 1, 1, 2, 2, 3, 3, 0}});
  EXPECT_EQ(checksum_of_rows(Numbers{3, 1}, {2, {3, 0, 1, 2}}) + checksum_of_rows(Numbers{0, 2}, {2, {0, 1, 2, 3}}),
            whole);
  EXPECT_EQ(checksum_of_rows(Numbers{}, {2, {}}), 0U);
}

TEST(ChecksumOfRows, DiffersWithEachNumber) {
  const std::uint64_t whole = checksum_of_rows(Numbers{0, 1}, {2, {5, 6, 7, 8}});
  for (const MapTable& table : std::array<MapTable, 4>{MapTable{2, {6, 5, 7, 8}}, MapTable{2, {5, 6, 7, 9}},
                                                       MapTable{2, {7, 8, 5, 6}}, MapTable{{0, 1, 4}, {5, 6, 7, 8}}})
    EXPECT_NE(checksum_of_rows(Numbers{0, 1}, table), whole);
  EXPECT_NE(checksum_of_rows(Numbers{0, 2}, {2, {5, 6, 7, 8}}), whole);
  EXPECT_NE(checksum_of_rows(Numbers{0, 1}, MapTable{{0, 0, 2}, {5, 6}}),
            checksum_of_rows(Numbers{0, 1}, MapTable{{0, 2, 2}, {5, 6}}));
}

} // namespace
} // namespace nopal::checkpoint
