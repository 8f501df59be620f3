# A thorn's library shows nothing but its functions.
target_link_libraries(unit_checkpoint PRIVATE nopal_checkpoint_parts)
