#include "driver/provenance/run_record.hpp"

#include "core/base/error.hpp"
#include "core/files/existing_file.hpp"
#include "driver/provenance/machine.hpp"
#include "driver/provenance/parameters_text.hpp"
#include "driver/records/earlier_runs.hpp"
#include "driver/records/files.hpp"
#include "driver/records/last_words.hpp"
#include "driver/records/note_failure.hpp"
#include "driver_parameters.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace nopal {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Property;
namespace fs = std::filesystem;

class Record : public testing::Test {
protected:
  nlohmann::json json() const { return nlohmann::json::parse(file_text(folder + "/run.json", largest_record)); }

  test::TemporaryFolder temporary;
  std::string folder = claim_run(temporary.path().string());
  RunRecord record{
      folder, {{"who", "me"}}, {{"parfile.yaml", "thorns: []\r\n"}, {"thorns/wave.yaml", "thorn: wave\n"}}};
};

TEST_F(Record, TellsOfARunThatGoesOn) {
  EXPECT_THAT(folder, EndsWith("/provenance/run_0000"));
  EXPECT_EQ(json().at("status"), nlohmann::json({{"state", "running"}, {"reason", nullptr}}));
  EXPECT_EQ(json().at("who"), "me");
  EXPECT_EQ(json().at("end"), nullptr);
  EXPECT_THAT(json().at("start").get<std::string>(), MatchesRegex("20..-..-..T..:..:..Z"));
  EXPECT_EQ(file_text(folder + "/parfile.yaml", largest_record), "thorns: []\r\n");
  EXPECT_EQ(file_text(folder + "/thorns/wave.yaml", largest_record), "thorn: wave\n");
}

TEST_F(Record, TellsOfARunThatMayBeKilled) {
  record.ends_soon("SIGTERM was received");
  EXPECT_EQ(json().at("status"), nlohmann::json({{"state", "running"}, {"reason", "SIGTERM was received"}}));
  record.end(60, "SIGTERM was received");
  record.ends_soon("too late");
  EXPECT_EQ(json().at("status"), nlohmann::json({{"state", "terminated"}, {"reason", "SIGTERM was received"}}));
}

TEST_F(Record, KeepsTheFailureOfAnotherRankIfItMayBeKilled) {
  note_failure_at_once(folder + "/run.json", "rank 1: it failed");
  record.ends_soon("SIGTERM was received");
  EXPECT_EQ(json().at("status"), nlohmann::json({{"state", "failed"}, {"reason", "rank 1: it failed"}}));
}

TEST_F(Record, LastWordsAreAdded) {
  add_last_words(folder, "one");
  add_last_words(folder, "two");
  EXPECT_THAT(file_text(folder + "/last_words.txt", largest_record),
              MatchesRegex("20..-..-..T..:..:..Z one\n20.*Z two\n"));
  add_last_words(folder + "/nowhere", "three"); // no error
}

TEST_F(Record, TakesAReasonWithoutTheHeap) {
  const auto before = json();
  const std::string path = folder + "/run.json";
  note_failure_at_once(path, "rank 1: heat::step: \"a\\b\"\n\x01 … ü\xC3");
  auto after = json();
  EXPECT_EQ(after.at("status"),
            nlohmann::json({{"state", "failed"}, {"reason", "rank 1: heat::step: \"a\\b\"\n? … ü"}}));
  EXPECT_THAT(after.at("end").get<std::string>(), MatchesRegex("20..-..-..T..:..:..Z"));
  EXPECT_EQ(after.at("end"), after.at("updated"));
  for (const char* entry : {"status", "end", "updated"}) after[entry] = before.at(entry);
  EXPECT_EQ(after, before) << "all else is the same";
  EXPECT_EQ(entries_of(folder).size(), 3) << "no other file is left";
  note_failure_at_once(path, "another reason");
  EXPECT_THAT(json().at("status").at("reason").get<std::string>(), testing::StartsWith("rank 1"));
}

TEST_F(Record, ThatCannotBeReadGetsNoReason) {
  note_failure_at_once(folder + "/no_file", "a reason");
  const std::string path = folder + "/run.json";
  for (const std::string& text : {std::string("{\n  \"status\": {"), std::string(), std::string(2 << 20, ' ')}) {
    replace_file(path, text);
    note_failure_at_once(path, "a reason");
    EXPECT_EQ(file_text(path, largest_record), text);
  }
}

TEST_F(Record, NamesVariablesWhoseOutputIsNotFinite) {
  EXPECT_EQ(json().at("not_finite"), nlohmann::json::array());
  record.not_finite(std::vector<NotFiniteOutput>{{"wavetoy::phi", {"hdf5", "tsv"}, 3, 0.5, "nan at point 0"}});
  record.not_finite(std::vector<NotFiniteOutput>{{"wavetoy::energy", {"tsv"}, 7, 1.5, "inf"}});
  const auto found = json().at("not_finite");
  ASSERT_EQ(found.size(), 2);
  EXPECT_EQ(found[0], nlohmann::json({{"variable", "wavetoy::phi"},
                                      {"outputs", {"hdf5", "tsv"}},
                                      {"iteration", 3},
                                      {"time", 0.5},
                                      {"what", "nan at point 0"}}));
  EXPECT_EQ(found[1].at("variable"), "wavetoy::energy");
}

