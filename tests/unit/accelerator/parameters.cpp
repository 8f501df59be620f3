// Tests the parameters that the Accelerator reads. The schedule reads those that change the meaning of clauses.

#include "recorded.hpp"

namespace nopal::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using testing::ThrowsMessage;

class Parameter : public Recorded {
protected:
  void copy_back_at(std::int64_t iteration) {
    world().first().accelerator->set_iteration(iteration);
    calls.clear();
    world().first().hooks->copy_back();
  }
};

TEST_F(Parameter, CopyBackVarsOutputAndNoneCopyNothing) {
  for (const char* value : {"output", "none"}) {
    made.reset();
    options.settings.copy_back_vars = value;
    world().write({at(phi, Region::everywhere)}, device, 1);
    copy_back_at(0);
    EXPECT_THAT(calls, IsEmpty()) << value;
  }
}

TEST_F(Parameter, CopyBackVarsAllCopiesWhatOnlyTheDeviceHas) {
  options.settings.copy_back_vars = "all";
  world().write({at(phi, Region::everywhere), at(psi, Region::everywhere, 1)}, device, 1);
  world().write({at(rho, Region::everywhere)}, host, 1);
  copy_back_at(0);
  EXPECT_THAT(calls, ElementsAre("to_host 0@0")) << "timelevel 0 only; what is valid nowhere is skipped";
  copy_back_at(1);
  EXPECT_THAT(calls, IsEmpty());
}

TEST_F(Parameter, CopyBackVarsNamesVariablesAndGroups) {
  options.settings.copy_back_vars = "t::rho t::wave";
  world().write({at(phi, Region::everywhere), at(rho, Region::everywhere), at(field, Region::everywhere)}, device, 1);
  copy_back_at(0);
  EXPECT_THAT(calls, ElementsAre("to_host 2@0", "to_host 0@0"));
}

TEST_F(Parameter, CopyBackVarsWithWrongNamesIsOneError) {
  options.settings.copy_back_vars = "t::ph t::wave al";
  EXPECT_THAT([this] { world(); },
              ThrowsMessage<Error>(AllOf(HasSubstr("accelerator::copy_back_vars: \"t::ph\" is no variable or group"),
                                         HasSubstr("did you mean \"t::phi\"?"), HasSubstr("did you mean \"all\"?"))));
}

TEST_F(Parameter, CopyBackEverySelectsIterations) {
  options.settings.copy_back_vars = "all";
  options.settings.copy_back_every = 3;
  for (std::int64_t iteration = 0; iteration <= 6; ++iteration) {
    world().write({at(phi, Region::everywhere)}, device, 1);
    copy_back_at(iteration);
    EXPECT_EQ(calls.size(), iteration % 3 == 0 ? 1U : 0U) << iteration;
  }
}

TEST_F(Parameter, CopyBackEvery0IsNever) {
  options.settings.copy_back_vars = "all";
  options.settings.copy_back_every = 0;
  world().write({at(phi, Region::everywhere)}, device, 1);
  copy_back_at(0);
  EXPECT_THAT(calls, IsEmpty());
}

TEST_F(Parameter, CopyBackAllTimelevelsTakesEveryTimelevel) {
  options.settings.copy_back_vars = "all";
  options.settings.copy_back_all_timelevels = true;
  world().write({at(phi, Region::everywhere), at(phi, Region::everywhere, 2)}, device, 1);
  copy_back_at(0);
  EXPECT_THAT(calls, ElementsAre("to_host 0@0", "to_host 0@2"));
}

TEST_F(Parameter, CopyBackAllWrittenVariablesInAnalysis) {
  for (const bool on : {false, true})
    for (const char* bin : {"analysis", "evol"}) {
      made.reset();
      options.settings.copy_back_all_written_variables_in_analysis = on;
      Routine r = routine("r", {}, {at(phi, Region::everywhere), at(rho, Region::everywhere)});
      r.bin = bin;
      World::Rank& rank = world().first();
      rank.hooks->pre_call_function(r, device);
      calls.clear();
      rank.hooks->post_call_function(r, device);
      if (on && r.bin == "analysis")
        EXPECT_THAT(calls, ElementsAre("to_host 0@0", "to_host 2@0"));
      else
        EXPECT_THAT(calls, IsEmpty()) << on << bin;
    }
}

TEST_F(Parameter, WithoutVerboseNothingIsSaid) {
  world().write({at(phi, Region::everywhere)}, host, 1);
  world().read({at(phi, Region::everywhere)}, device);
  EXPECT_THAT(world().first().log, IsEmpty());
}

