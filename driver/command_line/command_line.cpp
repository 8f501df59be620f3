#include "driver/command_line/command_line.hpp"

#include "core/base/suggest.hpp"

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

namespace {

const std::vector<std::string> levels = {"trace", "debug", "info", "warn", "error", "off"};
const std::vector<std::string> listable = {"thorns", "devices", "backends", "bins"};

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

// Accepts only these words. The error for another word names the closest of them.
CLI::Validator one_of(const std::vector<std::string>& words) {
  return CLI::Validator(
      [words](const std::string& found) {
        if (std::find(words.begin(), words.end(), found) != words.end()) return std::string();
        return fmt::format("found \"{}\", expected one of {}{}", found, joined(words), did_you_mean(found, words));
      },
      joined(words));
}

// Returns the names of an application's long options (`options`) or of its subcommands.
std::vector<std::string> known_words(const CLI::App& app, bool options) {
  std::vector<std::string> words;
  if (options) {
    for (const CLI::Option* option : app.get_options())
      for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  } else {
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
      words.push_back(command->get_name());
  }
  return words;
}

// Throws UsageError for words that no command took: unknown options, unknown commands, too many arguments.
void refuse_extras(const CLI::App& app, const std::string& path) {
  for (const CLI::App* command : app.get_subcommands())
    refuse_extras(*command, fmt::format("{} {}", path, command->get_name()));
  for (const std::string& word : app.remaining()) {
    const bool is_option = word.size() > 1 && word.front() == '-';
    const auto known = known_words(app, is_option);
    std::string message;
    if (is_option)
      message = fmt::format("unknown option {} of `{}`", word, path);
    else if (known.empty() || !app.get_subcommands().empty())
      message = fmt::format("`{}` does not take the argument \"{}\"", path, word);
    else
      message = fmt::format("unknown command \"{}\" of `{}`, expected one of {}", word, path, joined(known));
    const std::string name = word.substr(0, word.find('='));
    throw UsageError(fmt::format("{}{}; see `{} --help`", message, did_you_mean(name, known), path));
  }
}

void add_log_options(CLI::App& app, CommandLine& line) {
  app.add_option("--log-level", line.log_level, "Log only messages of this level and above")->transform(one_of(levels));
  app.add_flag_callback("-v,--verbose", [&line] { line.log_level = "debug"; }, "The same as --log-level debug");
  app.add_flag_callback("-q,--quiet", [&line] { line.log_level = "warn"; }, "The same as --log-level warn");
}

CLI::App& add_command(CLI::App& app, CommandLine& line, const std::string& name, const std::string& description,
                      Command command, const std::string& examples) {
  CLI::App& sub = *app.add_subcommand(name, description);
  sub.allow_extras();
  sub.footer("Examples:\n" + examples);
  sub.parse_complete_callback([&line, command] { line.command = command; });
  add_log_options(sub, line);
  return sub;
}

void add_parfile(CLI::App& command, CommandLine& line) {
  command.add_option("PARFILE", line.parfile, "The parameter file")->required();
  command.add_option("--set", line.overrides, "Set a parameter: thorn.parameter=value (repeatable)")
      ->take_all()
      ->allow_extra_args(false);
}

void add_run(CLI::App& app, CommandLine& line) {
  CLI::App& run =
      add_command(app, line, "run", "Run a parameter file", Command::run,
                  "  nopal run parfiles/wavetoy.yaml\n"
                  "  mpirun -n 4 nopal run parfiles/wavetoy.yaml\n"
                  "  nopal run parfiles/wavetoy.yaml --set accelerator.device=opencl --set driver.iterations=10\n"
                  "  nopal run parfiles/wavetoy.yaml --set 'driver.cells=[50, 50, 50]'\n"
                  "  nopal run parfiles/wavetoy.yaml --recover auto");
  add_parfile(run, line);
  run.add_option("--recover", line.recover,
                 "Go on from a checkpoint: from the newest one without damage (auto), or from the one in FOLDER")
      ->type_name("auto|FOLDER")
      ->check(
          [](const std::string& found) { return found.empty() ? "expected auto or the folder of a checkpoint" : ""; });
  run.add_flag("--compare-plan", line.compare_plan, "Stop when the copies differ from those of `nopal plan`");
  run.add_option("--trace", line.trace, "Write a trace of the run to FILE; Perfetto and `nopal explain` read it")
      ->type_name("FILE")
      ->check([](const std::string& file) { return file.empty() ? "expected the name of a file" : ""; });
}

void add_check_and_plan(CLI::App& app, CommandLine& line) {
  CLI::App& check =
      add_command(app, line, "check", "Check everything that can be checked without a run", Command::check,
                  "  nopal check parfiles/wavetoy.yaml\n"
                  "  nopal check parfiles/wavetoy.yaml --schedule\n"
                  "  mpirun -n 4 nopal check parfiles/wavetoy.yaml --set driver.ghosts=3");
  add_parfile(check, line);
  check.add_flag("--schedule", line.schedule,
                 "Print the schedule, too: what runs in which order, and what it declares");
  CLI::App& plan =
      add_command(app, line, "plan", "Print all copies of a run and their bytes, without running it", Command::plan,
                  "  nopal plan parfiles/wavetoy.yaml --ranks 4\n"
                  "  nopal plan parfiles/wavetoy.yaml --set accelerator.device=cuda --json > plan.json\n"
                  "  nopal plan parfiles/wavetoy.yaml --set 'driver.cells=[40]' --set driver.blocking_factor=4 --json "
                  "--order > order.json\n"
                  "  nopal plan parfiles/airfoil.yaml --loops 256\n"
                  "  mpirun -n 4 nopal plan parfiles/airfoil.yaml");
  add_parfile(plan, line);
  plan.add_option("--ranks", line.ranks,
                  "Plan for this number of ranks; by default for the ranks of this job. Not for runs with sets: start "
                  "as many ranks")
      ->check(CLI::Range(1, 1 << 24));
  CLI::Option* json = plan.add_flag("--json", line.json, "Print JSON");
  plan.add_flag("--order", line.order,
                "Add the order of the work in the first epoch of rank 0; scripts/plot or nopal-plot draws it")
      ->needs(json);
  plan.add_option("--loops", line.loops,
                  "Add the plans of the loops over sets of rank 0, in blocks of N elements: blocks, colours, reuse")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 24));
}

