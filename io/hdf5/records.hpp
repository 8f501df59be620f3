#pragma once
// Variables in an openPMD file.

#include "dataset.hpp"
#include "file.hpp"

namespace nopal::hdf5 {

/// "<thorn>_<variable>": openPMD's names are letters, digits and underscores.
std::string record_name(const Variables& variables, int variable);

/// The components that a variable is written as: none of their own (the record itself) for real and integer, r and i
/// for complex, which openPMD 1.1 and XDMF do not know.
std::vector<std::string> component_names(Type type);

/// Whether the variable's values are floats in the file.
bool is_single(const Options& options, const Group& group);

/// What a variable takes in the file, without metadata and compression.
std::int64_t bytes_of(const Options& options, const Group& group);

/// What a grid function of a part, or an array of a call, is cut from. `first` is the first point that this process
/// writes.
Source source_of(const Fields& fields, Type type, Slot slot, const Index& first);

/// The selected points of a grid function as a mesh record; an array as a dataset (or one a component); a scalar as an
/// attribute of the iteration. With parallel access collective.
void write_variable(File& file, Datasets& datasets, const Options& options, Call& call, Slot slot);

} // namespace nopal::hdf5
