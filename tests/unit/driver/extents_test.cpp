// `nopal extents` on small thorns. The published figures are those of GridTools.

#include "driver/commands/commands.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

namespace nopal {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

/// Thorns in a folder of their own, without libraries.
class Extents : public testing::Test {
protected:
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_.path() / (name + ".yaml")) << "thorn: " << name << "\ndescription: d\n" << text;
  }
  std::string text(const std::string& thorn, const std::string& stencil = "") {
    return extents_text(SearchPath({folder_.path().string()}), thorn, stencil);
  }
  std::string error(const std::string& thorn, const std::string& stencil = "") {
    try {
      text(thorn, stencil);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
  std::string place(const std::string& name) { return (folder_.path() / (name + ".yaml")).string(); }

private:
  test::TemporaryFolder folder_;
};

/// The cells of the table whose first title is `title`: for each row its first cell, and the others by their titles.
std::vector<std::pair<std::string, std::map<std::string, std::string>>> table(const std::string& text,
                                                                              const std::string& title) {
  const auto cells = [](const std::string& line) {
    std::vector<std::string> result;
    for (std::size_t begin = line.find_first_not_of(' '); begin < line.size();
         begin = line.find_first_not_of(' ', std::min(line.find("  ", begin), line.size())))
      result.push_back(line.substr(begin, line.find("  ", begin) - begin));
    return result;
  };
  std::vector<std::pair<std::string, std::map<std::string, std::string>>> rows;
  std::vector<std::string> titles;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> row = cells(line);
    if (row.empty()) {
      if (!titles.empty()) return rows;
    } else if (titles.empty()) {
      if (row.front() == title) titles = row;
    } else {
      auto& [first, others] = rows.emplace_back(row.front(), std::map<std::string, std::string>{});
      for (std::size_t cell = 1; cell < row.size(); ++cell) others[titles.at(cell)] = row[cell];
    }
  }
  return rows;
}

/// "a <-1:2> b <0>": the extents of these variables in a row.
std::string of(const std::map<std::string, std::string>& row, const std::string& variables) {
  std::string text;
  for (const char variable : variables)
    text += std::string(text.empty() ? "" : " ") + variable + " " + row.at({variable});
  return text;
}

std::string example(const std::string& gfs, const std::string& temporaries, const std::string& f1) {
  return "groups:\n  fields: {type: gf, variables: [" + gfs + "], description: d}\n  work: {type: gf, variables: [" +
         temporaries +
         "], temporary: true, description: d}\nschedule:\n  - stencil: example\n    at: evol\n    stages:\n"
         "      - {kernel: f0, reads: [\"b<-1:1>\", \"c<0:1>\"], writes: [a]}\n      - {kernel: f1, " +
         f1 + "}\n      - {kernel: f2, reads: [\"a<-1:2>\", \"d<-2:2>\", \"c<-1:1>\"], writes: [e]}\n";
}

TEST_F(Extents, PublishedExample1) {
  write("published", example("b, c, e", "a, d", "reads: [\"b<-2:0>\", \"c<-1:2>\"], writes: [d]"));
  const std::string found = text("published");
  const auto maps = table(found, "after");
  ASSERT_EQ(maps.size(), 3U);
  EXPECT_EQ(maps[0].first, "f2");
  EXPECT_EQ(of(maps[0].second, "abcd"), "a <-1:2> b <0> c <-1:1> d <-2:2>");
  EXPECT_EQ(maps[1].first, "f1");
  EXPECT_EQ(of(maps[1].second, "abcd"), "a <-1:2> b <-4:2> c <-3:4> d <-2:2>");
  EXPECT_EQ(maps[2].first, "f0");
  EXPECT_EQ(of(maps[2].second, "abcd"), "a <-1:2> b <-4:3> c <-3:4> d <-2:2>");
  const auto stages = table(found, "stage");
  EXPECT_EQ(stages.at(0).second.at("computes"), "<-1:2>");
  EXPECT_EQ(stages.at(1).second.at("computes"), "<-2:2>");
  EXPECT_EQ(stages.at(2).second.at("computes"), "<0>");
}

