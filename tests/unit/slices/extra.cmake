# The library of the thorn exports only its functions, so the tests link to its parts.
target_link_libraries(unit_slices PRIVATE nopal_slices_parts)