void add_tune(CLI::App& app, CommandLine& line) {
  CLI::App& tune = add_command(app, line, "tune",
                               "Measure how many iterations and which tiles or blocks make a run fast, without output",
                               Command::tune,
                               "  nopal tune parfiles/wavetoy.yaml\n"
                               "  mpirun -n 4 nopal tune parfiles/wavetoy.yaml --set driver.ghosts=16\n"
                               "  nopal tune parfiles/wavetoy.yaml --json > tune.json");
  add_parfile(tune, line);
  tune.add_flag("--json", line.json, "Print JSON; scripts/plot or nopal-plot draws it");
}

void add_descriptions(CLI::App& app, CommandLine& line) {
  add_command(app, line, "list", "List thorns, devices, backends and bins", Command::list,
              "  nopal list\n"
              "  nopal list devices\n"
              "  nopal list backends")
      .add_option("WHAT", line.what, "thorns, devices, backends or bins; by default all of them")
      ->transform(one_of(listable));
  CLI::App& describe =
      add_command(app, line, "describe", "Describe a thorn: parameters, variables, schedule", Command::describe,
                  "  nopal describe wavetoy\n"
                  "  nopal describe driver\n"
                  "  nopal describe --reference > parameters.md");
  CLI::Option* reference =
      describe.add_flag("--reference", line.reference,
                        "Print only the parameters, in Markdown; without THORN, the parameters of all thorns");
  describe.add_option("THORN", line.name, "Name of the thorn");
  describe.final_callback([&line, reference] {
    if (line.name.empty() && reference->count() == 0) throw CLI::RequiredError("THORN");
  });
  CLI::App& extents =
      add_command(app, line, "extents", "Print how far the stages of stencils compute and read", Command::extents,
                  "  nopal extents diffusion\n"
                  "  nopal extents diffusion diffuse");
  extents.add_option("THORN", line.name, "Name of the thorn")->required();
  extents.add_option("STENCIL", line.stencil, "Name of a stencil of the thorn; by default all of them");
  CLI::App& explain =
      add_command(app, line, "explain", "Print the history of a variable from a trace", Command::explain,
                  "  nopal run parfiles/wavetoy.yaml --trace trace.json\n"
                  "  nopal explain trace.json wavetoy::phi");
  explain.add_option("FILE", line.trace, "A file that `nopal run --trace FILE` wrote")->required();
  explain.add_option("VARIABLE", line.name, "Full name of the variable: thorn::name")->required();
}

