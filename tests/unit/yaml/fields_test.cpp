#include "core/yaml/fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::yaml {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Fields, ReadsKnownKeysAndRefusesOthers) {
  ErrorList errors;
  const auto root = parse("name: x\nflag: true\ncount: 3\nlist: [a, b]\nnmae: y\n", "f.yaml", errors);
  Fields fields(*root, "thing", errors);
  EXPECT_EQ(fields.word("name"), "x");
  EXPECT_TRUE(fields.boolean("flag"));
  EXPECT_EQ(fields.integer("count", 0), 3);
  EXPECT_THAT(fields.words("list"), ElementsAre("a", "b"));
  EXPECT_EQ(fields.word("absent"), "");
  fields.finish();
  EXPECT_THAT(errors.messages(),
              ElementsAre("f.yaml:5:1: thing: unknown key \"nmae\" (did you mean \"name\"?); allowed "
                          "keys: name, flag, count, list, absent"));
}

TEST(Fields, WrongValuesNameTheKey) {
  ErrorList errors;
  const auto root = parse("flag: yes\ncount: many\nlist: {a: 1}\nnames: [[a]]\n", "f.yaml", errors);
  Fields fields(*root, "thing", errors);
  EXPECT_FALSE(fields.boolean("flag"));
  EXPECT_EQ(fields.integer("count", 7), 7);
  EXPECT_THAT(fields.words("list"), IsEmpty());
  EXPECT_THAT(fields.words("names"), IsEmpty());
  fields.require("type", "type: real");
  EXPECT_THAT(errors.messages(),
              ElementsAre("f.yaml:1:7: thing: flag: found yes, expected true or false: write true",
                          "f.yaml:2:8: thing: count: found many, expected an integer",
                          "f.yaml:3:7: thing: list: found a mapping, expected a list of names: write [] for none",
                          "f.yaml:4:9: thing: names: found a list, expected a name",
                          "f.yaml:1:1: thing: the key \"type\" is missing: write type: real"));
}

TEST(Fields, AnythingButAMapIsAnErrorOnce) {
  ErrorList errors;
  const auto root = parse("[a, b]", "f.yaml", errors);
  Fields fields(*root, "thing", errors);
  EXPECT_FALSE(fields.is_map());
  fields.require("type", "type: real");
  fields.finish();
  EXPECT_THAT(errors.messages(), ElementsAre("f.yaml:1:1: thing: found a list, expected a mapping of keys to values"));
}

} // namespace
} // namespace nopal::yaml
