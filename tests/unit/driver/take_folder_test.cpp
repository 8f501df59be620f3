#include "driver/output_folder/take_folder.hpp"

#include "core/base/error.hpp"
#include "driver/output_folder/numbered.hpp"
#include "driver/provenance/run_record.hpp"
#include "driver/records/earlier_runs.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace nopal {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
namespace fs = std::filesystem;

class TakeFolder : public testing::Test {
protected:
  FolderRequest request(ExistingOutput existing = ExistingOutput::number, const std::string& recover = {}) const {
    return {
        .name = name, .existing = existing, .recover = recover, .where = {}, .patience = std::chrono::milliseconds(20)};
  }
  static void write(const fs::path& path) { std::ofstream(path) << "something"; }
  /// Makes the folder and the record of a run that has ended, and an output file if `output` is true.
  static std::string run(const FolderRequest& request, bool output = true) {
    const TakenFolder taken = take_folder(request);
    RunRecord record(taken.run, {{"output", {{"requested", request.name}}}}, {});
    record.end(7, "");
    if (output) write(fs::path(taken.path) / "norms.tsv");
    return taken.path;
  }

  /// Returns the message of the Error that the step throws.
  template <class Step> static std::string error_of(Step&& step) {
    try {
      step();
    } catch (const Error& error) {
      return error.what();
    }
    return "(no error)";
  }

  test::TemporaryFolder folder;
  std::string name = (folder.path() / "wave").string();
};

TEST_F(TakeFolder, RunsThatLeaveOutputAreNumbered) {
  EXPECT_EQ(run(request()), name);
  EXPECT_EQ(run(request()), name + "-2");
  EXPECT_EQ(run(request()), name + "-3");
  EXPECT_EQ(run(request(ExistingOutput::recover)), name + "-4"); // no thorn that can recover is active
}

TEST_F(TakeFolder, OneThatHasLeftNothingButItsRecordIsTakenAgain) {
  EXPECT_EQ(run(request(), false), name);
  EXPECT_EQ(run(request()), name);
  EXPECT_TRUE(fs::exists(name + "/provenance/run_0001"));
  EXPECT_EQ(run(request(), false), name + "-2");
  EXPECT_EQ(run(request(), false), name + "-2");
}

TEST_F(TakeFolder, WhatOthersHaveLeftIsNoOutput) {
  fs::create_directory(name);
  write(name + "/job.sh");
  EXPECT_EQ(run(request()), name);
  EXPECT_EQ(run(request()), name + "-2");
}

TEST_F(TakeFolder, AFolderWithANumberByChanceIsPassedOver) {
  fs::create_directory(name + "-2");
  write(name + "-2/mine");
  EXPECT_EQ(run(request()), name);
  EXPECT_EQ(run(request()), name + "-3");
  FolderRequest other = request();
  other.name = name + "-3";
  EXPECT_EQ(run(other), name + "-3-2");
  EXPECT_THAT(numbers_taken(name), ElementsAre(2, 3));
  EXPECT_THAT(numbers_of_runs(name), ElementsAre(3));
  EXPECT_EQ(take_folder(request(ExistingOutput::number, "auto")).path, name + "-3");
}

TEST_F(TakeFolder, RefusesAndSaysWhatIsThereAndTheWaysOut) {
  run(request(ExistingOutput::refuse));
  for (const char* file : {"a.h5", "b.h5", "c.h5"}) write(name + "/" + file);
  EXPECT_THAT(error_of([&] { take_folder(request(ExistingOutput::refuse)); }),
              AllOf(HasSubstr('"' + name + "\" holds the output of an earlier run (started 20"),
                    HasSubstr(", complete at iteration 7: a.h5, b.h5, c.h5 and 1 more)"), HasSubstr("--recover auto"),
                    HasSubstr("driver.existing_output=number"), HasSubstr("set driver.output to another folder")));
  EXPECT_FALSE(fs::exists(name + "/provenance/run_0001"));
  EXPECT_FALSE(fs::exists(name + "-2"));
}

