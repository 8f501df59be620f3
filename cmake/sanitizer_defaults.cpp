// Linked into every program of a sanitizer build: what asan needs beside OpenMPI and PoCL to report our own
// errors, all of them, and nothing of theirs. tests/sanitizers holds a planted leak that must still be found.

// Unloaded libraries have no symbols any more, so leaks could not be attributed: nothing is unloaded.
extern "C" int dlclose(void*) { return 0; }

extern "C" const char* __asan_default_options() {
  // Libraries without frame pointers break the fast unwinder: stacks would end before the suppressed frame.
  // Short stacks make up for the slow unwinder: PoCL's compiler allocates a great deal.
  // Thread-local memory of libraries is taken with malloc, and so is seen anyway; the runtime's own bookkeeping of it
  // guesses at the layout of an old glibc and, by chance of an address, has the leak checker read where nothing is.
  return "fast_unwind_on_malloc=0:malloc_context_size=10:detect_odr_violation=0:allocator_may_return_null=1:"
         "intercept_tls_get_addr=0";
}

extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }

extern "C" const char* __ubsan_default_options() { return "print_stacktrace=1"; }

extern "C" const char* __lsan_default_suppressions() {
  return "leak:libmpi.so\n"
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