TEST_F(Extents, PublishedExample2) {
  write("published", example("b, c, e", "a, d", "reads: [\"b<-2:0>\", \"a<-1:2>\"], writes: [d]"));
  const std::string found = text("published", "example");
  const auto maps = table(found, "after");
  ASSERT_EQ(maps.size(), 3U);
  EXPECT_EQ(of(maps[0].second, "abcd"), "a <-1:2> b <0> c <-1:1> d <-2:2>");
  EXPECT_EQ(of(maps[1].second, "abcd"), "a <-3:4> b <-4:2> c <-1:1> d <-2:2>");
  EXPECT_EQ(of(maps[2].second, "abcd"), "a <-3:4> b <-4:5> c <-3:5> d <-2:2>");
  EXPECT_EQ(table(found, "stage").at(0).second.at("computes"), "<-3:4>");
}

TEST_F(Extents, PublishedExample3IsRefused) {
  write("published", example("b, c, d, e", "a", "reads: [\"b<-2:0>\", \"a<-1:2>\"], writes: [c]"));
  EXPECT_THAT(
      error("published"),
      HasSubstr("published::example: stage \"f0\" reads c<0:1>, in all on <-2:4>, and the later stage \"f1\" writes c "
                "on <-1:1>"));
}

TEST_F(Extents, AllThatItPrints) {
  write("work", "groups:\n  g: {type: gf, variables: [u, v], timelevels: 2, description: d}\n"
                "  t: {type: gf, variables: [s], temporary: true, description: d}\n"
                "schedule:\n  - stencil: all\n    at: evol\n    stages:\n"
                "      - {kernel: f0, reads: [\"u@1<-1:1, 0:2>\"], writes: [s]}\n"
                "      - {kernel: unused, reads: [u@1], writes: [s]}\n"
                "      - {kernel: f1, reads: [\"u@1<0>\", \"s<0, 0, -1:0>\"], writes: [u]}\n"
                "      - {kernel: edge, reads: [\"u@1<0>\"], writes: [u(boundary)]}\n");
  write("two", "groups:\n  g: {type: gf, variables: [u, v], description: d}\n"
               "schedule:\n  - {stencil: all, at: evol, stages: [{kernel: f0, reads: [\"u<0>\"], writes: [v]}]}\n");
  EXPECT_EQ(text("two"), "two::all (" + place("two") +
                             ":6:5)\n"
                             "\n"
                             "  after  u    v\n"
                             "  f0     <0>  <0>\n"
                             "\n"
                             "  stage  computes\n"
                             "  f0     <0>\n"
                             "\n"
                             "  variable  is       on\n"
                             "  u         read     <0>\n"
                             "  v         written  <0>\n");
  const std::string found = text("work");
  EXPECT_THAT(found, HasSubstr("  after   u@1           s             u\n"
                               "  f1      <0>           <0, 0, -1:0>  <0>\n"));
  EXPECT_THAT(table(found, "stage"),
              ElementsAre(Pair("f0", ElementsAre(Pair("computes", "nothing: no result depends on it"))),
                          Pair("unused", ElementsAre(Pair("computes", "<0, 0, -1:0>"))),
                          Pair("f1", ElementsAre(Pair("computes", "<0>")))));
  EXPECT_THAT(found, HasSubstr("  edge computes the boundary when all stages before it are done\n"));
  EXPECT_THAT(found, HasSubstr("\n" + place("work") +
                               ":11:34: the stage \"unused\" does not declare how far it reads u@1, and "
                               "there is no library of the thorn: it counts as <0>\n"));
}