TEST_F(Parameter, VerboseSaysWhatRanWhereAndWhatWasCopied) {
  options.settings.verbose = true;
  options.settings.copy_back_vars = "all";
  options.ranks = 2;
  world().each([](World::Rank& rank) { rank.accelerator->set_iteration(3); });
  auto& log = world().first().log;
  world().write({at(phi, Region::everywhere)}, host, 1);
  EXPECT_THAT(log, ElementsAre("accelerator: iteration 3, evol: t::writer on the host: nothing copied"));
  log.clear();
  world().read({at(phi, Region::interior), at(phi, Region::boundary)}, device);
  EXPECT_THAT(log,
              ElementsAre("accelerator: iteration 3, evol: t::reader on the device: host->device t::phi@0 (owned) " +
                          std::to_string(bytes(Region::owned)) + " bytes"));
  log.clear();
  world().write({at(phi, Region::interior)}, device, 1);
  world().write({at(phi, Region::boundary)}, device, 1);
  log.clear();
  world().sync({phi});
  const std::string strip = std::to_string(24 * 10 * 8);
  EXPECT_THAT(log,
              ElementsAre("accelerator: iteration 3: sync of t::group: t::phi@0 packed on the device, ghosts valid "
                          "on the device; device->host " +
                          strip + " bytes, host->device " + strip + " bytes, 1 message; " + strip +
                          " bytes to rank 1, " + strip + " bytes from it"));
  log.clear();
  world().first().hooks->copy_back();
  EXPECT_THAT(log, ElementsAre(StartsWith("accelerator: iteration 3: copyback: device->host t::phi@0 (everywhere) ")));
  log.clear();
  world().first().hooks->cycle();
  world().first().hooks->copy_from_past({phi});
  world().first().hooks->notify_data_modified({at(rho, Region::interior)}, device);
  world().first().hooks->require_valid_data({at(rho, Region::interior)}, host, "t::io");
  EXPECT_THAT(log, ElementsAre("accelerator: iteration 3: cycle of timelevels",
                               "accelerator: iteration 3: copy_from_past: t::phi@0 (everywhere) on the device",
                               "accelerator: iteration 3: notify_data_modified on the device: t::rho@0 (interior)",
                               StartsWith("accelerator: iteration 3: require_valid_data of t::io on the host: "
                                          "device->host t::rho@0 (interior) ")));
}

TEST_F(Parameter, VeryverboseShowsEachSlotWithItsReasons) {
  options.settings.very_verbose = true;
  world().write({at(phi, Region::interior)}, device, 1);
  EXPECT_THAT(world().first().log,
              ElementsAre("accelerator: iteration 0, evol: t::writer on the device: nothing copied",
                          "accelerator:   t::phi@0 | host: -interior (never written), -boundary (never written), "
                          "-ghosts (never written) | device: +interior (written at iteration 0), -boundary (never "
                          "written), -ghosts (never written)"));
  world().first().log.clear();
  world().first().hooks->cycle();
  EXPECT_THAT(world().first().log,
              Contains("accelerator:   t::phi@1 | host: -interior (never written), -boundary (never written), -ghosts "
                       "(never written) | device: +interior (written at iteration 0), -boundary (never written), "
                       "-ghosts (never written)"));
}

TEST_F(Parameter, VerboseFromAndVerboseToBoundTheIterations) {
  options.settings.very_verbose = true;
  options.settings.verbose_from = 2;
  options.settings.verbose_to = 3;
  for (int iteration = 0; iteration < 6; ++iteration) {
    world().first().accelerator->set_iteration(iteration);
    world().write({at(phi, Region::everywhere)}, host, 1);
  }
  EXPECT_THAT(world().first().log, ElementsAre(StartsWith("accelerator: iteration 2, evol: t::writer"),
                                               StartsWith("accelerator:   t::phi@0"),
                                               StartsWith("accelerator: iteration 3, evol: t::writer"),
                                               StartsWith("accelerator:   t::phi@0")));
}

TEST_F(Parameter, VerboseHasNoLastIterationByDefault) {
  options.settings.verbose = true;
  options.settings.verbose_from = 1;
  for (int iteration = 0; iteration < 3; ++iteration) {
    world().first().accelerator->set_iteration(iteration);
    world().write({at(phi, Region::everywhere)}, host, 1);
  }
  EXPECT_EQ(world().first().log.size(), 2);
}

class Storage : public Recorded {};

TEST_F(Storage, AWriteWithoutStorageIsAnError) {
  world().first().accelerator->storage_off({phi});
  world().first().memory.release(phi);
  const Routine writer = routine("w", {}, {at(phi, Region::interior, 1)});
  EXPECT_THAT([&] { world().first().hooks->pre_call_function(writer, device); },
              ThrowsMessage<Error>(AllOf(HasSubstr("t::w writes t::phi@1, which has no storage at iteration 0"),
                                         HasSubstr("storage:"), HasSubstr("t.yaml:10:5"))));
  world().first().memory.allocate(phi);
  world().first().accelerator->storage_on({phi});
  world().write({at(phi, Region::interior)}, device, 2);
  world().read({at(phi, Region::interior)}, host);
  EXPECT_EQ(world().wrong({phi, 0}, Region::interior, host, 2), 0);
}

TEST_F(Storage, VariablesWithoutStorageAreCycledAndCreatedLater) {
  world().first().accelerator->storage_off({phi});
  world().first().memory.release(phi);
  world().first().hooks->cycle();
  world().first().hooks->init();
  world().first().memory.allocate(phi);
  world().first().accelerator->storage_on({phi});
  world().write({at(phi, Region::everywhere, 2)}, device, 3);
  EXPECT_EQ(world().wrong({phi, 2}, Region::everywhere, device, 3), 0);
}

} // namespace
} // namespace nopal::test
