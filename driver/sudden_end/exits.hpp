#pragma once
// Calls that end the process although the run goes on: exit(), quick_exit(), _exit(), _Exit(), daemon(), MPI_Abort();
// and those that end the thread that calls the routines: pthread_exit(), thrd_exit(), pthread_cancel().

namespace nopal {

/// Has the calls watched from now on, as long as a SuddenEnd exists. They then end the job with a nonzero code, and one
/// line says where it happened.
void watch_exits();

} // namespace nopal
