// Conflicts between the threads of a block kernel.

#include "core/kernels/block_watch.hpp"

#include "core/base/error.hpp"

#include <gmock/gmock.h>

#include <string>

namespace nopal::test {
namespace block_watch_test {

using ::testing::HasSubstr;

const BlockElement element{"u", 0, {3, 0, 0}, 3, 3};
const BlockElement kept{"kept", -1, {3, 0, 0}, 1, 3};

class Watch : public ::testing::Test {
protected:
  Watch() {
    kernel.thorn = "thorn";
    kernel.name = "step";
    kernel.path = "step.kernel";
    kernel.arguments = &argument;
    kernel.n_arguments = 1;
    kernel.blocks = &blocks;
    launch.fields = &field;
    launch.grid = &grid;
    launch.boxes = &box;
    launch.n_boxes = 1;
  }
  BlockMoment at(int line, long thread, int syncs = 0, long block = 0) const {
    return {{block, 0, 0}, {thread, 0, 0}, &box, syncs, line};
  }
  /// Returns the error; empty: there is none.
  std::string note(const BlockElement& of, const BlockMoment& by, ElementUse use) {
    try {
      watch.note(of, by, use);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  std::string read(const BlockMoment& by) { return note(element, by, ElementUse::read); }
  std::string write(const BlockMoment& by) { return note(element, by, ElementUse::write); }
  std::string change(const BlockMoment& by) { return note(element, by, ElementUse::atomic); }

  KernelArgument argument{"u", "thorn::u@0", ArgumentKind::field, Access::write};
  KernelBlocks blocks{};
  Kernel kernel{};
  KernelGrid grid;
  HostField field{nullptr, {1, 4, 4}, {{0, 0, 0}, {4, 1, 1}}};
  LaunchBox box{{{0, 0, 0}, {4, 1, 1}}, {}, {}};
  HostLaunch launch;
  BlockWatch watch{kernel, launch};
};

TEST_F(Watch, ThreadsOfABlockMustMeetBetweenAWriteAndAnotherUse) {
  EXPECT_EQ(write(at(1, 0)), "");
  EXPECT_EQ(read(at(2, 0)), "") << "its own value";
  EXPECT_EQ(
      read(at(3, 1)),
      "step.kernel:3: kernel step of thorn thorn: thread (1, 0, 0) of block (0, 0, 0) reads u(3, 0, 0), and thread "
      "(0, 0, 0) of the same block writes it in line 1 without a block_sync() between them, so the result depends "
      "on which comes first: add block_sync() between the two");
  EXPECT_EQ(read(at(4, 1, 1)), "");
  EXPECT_THAT(write(at(5, 0, 1)), HasSubstr("writes u(3, 0, 0), and thread (1, 0, 0) of the same block reads it in "
                                            "line 4"));
  EXPECT_EQ(write(at(6, 0, 2)), "");
  EXPECT_THAT(write(at(7, 1, 2)), HasSubstr("of the same block writes it in line 6"));
}

TEST_F(Watch, NoBarrierCanStandBetweenTwoThreadsInOneLine) {
  EXPECT_EQ(write(at(6, 0)), "");
  EXPECT_THAT(write(at(6, 1)), HasSubstr("let each element belong to one thread, or use atomics"));
}

TEST_F(Watch, AWriteAfterReadsOfManyThreads) {
  for (long thread = 0; thread < 5; ++thread) EXPECT_EQ(read(at(1, thread)), "");
  for (long thread = 0; thread < 5; ++thread)
    EXPECT_THAT(write(at(2, thread)), HasSubstr("reads it in line 1")) << thread;
  EXPECT_EQ(read(at(3, 4, 1)), "");
  EXPECT_EQ(write(at(4, 4, 1)), "") << "only this thread reads it since block_sync()";
}

TEST_F(Watch, AtomicUsesDoNotConflictWithEachOther) {
  EXPECT_EQ(change(at(1, 0)), "");
  EXPECT_EQ(change(at(1, 1)), "");
  EXPECT_EQ(change(at(1, 0, 0, 1)), "") << "another block";
  EXPECT_THAT(read(at(2, 2)), HasSubstr("thread (0, 0, 0) of the same block changes it in line 1"));
  EXPECT_THAT(read(at(2, 0, 1, 1)), HasSubstr("of block (0, 0, 0) changes it in line 1 and blocks run in any order"));
}

TEST_F(Watch, BlocksNeverMeet) {
  EXPECT_EQ(write(at(1, 0)), "");
  EXPECT_THAT(read(at(2, 0, 5, 1)),
              HasSubstr("thread (0, 0, 0) of block (0, 0, 0) writes it in line 1 and blocks run in "
                        "any order"));
}

TEST_F(Watch, AReadOfAnotherBlockIsNotForgotten) {
  EXPECT_EQ(read(at(1, 0)), "");
  EXPECT_EQ(read(at(1, 1)), "");
  EXPECT_EQ(read(at(1, 0, 0, 1)), "");
  EXPECT_EQ(read(at(1, 2)), "");
  EXPECT_THAT(write(at(2, 0, 1)), HasSubstr("of block (1, 0, 0) reads it in line 1 and blocks run in any order"));
}

TEST_F(Watch, SharedMemoryBelongsToABlockAndIsUndefinedAtFirst) {
  for (const long block : {0L, 1L}) watch.begin_thread(&box, {block, 0, 0}, 2);
  for (const ElementUse use : {ElementUse::read, ElementUse::atomic})
    EXPECT_THAT(note(kept, at(1, 0), use),
                HasSubstr("reads kept[3], but no thread of the block has written this element"));
  EXPECT_EQ(note(kept, at(2, 0), ElementUse::write), "");
  EXPECT_EQ(note(kept, at(3, 1, 1), ElementUse::read), "");
  EXPECT_THAT(note(kept, at(3, 1, 1, 1), ElementUse::read), HasSubstr("no thread of the block has written"));
  EXPECT_EQ(note(kept, at(2, 0, 0, 1), ElementUse::write), "") << "two blocks have two arrays";
}

TEST_F(Watch, SharedMemoryLastsUntilTheLastThreadOfItsBlockHasEnded) {
  const auto use = [&](long thread, int syncs, ElementUse how) { return note(kept, at(1, thread, syncs, 2), how); };
  const Index block{2, 0, 0};
  watch.begin_thread(&box, block, 2);
  EXPECT_EQ(use(0, 0, ElementUse::write), "");
  watch.end_thread(&box, block);
  watch.begin_thread(&box, block, 2);
  EXPECT_EQ(use(1, 1, ElementUse::read), "") << "the first thread has ended, but not the block";
  EXPECT_THAT(use(1, 0, ElementUse::read), HasSubstr("without a block_sync() between them"));
  watch.end_thread(&box, block);

  watch.begin_thread(&box, block, 2);
  EXPECT_THAT(use(1, 1, ElementUse::read), HasSubstr("no thread of the block has written"));
  watch.end_thread(&box, block);
}

TEST_F(Watch, AnAtomicDoesNotHideAnEarlierUseOfItsThread) {
  EXPECT_EQ(write(at(1, 0)), "");
  EXPECT_EQ(change(at(2, 0)), "");
  EXPECT_THAT(change(at(2, 1)), HasSubstr("thread (0, 0, 0) of the same block writes it"));
}

TEST_F(Watch, ABlockSyncDoesNotHideAWriteFromOtherBlocks) {
  EXPECT_EQ(write(at(1, 0)), "");
  EXPECT_EQ(change(at(2, 1, 1)), "") << "a block_sync() stands between them";
  EXPECT_THAT(change(at(2, 0, 1, 1)), HasSubstr("thread (0, 0, 0) of block (0, 0, 0) writes"));
}

TEST_F(Watch, AWriteConflictsWithAtomicsOfOthers) {
  for (const long block : {0L, 1L}) EXPECT_EQ(change(at(1, 0, 0, block)), "");
  EXPECT_EQ(change(at(1, 1)), "");
  EXPECT_THAT(write(at(2, 1)), HasSubstr("thread (0, 0, 0) of the same block changes it"));
}

TEST_F(Watch, EveryPointThatIsPromisedMustBeWritten) {
  for (const long i : {0L, 1L, 3L}) {
    EXPECT_EQ(note({"u", 0, {i, 0, 0}, 3, i}, at(1, i), ElementUse::write), "");
    EXPECT_TRUE(watch.has_written(0, i));
  }
  EXPECT_FALSE(watch.has_written(0, 2));
  EXPECT_THAT([&] { watch.finish(); },
              ::testing::ThrowsMessage<Error>(HasSubstr("does not write u (thorn::u@0) at (2, 0, 0)")));
  EXPECT_EQ(note({"u", 0, {2, 0, 0}, 3, 2}, at(1, 2), ElementUse::write), "");
  EXPECT_NO_THROW(watch.finish());
}

TEST_F(Watch, NothingIsPromisedWithoutPoints) {
  launch.n_boxes = 0;
  EXPECT_NO_THROW(watch.finish());
  launch.n_boxes = 1;
  blocks.launched = true;
  EXPECT_NO_THROW(watch.finish()) << "a function chooses the points";
  blocks.launched = false;
  argument.access = Access::readwrite;
  EXPECT_NO_THROW(watch.finish()) << "what is not written keeps its value";
}

TEST(BlockElements, HaveTheTextOfTheKernel) {
  EXPECT_EQ(text({"tile", -1, {3, 0, 0}, 2, 0}), "tile[3][0]");
  EXPECT_EQ(text({"u", 0, {1, 2, 0}, 3, 0}), "u(1, 2, 0)");
  EXPECT_EQ(text({"list", 1, {-1, 0, 0}, 1, 0}), "list(-1)");
}

} // namespace block_watch_test
} // namespace nopal::test