void add_cache(CLI::App& app, CommandLine& line) {
  CLI::App& cache = *app.add_subcommand("cache", "Show or clear the compiled kernels on disk");
  cache.allow_extras();
  cache.footer("Examples:\n  nopal cache show\n  nopal cache clear");
  add_command(cache, line, "show", "Print the folder, its contents, and which files are damaged", Command::cache_show,
              "  nopal cache show\n"
              "  NOPAL_CACHE=/scratch/kernels nopal cache show");
  CLI::App& clear =
      add_command(cache, line, "clear", "Remove compiled kernels; runs compile them again", Command::cache_clear,
                  "  nopal cache clear\n"
                  "  nopal cache clear --device opencl\n"
                  "  nopal cache clear wavetoy");
  clear.add_option("THORN", line.name, "Remove only the kernels of this thorn; `nopal` means those of nopal itself");
  clear.add_option("--device", line.device, "Remove only the kernels of this device plugin")->type_name("DEVICE");
}

void add_new(CLI::App& app, CommandLine& line) {
  CLI::App& create = *app.add_subcommand("new", "Create a thorn to start from");
  create.allow_extras();
  create.footer("Examples:\n  nopal new thorn warmth");
  CLI::App& thorn =
      add_command(create, line, "thorn", "Create a thorn that builds, runs and passes its own test", Command::new_thorn,
                  "  nopal new thorn warmth\n"
                  "  nopal new thorn warmth --in ~/thorns");
  thorn.add_option("NAME", line.name, "Name of the thorn: lower-case letters, digits and _")->required();
  thorn.add_option("--in", line.folder, "Create the thorn's folder in this folder; by default in the current one");
}

void build_commands(CLI::App& app, CommandLine& line) {
  app.allow_extras();
  app.set_version_flag("--version", "nopal " NOPAL_VERSION, "Print the version");
  app.footer("Examples:\n"
             "  nopal run parfiles/wavetoy.yaml\n"
             "  mpirun -n 4 nopal run parfiles/wavetoy.yaml --set driver.iterations=10\n"
             "  nopal describe wavetoy\n"
             "`nopal COMMAND --help` says more about a command.");
  add_run(app, line);
  add_check_and_plan(app, line);
  add_tune(app, line);
  add_descriptions(app, line);
  add_cache(app, line);
  add_new(app, line);
}

CommandLine text_only(const std::string& text) {
  CommandLine line;
  line.text = text;
  return line;
}

} // namespace

CommandLine parse_command_line(const std::vector<std::string>& arguments) {
  CommandLine line;
  line.arguments = arguments;
  CLI::App app("nopal runs simulations made of thorns, on the host or on a device", "nopal");
  build_commands(app, line);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return text_only(app.help());
  } catch (const CLI::CallForVersion& version) {
    return text_only(std::string(version.what()) + "\n");
  } catch (const CLI::ParseError& error) {
    // A misspelt word is reported first, because it can be the reason for a missing option.
    refuse_extras(app, "nopal");
    std::string path = "nopal";
    for (const CLI::App* sub = &app; !sub->get_subcommands().empty();) {
      sub = sub->get_subcommands().front();
      path += " " + sub->get_name();
    }
    throw UsageError(fmt::format("`{0}`: {1}; see `{0} --help`", path, error.what()));
  }
  refuse_extras(app, "nopal");
  if (line.command == Command::none) {
    if (app.get_subcommand("new")->parsed())
      throw UsageError("`nopal new`: say what to create: `nopal new thorn NAME`");
    if (app.get_subcommand("cache")->parsed())
      throw UsageError("`nopal cache`: say what to do with it: `nopal cache show` or `nopal cache clear`");
    return text_only(app.help());
  }
  // JSON goes to standard output; log lines would break it.
  if (line.json && line.log_level == "info") line.log_level = "warn";
  return line;
}

} // namespace nopal
