#include "core/yaml/node.hpp"

#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace nopal::yaml {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> errors_of(const std::string& text) {
  ErrorList errors;
  parse(text, "f.yaml", errors);
  return errors.messages();
}

TEST(Yaml, KeepsTextPlaceAndQuotes) {
  ErrorList errors;
  const auto root = parse("a: 010\nb: {c: \"010\", d: [x, 'y']}\n", "f.yaml", errors);
  ASSERT_TRUE(root);
  EXPECT_THAT(errors.messages(), IsEmpty());
  const Node& a = root->find("a")->value;
  EXPECT_EQ(a.text, "010");
  EXPECT_FALSE(a.quoted);
  EXPECT_EQ(a.where.text(), "f.yaml:1:4");
  const Node& b = root->find("b")->value;
  EXPECT_EQ(b.kind, Kind::map);
  EXPECT_TRUE(b.find("c")->value.quoted);
  EXPECT_EQ(b.find("d")->where.text(), "f.yaml:2:15");
  EXPECT_EQ(b.find("d")->value.items.at(1).describe(), "the string \"y\"");
  EXPECT_EQ(root->find("z"), nullptr);
}

TEST(Yaml, EmptyValueStandsAtItsKey) {
  ErrorList errors;
  const auto root = parse("a: 1\nb:\nc: 2\n", "f.yaml", errors);
  ASSERT_TRUE(root);
  EXPECT_EQ(root->find("b")->value.kind, Kind::null);
  EXPECT_EQ(root->find("b")->value.where.text(), "f.yaml:2:1");
}

TEST(Yaml, EmptyTextIsNull) {
  for (const char* text : {"", "\n", "# only a comment\n", "---\n"}) {
    ErrorList errors;
    const auto root = parse(text, "f.yaml", errors);
    ASSERT_TRUE(root) << text;
    EXPECT_EQ(root->kind, Kind::null) << text;
    EXPECT_THAT(errors.messages(), IsEmpty()) << text;
  }
}

TEST(Yaml, DuplicateKeysNameBothPlacesAtAnyDepth) {
  EXPECT_THAT(
      errors_of("a: 1\nb: {x: 1, x: 2}\na: 3\n"),
      ElementsAre("f.yaml:2:11: the key \"x\" is written twice; the first one is at f.yaml:2:5: remove one of them",
                  "f.yaml:3:1: the key \"a\" is written twice; the first one is at f.yaml:1:1: remove one of them"));
}

TEST(Yaml, FirstOfTwoKeysCounts) {
  ErrorList errors;
  const auto root = parse("a: 1\na: [2]\n", "f.yaml", errors);
  ASSERT_EQ(root->entries.size(), 1u);
  EXPECT_EQ(root->find("a")->value.text, "1");
}

TEST(Yaml, OneDocumentAFile) {
  const std::string message =
      "found the start of a second YAML document: write one document in each file (remove the \"---\")";
  EXPECT_THAT(errors_of("a: 1\n---\nb: 2\n"), ElementsAre("f.yaml:2:1: " + message));
  EXPECT_THAT(errors_of("---\na: 1\n---\n"), ElementsAre("f.yaml:3:1: " + message));
  EXPECT_THAT(errors_of("---\na: 1\n...\n"), IsEmpty());
  EXPECT_THAT(errors_of("{a: 1} more"),
              ElementsAre("f.yaml:1:8: found text after the end of the YAML value: remove it, or check the brackets "
                          "before it"));
}

TEST(Yaml, TextsCannotBreakMessages) {
  EXPECT_THAT(errors_of("a: \"b\\0c\"\n"),
              ElementsAre("f.yaml:1:4: found a control character (code 0) in this text: remove it"));
  EXPECT_THAT(errors_of("a: \"b\\rc\"\n"),
              ElementsAre("f.yaml:1:4: found a control character (code 13) in this text: remove it"));
  EXPECT_THAT(errors_of("\"a\\e[31m\": 1\n"),
              ElementsAre("f.yaml:1:1: found a control character (code 27) in this text: remove it"));
  EXPECT_THAT(errors_of("a: b\xE2\x80\xA8"
                        "c\n"),
              ElementsAre("f.yaml:1:4: found the line separator U+2028 in this text: remove it"));
  EXPECT_THAT(errors_of("a: \"b\\tc\"\nd: |\n  one\n  two\ne: \xC3\xA4\r\n# \xE2\x80\xA8\n"), IsEmpty());
}

