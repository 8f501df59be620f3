#include "driver/watchdog/activity.hpp"

#include <gmock/gmock.h>

namespace nopal {
namespace {

using ::testing::HasSubstr;

class ActivityOfARank : public ::testing::Test {
protected:
  ActivityOfARank() {
    Group group;
    group.thorn = "heat";
    group.name = "fields";
    variables.add_group(group, {"u"});
    routine.thorn = "heat";
    routine.name = "step";
    routine.bin = "evol";
  }
  void run(Hook hook, HookEvent event) {
    activity.begin(hook);
    event.hook = hook;
    event.iteration = 7;
    activity.end(event);
  }
  /// Returns the first line of the text.
  std::string where() {
    const std::string text = activity_text(activity.state(), variables);
    return text.substr(0, text.find('\n'));
  }

  Variables variables;
  Routine routine;
  Activity activity;
};

TEST_F(ActivityOfARank, NamesTheRoutineItsPlaceBinAndIteration) {
  EXPECT_EQ(where(), "before the first routine");
  activity.begin(Hook::pre_call_function);
  EXPECT_EQ(where(), "before the first routine, in pre_call_function of the Accelerator");
  run(Hook::pre_call_function, {.routine = &routine, .place = host_place});
  EXPECT_EQ(where(), "in heat::step on the host (evol, iteration 7)");
  run(Hook::post_call_function, {.routine = &routine});
  EXPECT_EQ(where(), "after heat::step (evol, iteration 7)");
  run(Hook::pre_call_function, {.routine = &routine, .place = device_place});
  EXPECT_EQ(where(), "in heat::step on the device (evol, iteration 7)");
}

TEST_F(ActivityOfARank, KnowsTheSyncInsideARoutine) {
  run(Hook::pre_call_function, {.routine = &routine});
  run(Hook::pre_sync, {.cause = "heat::fields"});
  EXPECT_EQ(where(), "in heat::step on the host (evol, iteration 7), in the sync of heat::fields");
  run(Hook::post_sync, {.cause = "heat::fields"});
  EXPECT_EQ(where(), "in heat::step on the host (evol, iteration 7)");
}

TEST_F(ActivityOfARank, ListsMessagesUntilTheyAreDone) {
  run(Hook::pre_sync, {.cause = "heat::fields"});
  const PendingMessage messages[] = {{1, true, 80}, {2, true, 96}, {1, false, 88}};
  activity.messages_posted(messages);
  EXPECT_THAT(activity_text(activity.state(), variables),
              HasSubstr("a sync: from rank 1 (80 bytes), from rank 2 (96 bytes), to rank 1 (88 bytes)\n"));
  activity.message_done(1);
  activity.message_done(2);
  EXPECT_THAT(activity_text(activity.state(), variables), HasSubstr("a sync: from rank 1 (80 bytes)\n"));
  activity.message_done(0);
  EXPECT_THAT(activity_text(activity.state(), variables), HasSubstr("a sync: none\n"));
  activity.messages_posted(messages);
  run(Hook::post_sync, {.cause = "heat::fields"});
  EXPECT_TRUE(activity.state().messages.empty());
}

TEST_F(ActivityOfARank, EverythingIsAStep) {
  std::int64_t before = activity.steps();
  const auto expect_step = [&] {
    EXPECT_GT(activity.steps(), before);
    before = activity.steps();
  };
  activity.begin(Hook::pre_sync);
  expect_step();
  activity.end({.hook = Hook::pre_sync, .cause = "heat::fields"});
  expect_step();
  const PendingMessage messages[] = {{1, true, 80}};
  activity.messages_posted(messages);
  expect_step();
  activity.message_done(0);
  expect_step();
}

TEST_F(ActivityOfARank, ALoopIsOneStep) {
  LoopPass pass{"heat::solve", "residual > 0.1", "heat::residual is 0.5", 0, true};
  activity.looped(pass);
  const std::int64_t before = activity.steps();
  run(Hook::pre_call_function, {.routine = &routine});
  run(Hook::post_call_function, {.routine = &routine});
  pass.passes = 1;
  activity.looped(pass);
  activity.looped({"heat::inner", "n < 3", "heat::n is 3", 0, false}); // it does not begin
  activity.looped({"heat::inner", "n < 3", "heat::n is 1", 0, true});
  EXPECT_EQ(where(), "after heat::step (evol, iteration 7), in the loop of heat::solve: pass 2 of \"while: residual > "
                     "0.1\", heat::residual is 0.5, in the loop of heat::inner: pass 1 of \"while: n < 3\", heat::n is "
                     "1");
  activity.looped({"heat::inner", "n < 3", "heat::n is 3", 1, false});
  EXPECT_EQ(activity.steps(), before);
  pass.goes_on = false;
  activity.looped(pass);
  EXPECT_GT(activity.steps(), before);
  EXPECT_EQ(where(), "after heat::step (evol, iteration 7)");
}

} // namespace
} // namespace nopal
