#include "driver/program.hpp"

#include "core/host/arithmetic.hpp"
#include "driver/command_line/command_line.hpp"
#include "driver/commands/commands.hpp"
#include "driver/run.hpp"
#include "driver/session/agreement.hpp"
#include "driver/session/failure.hpp"
#include "driver/session/launcher.hpp"
#include "driver/session/log.hpp"

#include <spdlog/spdlog.h>

#include <cstdio>
#include <memory>

namespace nopal {

namespace {

/// What a command prints that does nothing else, such as `nopal list`. `nopal cache clear` and `nopal new thorn` also
/// change files.
std::string text_of(const CommandLine& line) {
  switch (line.command) {
  case Command::list:
    return list_text(line.what);
  case Command::describe:
    return line.reference ? reference_text(line.name) : describe_text(line.name);
  case Command::extents:
    return extents_text(SearchPath::standard(), line.name, line.stencil);
  case Command::explain:
    return explain_text(line.trace, line.name);
  case Command::cache_show:
    return cache_show_text();
  case Command::cache_clear:
    return clear_cache(line.device, line.name);
  case Command::new_thorn:
    return new_thorn(line.name, line.folder);
  default:
    return line.text;
  }
}

/// The word that names the command, such as "run": the first argument that does not begin with "-".
std::string command_word(const CommandLine& line) {
  for (const std::string& argument : line.arguments)
    if (!argument.starts_with('-')) return argument;
  return line.arguments.empty() ? "" : line.arguments.front();
}

bool needs_session(Command command) {
  return command == Command::run || command == Command::check || command == Command::plan || command == Command::tune;
}

/// Libraries that are linked with -ffast-math change the arithmetic of the process when it starts.
void use_usual_arithmetic() {
  const Arithmetic usual;
  const std::string changed = changes(usual, Arithmetic::of_thread());
  if (changed.empty()) return;
  usual.set();
  spdlog::warn("a library that nopal uses, such as MPI, changes {}; nopal has set it back", changed);
}

int execute(const CommandLine& line, const Session* session) {
  if (needs_session(line.command)) {
    run(*session, line);
    return 0;
  }
  if (session != nullptr && session->size() > 1) {
    if (line.command == Command::new_thorn)
      throw UsageError("`nopal new thorn` creates files: start it without mpirun");
    if (line.command == Command::cache_clear)
      throw UsageError("`nopal cache clear` removes files: start it without mpirun");
  }
  const std::string text = text_of(line);
  if (session == nullptr || session->rank() == 0) std::fputs(text.c_str(), stdout);
  return 0;
}

} // namespace

int program(int argc, char** argv, const std::string& revision) {
  CommandLine line;
  std::string usage;
  try {
    line = parse_command_line({argv + 1, argv + argc});
    line.revision = revision;
  } catch (const UsageError& error) {
    usage = error.what();
  }
  const bool parallel = launcher().exists || needs_session(line.command);
  const auto session = parallel ? std::make_unique<Session>(argc, argv) : nullptr;
  const std::string wrong = session ? mismatch(launcher(), session->size(), Session::library()) : "";
  if (!wrong.empty()) {
    if (launcher().rank == 0) print_error(wrong);
    return 1;
  }
  start_log(line.log_level, session ? session->rank() : 0);
  use_usual_arithmetic();
  try {
    const auto check_usage = [&] {
      if (!usage.empty()) throw UsageError(usage);
    };
    if (session) {
      together(*session, check_usage);
      check_same(*session, {{"the command of nopal", command_word(line)}}, "start all ranks with the same command");
    }
    check_usage();
    return execute(line, session.get());
  } catch (const Reported&) {
  } catch (...) {
    const std::string message = failure_text(std::current_exception());
    if (session)
      report(*session, message);
    else
      print_error(message);
  }
  return usage.empty() ? 1 : 2;
}

} // namespace nopal
