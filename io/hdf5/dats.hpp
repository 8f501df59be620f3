#pragma once
// Data on sets, and tables of maps, in a file.

#include "content.hpp"
#include "file.hpp"

namespace nopal::hdf5 {

/// Returns where in the file of iteration `tables_at` the table of a map is.
std::string table_path(const Content& content, const std::string& map);

/// Writes a dat: a row for each element, a column for each component. Collective if the file has parallel access.
void write_dat(File& file, Datasets& datasets, const Options& options, const Call& call, Slot slot, const Rows& rows);

/// Writes the tables of maps: a row for each element, a column for each target. If another file holds them, writes
/// links to it. Collective if the file has parallel access.
void write_tables(File& file, Datasets& datasets, const Options& options, const Content& content);

} // namespace nopal::hdf5
