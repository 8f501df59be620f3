#include "driver/command_line/command_line.hpp"

#include <gmock/gmock.h>

namespace nopal {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::string usage_error(const std::vector<std::string>& arguments) {
  try {
    parse_command_line(arguments);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "(no error)";
}

TEST(CommandLine, RunTakesAParfileAndOverrides) {
  const CommandLine line =
      parse_command_line({"run", "a.yaml", "--set", "driver.iterations=10", "--set=driver.cells=[5, 5]"});
  EXPECT_EQ(line.command, Command::run);
  EXPECT_EQ(line.parfile, "a.yaml");
  EXPECT_THAT(line.overrides, ElementsAre("driver.iterations=10", "driver.cells=[5, 5]"));
  EXPECT_EQ(line.log_level, "info");
}

TEST(CommandLine, AnOverrideDoesNotSwallowTheParfile) {
  const CommandLine line = parse_command_line({"run", "--set", "driver.iterations=10", "a.yaml"});
  EXPECT_EQ(line.parfile, "a.yaml");
  EXPECT_THAT(line.overrides, ElementsAre("driver.iterations=10"));
}

TEST(CommandLine, EveryCommandIsUnderstood) {
  EXPECT_EQ(parse_command_line({"check", "a.yaml"}).command, Command::check);
  EXPECT_FALSE(parse_command_line({"check", "a.yaml"}).schedule);
  EXPECT_TRUE(parse_command_line({"check", "a.yaml", "--schedule"}).schedule);
  EXPECT_EQ(parse_command_line({"tune", "a.yaml"}).command, Command::tune);
  EXPECT_TRUE(parse_command_line({"tune", "a.yaml", "--json"}).json);
  EXPECT_EQ(parse_command_line({"list"}).what, "");
  EXPECT_EQ(parse_command_line({"list", "devices"}).what, "devices");
  EXPECT_EQ(parse_command_line({"describe", "wavetoy"}).name, "wavetoy");
  EXPECT_TRUE(parse_command_line({"describe", "--reference"}).reference);
  EXPECT_THAT(usage_error({"describe"}), HasSubstr("THORN"));
  EXPECT_EQ(parse_command_line({"run", "a.yaml", "--trace", "b.json"}).trace, "b.json");
  EXPECT_TRUE(parse_command_line({"plan", "a.yaml", "--json", "--order"}).order);
  EXPECT_THAT(usage_error({"plan", "a.yaml", "--order"}), HasSubstr("--order requires --json"));
  const CommandLine explain = parse_command_line({"explain", "b.json", "wavetoy::phi"});
  EXPECT_EQ(explain.command, Command::explain);
  EXPECT_EQ(explain.trace, "b.json");
  EXPECT_EQ(explain.name, "wavetoy::phi");
  const CommandLine line = parse_command_line({"new", "thorn", "heat", "--in", "thorns"});
  EXPECT_EQ(line.command, Command::new_thorn);
  EXPECT_EQ(line.name, "heat");
  EXPECT_EQ(line.folder, "thorns");
}

TEST(CommandLine, TheLogLevelIsTheUsersChoice) {
  EXPECT_EQ(parse_command_line({"run", "a.yaml", "-v"}).log_level, "debug");
  EXPECT_EQ(parse_command_line({"run", "-q", "a.yaml"}).log_level, "warn");
  EXPECT_EQ(parse_command_line({"run", "a.yaml", "--log-level", "trace"}).log_level, "trace");
  EXPECT_THAT(usage_error({"run", "a.yaml", "--log-level", "debgu"}), HasSubstr("did you mean \"debug\"?"));
}

TEST(CommandLine, HelpAndVersionAreTextsToPrint) {
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{{},
                                                                                       {"run"},
                                                                                       {"check"},
                                                                                       {"list"},
                                                                                       {"describe"},
                                                                                       {"extents"},
                                                                                       {"new"},
                                                                                       {"new", "thorn"},
                                                                                       {"cache"},
                                                                                       {"cache", "clear"}}) {
    std::vector<std::string> arguments = command;
    arguments.emplace_back("--help");
    const CommandLine line = parse_command_line(arguments);
    EXPECT_EQ(line.command, Command::none);
    EXPECT_THAT(line.text, AllOf(HasSubstr("Examples:"), HasSubstr("nopal"))) << testing::PrintToString(command);
  }
  EXPECT_THAT(parse_command_line({"--version"}).text, HasSubstr("nopal 0."));
  EXPECT_THAT(parse_command_line({}).text, HasSubstr("describe"));
}

TEST(CommandLine, SlipsGetTheClosestWord) {
  EXPECT_THAT(usage_error({"rnu", "a.yaml"}), AllOf(HasSubstr("unknown command \"rnu\""), HasSubstr("\"run\"")));
  EXPECT_THAT(usage_error({"run", "a.yaml", "--ste", "x.y=1"}),
              AllOf(HasSubstr("unknown option --ste"), HasSubstr("\"--set\"")));
  EXPECT_THAT(usage_error({"list", "device"}), HasSubstr("did you mean \"devices\"?"));
  EXPECT_THAT(usage_error({"new", "throne", "heat"}), HasSubstr("did you mean \"thorn\"?"));
}

TEST(CommandLine, ExtentsOfAThornOrOfOneStencil) {
  const CommandLine line = parse_command_line({"extents", "diffusion", "diffuse"});
  EXPECT_EQ(line.command, Command::extents);
  EXPECT_EQ(line.name, "diffusion");
  EXPECT_EQ(line.stencil, "diffuse");
  EXPECT_EQ(parse_command_line({"extents", "diffusion"}).stencil, "");
  EXPECT_THAT(usage_error({"extents"}), HasSubstr("THORN"));
}

TEST(CommandLine, CacheIsShownOrCleared) {
  EXPECT_EQ(parse_command_line({"cache", "show"}).command, Command::cache_show);
  const CommandLine line = parse_command_line({"cache", "clear", "--device", "opencl", "wavetoy"});
  EXPECT_EQ(line.command, Command::cache_clear);
  EXPECT_EQ(line.device, "opencl");
  EXPECT_EQ(line.name, "wavetoy");
  EXPECT_THAT(usage_error({"cache", "show", "wavetoy"}), HasSubstr("does not take the argument \"wavetoy\""));
  EXPECT_THAT(usage_error({"cache", "clear", "--devise", "cuda"}), HasSubstr("did you mean \"--device\"?"));
}

TEST(CommandLine, WhatIsMissingOrTooMuchIsNamed) {
  EXPECT_THAT(usage_error({"run"}), AllOf(HasSubstr("nopal run"), HasSubstr("PARFILE")));
  EXPECT_THAT(usage_error({"run", "a.yaml", "b.yaml"}), HasSubstr("does not take the argument \"b.yaml\""));
  EXPECT_THAT(usage_error({"run", "a.yaml", "--set"}), HasSubstr("--set"));
  EXPECT_THAT(usage_error({"describe"}), HasSubstr("THORN"));
  EXPECT_THAT(usage_error({"new"}), HasSubstr("nopal new thorn NAME"));
}

} // namespace
} // namespace nopal
