#pragma once
// Variables in an openPMD file.

#include "dataset.hpp"
#include "file.hpp"

namespace nopal::hdf5 {

/// Returns "<thorn>_<variable>". Names of openPMD have letters, digits and underscores.
std::string record_name(const Variables& variables, int variable);

/// Returns the names of a variable's components in the file: r and i for complex, because openPMD 1.1 and XDMF have no
/// complex type. The other types have no components: their record is the dataset.
std::vector<std::string> component_names(Type type);

/// True if the file has the group's values as floats.
bool is_single(const Options& options, const Group& group);

/// Returns the bytes of a variable of the group in the file, without metadata and compression.
std::int64_t bytes_of(const Options& options, const Group& group);

/// Returns the values of a slot in memory, beginning with point `first`. `fields` is the part or the call that has the
/// slot.
Source source_of(const Fields& fields, Type type, Slot slot, const Index& first);

/// Returns the error about a dat under hdf5.variables.
std::string not_for_dats(const Variables& variables, int variable);

/// Writes a variable: the selected points of a grid function as a mesh record, an array as a dataset (complex: two), a
/// scalar as an attribute of the iteration. Collective if the file has parallel access.
void write_variable(File& file, Datasets& datasets, const Options& options, Call& call, Slot slot);

} // namespace nopal::hdf5