TEST_F(TakeFolder, WhatGoesOnTakesTheNewestOrThatOfTheCheckpoint) {
  EXPECT_EQ(take_folder(request(ExistingOutput::number, "auto")).path, name); // there is none
  EXPECT_EQ(run(request()), name);
  EXPECT_EQ(run(request()), name + "-2");
  {
    const TakenFolder newest = take_folder(request(ExistingOutput::number, "auto"));
    EXPECT_EQ(newest.path, name + "-2");
    EXPECT_TRUE(newest.earlier_output);
    EXPECT_THAT(newest.run, EndsWith("run_0001"));
  }
  EXPECT_EQ(take_folder(request(ExistingOutput::number, name + "/checkpoint_00000010/")).path, name);
  const TakenFolder elsewhere =
      take_folder(request(ExistingOutput::number, (folder.path() / "old/checkpoint").string()));
  EXPECT_EQ(elsewhere.path, name + "-3");
  EXPECT_FALSE(elsewhere.earlier_output);
  EXPECT_EQ(take_folder(request(ExistingOutput::refuse, "auto")).path, name);
}

TEST_F(TakeFolder, WhatFindsNothingToGoOnFromLeavesTheFolder) {
  run(request());
  const TakenFolder first = take_folder(request(ExistingOutput::number, "auto"));
  EXPECT_EQ(first.path, name);
  const TakenFolder second = take_fresh_folder(request(ExistingOutput::number, "auto"), first.path);
  EXPECT_EQ(second.path, name + "-2");
  EXPECT_THAT(second.note, HasSubstr('"' + name + "\" holds output, but no sound checkpoint to go on from"));
  EXPECT_THAT(error_of([&] { take_fresh_folder(request(ExistingOutput::refuse, "auto"), name); }),
              AllOf(HasSubstr("driver.existing_output is refuse"), Not(HasSubstr("--recover"))));
}

TEST_F(TakeFolder, TwoAtOnceNeverShareOne) {
  const TakenFolder first = take_folder(request());
  const TakenFolder second = take_folder(request());
  EXPECT_EQ(first.path, name);
  EXPECT_EQ(second.path, name + "-2");
  EXPECT_THAT(second.note, HasSubstr("is in use by another run (process " + std::to_string(getpid()) + " on "));
  for (const FolderRequest& wanted :
       {request(ExistingOutput::refuse), request(ExistingOutput::number, name + "/checkpoint_00000010")})
    EXPECT_THAT(error_of([&] { take_folder(wanted); }),
                AllOf(HasSubstr("is in use by another run"), HasSubstr("wait for its end")));
}

TEST_F(TakeFolder, AFolderIsFreeOnceItsRunHasGone) {
  {
    const TakenFolder taken = take_folder(request());
  }
  EXPECT_FALSE(fs::exists(name + "/provenance/lock"));
  write(name + "/provenance/lock"); // a killed run left it
  EXPECT_EQ(take_folder(request()).path, name);
}

TEST_F(TakeFolder, SaysWhyAFolderIsOfNoUse) {
  write(name);
  EXPECT_THAT(error_of([&] { take_folder(request()); }),
              HasSubstr('"' + name + "\" cannot be used: it exists and is not a folder; set driver.output"));
  name += "/below";
  EXPECT_THAT(error_of([&] { take_folder(request()); }), HasSubstr("it cannot be created: Not a directory"));
}

TEST(NumberedFolder, NamesThatEndInNothing) {
  EXPECT_EQ(plain_folder_name("out/"), "out");
  EXPECT_EQ(plain_folder_name("./a//out/"), "a/out");
  EXPECT_EQ(plain_folder_name("/"), "/");
  EXPECT_EQ(plain_folder_name("."), fs::current_path().string());
  EXPECT_EQ(numbered_folder("out", 1), "out");
  EXPECT_EQ(numbered_folder("out", 12), "out-12");
  EXPECT_THAT(numbers_taken("/nowhere/at/all"), IsEmpty());
}

} // namespace
} // namespace nopal
