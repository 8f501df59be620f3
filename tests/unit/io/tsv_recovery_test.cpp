// Tests the files of a run that goes on from a checkpoint. An earlier run has begun these files.

#include "tsv_run.hpp"

#include <fstream>

using namespace nopal;
using namespace nopal::test;
using testing::HasSubstr;

namespace {

/// A run that writes all kinds of blocks and rows: a plane, a line, an array, points, a scalar.
class Everything {
public:
  Everything() : run("tsv", grid_2d()) {
    phi = run.add(GroupKind::gf, Type::real, "phi");
    modes = run.add(GroupKind::array, Type::integer, "modes", {2, 3, 1}, 2);
    energy = run.add(GroupKind::scalar, Type::real, "energy");
    fill(run, phi);
    run.set_list("points_at", {0.1, 0.2, 0.3, 0.4});
  }
  /// Writes all files. The values depend on `shift`, so that tests can distinguish the output of two runs.
  void output(long iteration, double shift = 0) {
    run.field<double>(energy).value() = static_cast<double>(iteration) + shift;
    run.field<double>(phi)(1, 1) = static_cast<double>(iteration) + shift;
    run.call("norms", {energy}, iteration);
    run.call("lines", {phi, modes}, iteration);
    run.call("planes", {phi}, iteration);
    run.call("points", {phi}, iteration);
  }
  std::map<std::string, std::string> texts() {
    std::map<std::string, std::string> texts;
    for (const auto& entry : std::filesystem::directory_iterator(run.output_folder()))
      texts[entry.path().filename().string()] = run.text_of(entry.path().filename().string());
    return texts;
  }

  FakeRun run;
  int phi, modes, energy;
};

constexpr std::size_t n_files = 6; // energy, modes, phi.x, phi.y, phi.xy, points

} // namespace

TEST(TsvRecovery, ARunThatGoesOnCutsTheRowsBehindItsCheckpoint) {
  FakeRun run("tsv", grid_2d());
  const int energy = run.add(GroupKind::scalar, Type::real, "energy");
  run.field<double>(energy).value() = 1;
  for (const long iteration : {0L, 9L, 10L}) run.call("norms", {energy}, iteration);
  const std::string up_to_10 = run.text_of("test-energy.tsv");
  run.field<double>(energy).value() = 2;
  run.call("norms", {energy}, 11);
  run.restart();
  std::ofstream(run.output("test-energy.tsv"), std::ios::app) << "12\t1.5"; // the run was killed while it wrote
  for (const bool output_done : {true, false}) {
    run.recover({10, output_done});
    run.field<double>(energy).value() = 1;
    if (!output_done) run.call("norms", {energy}, 10);
    run.field<double>(energy).value() = 3;
    run.call("norms", {energy}, 11);
    run.restart();
    EXPECT_EQ(run.text_of("test-energy.tsv"), up_to_10 + "11\t1.375\t3\n") << output_done;
  }
}

TEST(TsvRecovery, BlocksAndPointsGoOnAsIfNothingHadHappened) {
  Everything plain;
  for (const long iteration : {0L, 4L, 8L, 12L}) plain.output(iteration);
  const auto expected = plain.texts();
  ASSERT_EQ(expected.size(), n_files);

  for (const bool output_done : {true, false}) {
    Everything again;
    for (const long iteration : {0L, 4L}) again.output(iteration);
    for (const long iteration : {8L, 12L, 16L}) again.output(iteration, 0.5);
    again.run.restart();
    again.run.recover({output_done ? 7 : 8, output_done}); // between two outputs, or before that of 8
    for (const long iteration : {8L, 12L}) again.output(iteration);
    EXPECT_EQ(again.texts(), expected) << output_done;
    EXPECT_THAT(again.run.warnings, testing::IsEmpty());
  }
}

TEST(TsvRecovery, FilesThatAKillToreAtAnyByteAreMended) {
  Everything plain;
  for (const long iteration : {0L, 4L, 8L}) plain.output(iteration);
  const auto expected = plain.texts();
  Everything before;
  for (const long iteration : {0L, 4L}) before.output(iteration);
  const auto kept = before.texts();

  // Each file is cut somewhere between the end of iteration 4, which the checkpoint of 5 relies on, and that of 8.
  for (std::size_t beyond = 0; beyond < 200; ++beyond) {
    Everything again;
    for (const auto& [name, text] : expected)
      std::ofstream(again.run.output(name)) << text.substr(0, std::min(text.size(), kept.at(name).size() + beyond));
    again.run.recover({5, true});
    again.output(8);
    ASSERT_EQ(again.texts(), expected) << beyond;
  }
}

TEST(TsvRecovery, APieceOfAHeaderIsWrittenAgain) {
  Everything plain;
  plain.output(3);
  const auto expected = plain.texts();
  for (std::size_t size = 0; size < 600; size += 7) {
    Everything again;
    for (const auto& [name, text] : expected)
      std::ofstream(again.run.output(name)) << text.substr(0, std::min(size, text.rfind("\n# ")));
    again.run.recover({2, true});
    again.output(3);
    ASSERT_EQ(again.texts(), expected) << size;
  }
}

TEST(TsvRecovery, AFileThatIsGoneIsMentioned) {
  Everything run;
  run.run.recover({5, true});
  run.output(8);
  ASSERT_EQ(run.run.warnings.size(), n_files);
  EXPECT_THAT(run.run.warnings, testing::Contains(HasSubstr("has no file '" + run.run.output("points.tsv") +
                                                            "'; the new file begins with iteration 8")));
}

TEST(TsvRecovery, OldValuesHaveARemarkBeforeTheirRows) {
  Everything plain;
  const auto write = [](Everything& run, std::initializer_list<long> iterations) {
    for (const long iteration : iterations) {
      run.run.earlier.clear();
      if (iteration % 8 == 4)
        for (const int v : {run.phi, run.modes, run.energy}) run.run.earlier[v] = iteration - 4;
      run.output(iteration);
    }
  };
  write(plain, {0L, 4L, 8L, 12L});
  const auto expected = plain.texts();
  for (const auto& [name, text] : expected) {
    EXPECT_THAT(text, HasSubstr("\n## iteration 4, time 0.5: the values of test::")) << name;
    EXPECT_THAT(text, HasSubstr(" are those of iteration 8, time 1\n12\t1.5\t")) << name;
    EXPECT_THAT(text, testing::Not(HasSubstr("\n## iteration 8"))) << name;
  }
  Everything again;
  write(again, {0L, 4L, 8L, 12L});
  again.run.restart();
  again.run.recover({8, true}); // cuts the remark before iteration 12
  write(again, {12L});
  EXPECT_EQ(again.texts(), expected);
}