TEST_F(Record, KeepsChangesOfParametersInTheirOrder) {
  record.change(3, "wavetoy.energy_every", "1", "5");
  record.change(8, "tsv.norms", "[]", "[wavetoy::phi]");
  const auto changes = json().at("changes");
  ASSERT_EQ(changes.size(), 2);
  EXPECT_EQ(changes[0].at("iteration"), 3);
  EXPECT_EQ(changes[1].at("parameter"), "tsv.norms");
  EXPECT_EQ(changes[1].at("old"), "[]");
  EXPECT_EQ(changes[1].at("new"), "[wavetoy::phi]");
}

TEST_F(Record, TellsHowARunEnds) {
  record.recovered(40, true);
  EXPECT_EQ(json().at("recovery"), nlohmann::json({{"iteration", 40}, {"output_done", true}}));
  record.end(60, "");
  EXPECT_EQ(json().at("status").at("state"), "complete");
  EXPECT_EQ(json().at("iteration"), 60);
  EXPECT_TRUE(json().at("end").is_string());
  record.end(60, "SIGTERM was received");
  EXPECT_EQ(json().at("status"), nlohmann::json({{"state", "terminated"}, {"reason", "SIGTERM was received"}}));
  record.failed("it broke");
  EXPECT_EQ(json().at("status"), nlohmann::json({{"state", "failed"}, {"reason", "it broke"}}));
}

TEST_F(Record, AFailureElsewhereIsNotedOnce) {
  RunRecord::note_failure(folder, "rank 1: first");
  RunRecord::note_failure(folder, "rank 2: second");
  EXPECT_EQ(json().at("status").at("reason"), "rank 1: first");
}

TEST_F(Record, MovesWithAllItsFiles) {
  const test::TemporaryFolder other;
  const std::string target = claim_run(other.path().string());
  record.move(target, {{"folder", "elsewhere"}});
  EXPECT_FALSE(fs::exists(folder));
  folder = target;
  EXPECT_EQ(json().at("output").at("folder"), "elsewhere");
  EXPECT_EQ(file_text(folder + "/thorns/wave.yaml", largest_record), "thorn: wave\n");
}

TEST_F(Record, IsReplacedInOneStepAndLeavesNothingBehind) {
  for (int i = 0; i < 5; ++i) record.change(i, "a.b", "1", "2");
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  EXPECT_THAT(names, testing::UnorderedElementsAre("run.json", "parfile.yaml", "thorns"));
}

TEST_F(Record, ThatCannotBeWrittenSaysSo) {
  fs::remove_all(folder);
  EXPECT_THAT(
      [&] { record.end(1, ""); },
      testing::Throws<Error>(Property(&Error::what, AllOf(HasSubstr("cannot create '" + folder),
                                                          HasSubstr("No such file"), HasSubstr("driver.output")))));
}

TEST_F(Record, WithBytesThatAreNoTextIsStillWritten) {
  record.failed("\xff broke");
  EXPECT_THAT(json().at("status").at("reason").get<std::string>(), EndsWith(" broke"));
}

TEST_F(Record, IsFoundByTheNextRun) {
  const auto earlier = newest_run(temporary.path().string());
  ASSERT_TRUE(earlier);
  EXPECT_EQ(earlier->path, folder);
  const std::string next = claim_run(temporary.path().string());
  EXPECT_THAT(next, EndsWith("run_0001"));
  EXPECT_EQ(newest_run(temporary.path().string())->state, ""); // it has not written anything yet
  EXPECT_FALSE(newest_run("/nowhere"));
}

TEST(ParametersText, IsAParfileThatGivesTheSameAndSaysWhereFrom) {
  const std::string section =
      "  lower: [0.1]\n  upper: [1]\n  cells: [4]\n  output: \"with \\\"quotes\\\" # and more\"\n";
  const Parameters parameters = driver_parameters(section);
  const std::string text = parameters_text(parameters, "What: a \"test\"", {});
  EXPECT_THAT(text, HasSubstr("\nthorns: []\ndriver:\n"));
  EXPECT_THAT(text, HasSubstr("\n  cells: [4]  # test.yaml:5:10\n"));
  EXPECT_THAT(text, HasSubstr("\n  # ghosts: 1  # default\n"));
  EXPECT_THAT(text, HasSubstr("\n  # final_time: .inf  # default\n"));
  const Parfile again = Parfile::from_text(text, "again.yaml");
  EXPECT_EQ(again.description(), "What: a \"test\"");
  Parameters same = driver_parameters(section);
  ErrorList errors;
  again.apply(same, errors);
  errors.raise_if_any();
  for (const ParameterDeclaration* parameter : parameters.all())
    EXPECT_EQ(same.value(parameter->full_name()), parameters.value(parameter->full_name())) << parameter->full_name();
  EXPECT_TRUE(same.is_set("driver::cells"));
  EXPECT_FALSE(same.is_set("driver::ghosts")) << "what was a default is one";
}

TEST(Machine, KeepsWhatMattersOfTheEnvironment) {
  setenv("OMP_TEST_ONLY", "a=b", 1);
  setenv("TEST_ONLY_TOKEN", "secret", 1);
  const auto environment = relevant_environment();
  EXPECT_EQ(environment.at("OMP_TEST_ONLY"), "a=b");
  EXPECT_FALSE(environment.contains("TEST_ONLY_TOKEN"));
}

TEST(Machine, KnowsTheFilesOfItsLibraries) {
  EXPECT_THAT(loaded_libraries(), testing::Contains(MatchesRegex(".*/libmpi\\.so\\.[0-9.]+")));
}

} // namespace
} // namespace nopal
