#pragma once
// Processes that functions of thorns make with fork(). A child is a copy of the run, and must end in its function.

#include <string>

namespace nopal {

/// Notices calls of fork() from now on. system(), popen() and posix_spawn() make no copy of the run, and are not
/// noticed.
void watch_forks();
/// Call this when a function has ended, in any way, and before ranks communicate for a function. If this process is a
/// child, says so in one line and ends the child. It makes no system call, so each call of a function can afford it.
void refuse_child();
/// Returns that children which functions have made still run, and which function made the last one; empty: none runs.
std::string living_children();

} // namespace nopal
