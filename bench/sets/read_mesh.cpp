#include "bench/sets/read_mesh.hpp"
#include "core/base/error.hpp"

#include <hdf5.h>

#include <algorithm>

namespace bench {

namespace {

using nopal::Error;

/// An open HDF5 file. It reports what is wrong itself, so that HDF5 prints nothing.
class File {
public:
  explicit File(const std::string& path) : path_(path) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    file_ = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file_ < 0) throw Error("cannot open \"" + path + "\" as an HDF5 file: give the path of a mesh");
  }
  ~File() { H5Fclose(file_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  /// Reads `size` values, which may have any shape, into the type of the memory.
  void read(const char* name, hid_t type, void* values, long size) const {
    const hid_t data = H5Dopen2(file_, name, H5P_DEFAULT);
    if (data < 0) throw Error("\"" + path_ + "\" has no dataset \"" + name + "\"");
    const hid_t space = H5Dget_space(data);
    const long found = H5Sget_simple_extent_npoints(space);
    const bool done = found == size && H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    H5Sclose(space);
    H5Dclose(data);
    if (found != size)
      throw Error("\"" + path_ + "\": \"" + name + "\" has " + std::to_string(found) + " values, expected " +
                  std::to_string(size));
    if (!done) throw Error("\"" + path_ + "\": \"" + name + "\" cannot be read");
  }
  long number(const char* name) const {
    long long value = 0;
    read(name, H5T_NATIVE_LLONG, &value, 1);
    if (value < 0) throw Error("\"" + path_ + "\": \"" + name + "\" is negative");
    return static_cast<long>(value);
  }
  std::vector<int> table(const char* name, long size, long first, long end) const {
    std::vector<int> values(static_cast<std::size_t>(size));
    read(name, H5T_NATIVE_INT, values.data(), size);
    if (!std::all_of(values.begin(), values.end(), [&](int value) { return value >= first && value < end; }))
      throw Error("\"" + path_ + "\": \"" + name + "\" has values outside of " + std::to_string(first) + " to " +
                  std::to_string(end - 1));
    return values;
  }

private:
  std::string path_;
  hid_t file_ = -1;
};

} // namespace

Mesh read_mesh(const std::string& path) {
  const File file(path);
  Mesh mesh;
  mesh.nodes = file.number("nodes");
  mesh.cells = file.number("cells");
  mesh.edges = file.number("edges");
  mesh.bedges = file.number("bedges");
  mesh.x.resize(static_cast<std::size_t>(2 * mesh.nodes));
  file.read("p_x", H5T_NATIVE_DOUBLE, mesh.x.data(), 2 * mesh.nodes);
  mesh.cell_nodes = file.table("pcell", 4 * mesh.cells, 0, mesh.nodes);
  mesh.edge_nodes = file.table("pedge", 2 * mesh.edges, 0, mesh.nodes);
  mesh.edge_cells = file.table("pecell", 2 * mesh.edges, 0, mesh.cells);
  mesh.bedge_nodes = file.table("pbedge", 2 * mesh.bedges, 0, mesh.nodes);
  mesh.bedge_cell = file.table("pbecell", mesh.bedges, 0, mesh.cells);
  mesh.bedge_bound = file.table("p_bound", mesh.bedges, Mesh::wall, Mesh::far_field + 1);
  return mesh;
}

} // namespace bench
