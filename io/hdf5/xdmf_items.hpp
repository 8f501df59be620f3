#pragma once
// Elements of an XDMF grid that refer to datasets.

#include <nopal/thorn.hpp>

#include <string>

namespace nopal::hdf5 {

/// A dataset of a file in the folder of the XDMF file.
struct XdmfData {
  Type type = Type::real;
  bool single = false;
  std::string dimensions; ///< slowest axis first
  std::string path;       ///< "file.h5:/path"
};

inline std::string xdmf_item(const XdmfData& data) {
  return "          <DataItem Format=\"HDF\" NumberType=\"" +
         std::string(data.type == Type::integer ? "Int" : "Float") + "\" Precision=\"" + (data.single ? "4" : "8") +
         "\" Dimensions=\"" + data.dimensions + "\">" + data.path + "</DataItem>\n";
}

/// `kind`: Scalar, Vector or Matrix. `centre`: Node or Cell.
inline std::string xdmf_attribute(const std::string& name, const std::string& kind, const std::string& centre,
                                  const std::string& item) {
  return "        <Attribute Name=\"" + name + "\" AttributeType=\"" + kind + "\" Center=\"" + centre + "\">\n" + item +
         "        </Attribute>\n";
}

} // namespace nopal::hdf5
