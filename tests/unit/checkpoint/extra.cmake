# The library of the thorn exports only its functions, so the tests link to its parts.
target_link_libraries(unit_checkpoint PRIVATE nopal_checkpoint_parts)