TEST(Yaml, SyntaxErrorsSayWhatToDo) {
  const std::string is = "this is not valid YAML: ";
  EXPECT_THAT(errors_of("a: [1, 2\nb: 3\n"), ElementsAre("f.yaml:1:4: " + is +
                                                         "a list that begins with [ is not "
                                                         "closed by ]"));
  EXPECT_THAT(errors_of("a: {b: 1\n"), ElementsAre("f.yaml:1:4: " + is +
                                                   "a mapping that begins with { is not closed "
                                                   "by }, or a text with \": \" in it is not in quotes"));
  EXPECT_THAT(errors_of("a: \"b\nc: 1\n"),
              ElementsAre("f.yaml:1:4: " + is + "the quote that opens here is not closed"));
  EXPECT_THAT(errors_of("a: it''s\nb: 'it''s'\nc: \"\\\"\"\n"), IsEmpty());
  EXPECT_THAT(errors_of("a: ]\n"), ElementsAre("f.yaml:1:4: " + is + "this closing bracket has no opening bracket"));
  EXPECT_THAT(errors_of("a: *:-1\n"), ElementsAre("f.yaml:1:4: " + is + "a text that begins with * must be in quotes"));
  EXPECT_THAT(errors_of(" k: \n["), ElementsAre("f.yaml:2:1: " + is + "a list that begins with [ is not closed by ]"))
      << "the bracket, also where yaml-cpp knows no list yet";
  EXPECT_THAT(errors_of("a:\n\tb: 1\n"),
              ElementsAre("f.yaml:2:3: " + is +
                          "a \":\" cannot stand here: put a text with \": \" in quotes, and check the "
                          "indentation; indent with blanks: tabs do not count in YAML"));
}

TEST(Yaml, AnchorsAliasesTagsAndOddKeysAreRefused) {
  EXPECT_THAT(
      errors_of("a: &x 5\nb: *x\n"),
      ElementsAre("f.yaml:1:4: found the YAML anchor &x, which is not supported: remove it, or quote a text that "
                  "begins with &",
                  "f.yaml:2:4: found a YAML alias (*name), which is not supported: write the value itself"));
  EXPECT_THAT(errors_of("a: !mine 5\n"), ElementsAre("f.yaml:1:4: found the YAML tag !mine, which is not supported: "
                                                     "remove it, or quote a text that begins with !"));
  EXPECT_THAT(errors_of("? [1, 2]\n: 3\n"),
              ElementsAre("f.yaml:1:3: found a list, expected a key: write \"name: value\""));
}

TEST(Yaml, BytesThatAreNoTextAreRefused) {
  EXPECT_THAT(errors_of(std::string("a: 1\nb: \0\n", 10)),
              ElementsAre("f.yaml:2:4: found a control character (code 0): save the file as UTF-8 text"));
  EXPECT_THAT(
      errors_of("a: \xff\n"),
      ElementsAre("f.yaml:1:4: found a byte that is not a UTF-8 character (code 255): save the file as UTF-8 text"));
  EXPECT_THAT(
      errors_of("a: \xc3"),
      ElementsAre("f.yaml:1:4: found a byte that is not a UTF-8 character (code 195): save the file as UTF-8 text"));
  EXPECT_THAT(errors_of("\xEF\xBB\xBF"
                        "a: \"Z\xc3\xbcrich\"\r\n"),
              IsEmpty());
}

TEST(Yaml, DeepNestingIsAnErrorNotACrash) {
  for (const char* part : {"[", "{a: ", "- ", "? "}) {
    std::string text;
    for (int i = 0; i < 100000; ++i) text += part;
    const auto errors = errors_of(text);
    ASSERT_EQ(errors.size(), 1u) << part;
    EXPECT_THAT(errors.front(), ::testing::HasSubstr("nested too deeply")) << part;
  }
}

TEST(Yaml, FilesThatCannotBeRead) {
  ErrorList errors;
  EXPECT_FALSE(read_text("no/such/file.yaml", errors));
  EXPECT_FALSE(read_text(std::filesystem::temp_directory_path().string(), errors));
  EXPECT_THAT(errors.messages(),
              ElementsAre("no/such/file.yaml: this file cannot be read: No such file or directory",
                          std::filesystem::temp_directory_path().string() + ": this is a folder; expected a file"));
}

TEST(Yaml, ReadsTheTextOfAFile) {
  const test::TemporaryFolder temporary;
  const std::string path = temporary.path() / "file.yaml";
  const std::string text = "a: 1\nb: 2\na: 2\n";
  std::ofstream(path) << text;
  ErrorList errors;
  EXPECT_EQ(read_text(path, errors), text);
  EXPECT_TRUE(errors.empty());
}

} // namespace
} // namespace nopal::yaml
