// Defaults of the sanitizers, linked into every program of a sanitizer build. They make asan report all errors of
// nopal and none of OpenMPI and PoCL. tests/sanitizers holds a planted leak that must still be found.

// Replaces dlclose and does nothing, so that libraries stay loaded. Leaks of an unloaded library cannot be suppressed
// by name.
extern "C" int dlclose(void*) { return 0; }

extern "C" const char* __asan_default_options() {
  // The fast unwinder stops at libraries without frame pointers, before the suppressed frame is reached.
  // PoCL's compiler allocates very often. Stacks of two frames save the time that the slow unwinder costs: with ten, a
  // run took seven times as long. To see more of a leak, set ASAN_OPTIONS=malloc_context_size=30. The runtime's own
  // search of thread-local memory assumes the layout of an old glibc and sometimes reads invalid addresses.
  // Thread-local memory of libraries comes from malloc, so it is searched in any case. The use of variables after their
  // function has returned is not looked for, as GCC 14 would by default and GCC 12 would not: after an exception, the
  // variables of other fibers of the thread would count as unused.
  return "fast_unwind_on_malloc=0:malloc_context_size=2:detect_odr_violation=0:allocator_may_return_null=1:"
         "intercept_tls_get_addr=0:detect_stack_use_after_return=0";
}

extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }

extern "C" const char* __ubsan_default_options() { return "print_stacktrace=1"; }

extern "C" const char* __lsan_default_suppressions() {
  return "leak:libmpi.so\n"
         "leak:__vasprintf_internal\n" // OpenMPI calls it; nopal does not
         "leak:libopen-pal.so\n"
         "leak:libopen-rte.so\n"
         "leak:libpmix.so\n"
         "leak:mca_\n"
         "leak:libhwloc\n"
         "leak:libevent\n"
         "leak:libpocl\n"
         "leak:libLLVM\n"
         "leak:libclang-cpp\n"
         "leak:libOpenCL.so\n"
         "leak:libgomp.so\n"
         "leak:libhdf5\n"
         "leak:libfontconfig\n";
}
