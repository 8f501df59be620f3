# How the sources of nopal itself are compiled.

# nopal_unity(group files...): with NOPAL_UNITY, a library with nopal_unity_groups() compiles the files as one file. Most of the time
# to compile a file goes into its headers, which then are read once. Names in anonymous namespaces must differ within a group.
function(nopal_unity group)
  set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP ${group})
endfunction()

function(nopal_unity_groups target)
  if(NOPAL_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  endif()
endfunction()

# nopal_runs_once(target): what runs once, such as the checks of a parfile, is optimised less. It takes no time worth mentioning
# anyway, and compiles faster.
function(nopal_runs_once target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()
