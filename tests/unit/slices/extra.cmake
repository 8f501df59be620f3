# A thorn's library shows nothing but its functions.
target_link_libraries(unit_slices PRIVATE nopal_slices_parts)
