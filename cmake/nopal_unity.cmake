# How the sources of core and driver are compiled.

# nopal_unity(group files...): the files form a group. Names in anonymous namespaces must differ within it.
function(nopal_unity group)
  set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP ${group})
endfunction()

# nopal_unity_groups(target): with NOPAL_UNITY, each group of the target's files is compiled as one file. Most of the time to
# compile a file goes into its headers, which then are read once.
function(nopal_unity_groups target)
  if(NOPAL_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    nopal_large_heap(${target})
  endif()
endfunction()

# nopal_large_heap(target): for large files, g++ looks for memory to free less often, and takes a fifth more of it. So it is faster by
# about a tenth.
function(nopal_large_heap target)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>)
endfunction()

# nopal_runs_once(target): what runs once, such as the checks of a parfile, is optimised less, so that it compiles faster.
function(nopal_runs_once target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Og>)
endfunction()

# nopal_runs_seldom(target): what runs in each iteration, but not for each point.
function(nopal_runs_seldom target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()