TEST_F(Extents, ColumnsAndIntervals) {
  write("columns",
        "parameters: {points: {type: int, description: d}}\nsplitters: {cloud: points}\n"
        "groups:\n  g: {type: gf, variables: [u, v], description: d}\n"
        "schedule:\n  - stencil: all\n    at: evol\n    stages:\n"
        "      - {as: up, order: forward, kernels: {\"bottom+1 : cloud-1\": low, \"cloud+1 : top-1\": high},\n"
        "         reads: [\"u<0:1, 0, 0:1>\", \"v<0, 0, -1:-1>\"], writes: [v]}\n");
  const std::string found = text("columns");
  EXPECT_THAT(found, HasSubstr("It has columns: extents along k are not added up.\n"));
  EXPECT_THAT(found, HasSubstr("  up     <0>       forward  \"bottom+1 : cloud-1\": low, \"cloud+1 : top-1\": high\n"));
  EXPECT_EQ(table(found, "after").at(0).second.at("u"), "<0:1>");
}

TEST_F(Extents, NeedNoParfile) {
  write("base",
        "parameters: {size: {type: int, description: d}}\ngroups:\n  g: {type: gf, variables: [w], description: d}\n");
  write("bound",
        "inherits: [base]\n"
        "parameters: {field: {type: string, description: d}, rate: {type: real, description: d}}\n"
        "groups:\n  a: {type: array, shape: [size], variables: [list], description: d}\n"
        "  fields: {type: gf, variables: [v, out], description: d}\n"
        "  t: {type: gf, variables: [s], temporary: true, description: d}\n"
        "schedule:\n"
        "  - {kernel: other, in: nowhere, if: missing, writes: [v]}\n"
        "  - stencil: all\n    in: group_of_another_thorn\n    after: [other]\n    if: rate > 0\n    sync: [v]\n    "
        "stages:\n"
        "      - {kernel: f0, bind: {f: field, g: other::x}, uses: [rate], reads: [\"f@2<1:1>\", \"g<0:3>\", "
        "\"w<-2:0>\"], "
        "writes: [s]}\n"
        "      - {kernel: f1, bind: {h: field, g: \"bound::out\"}, reads: [\"s<0>\", \"h<-1:0>\"], writes: [g]}\n");
  const auto rows = table(text("bound"), "variable");
  EXPECT_THAT(rows, ElementsAre(Pair("field@2", testing::Contains(Pair("on", "<1:1>"))),
                                Pair("x", testing::Contains(Pair("on", "<0:3>"))),
                                Pair("base::w", testing::Contains(Pair("on", "<-2:0>"))),
                                Pair("s", testing::Contains(Pair("is", "temporary"))),
                                Pair("field", testing::Contains(Pair("on", "<-1:0>"))),
                                Pair("out", testing::Contains(Pair("is", "written")))));
}

TEST_F(Extents, WrongNames) {
  write("wave", "groups:\n  g: {type: gf, variables: [u, v], description: d}\n"
                "schedule:\n  - {kernel: k, at: evol, reads: [u], writes: [v]}\n");
  const std::string stencil = ", at: evol, stages: [{kernel: f, reads: [\"u<0>\"], writes: [v]}]}\n";
  write("chain", "groups:\n  g: {type: gf, variables: [u, v], description: d}\nschedule:\n  - {stencil: first" +
                     stencil +
                     "  - {stencil: second, at: evol, stages: [{kernel: g, reads: [\"u<0>\"], writes: [v]}]}\n");
  EXPECT_THAT(error("chian"), AllOf(HasSubstr("chian"), HasSubstr("chain")));
  EXPECT_EQ(error("wave"), place("wave") +
                               ": the thorn wave schedules no stencil; `nopal describe wave` prints what it "
                               "schedules");
  EXPECT_EQ(error("chain", "frist"), place("chain") +
                                         ": the thorn chain has no stencil \"frist\" (did you mean \"first\"?); its "
                                         "stencils are first, second");
  EXPECT_THAT(text("chain", "second"), testing::Not(HasSubstr("chain::first")));
  EXPECT_THAT(text("chain"), AllOf(HasSubstr("chain::first"), HasSubstr("chain::second")));
}

} // namespace
} // namespace nopal
