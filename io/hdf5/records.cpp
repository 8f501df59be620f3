#include "records.hpp"

#include "attributes.hpp"
#include "dats.hpp"

namespace nopal::hdf5 {

namespace {

/// Returns one value for each axis, slowest axis first, as openPMD requires for C order.
template <class T, class Function> std::vector<T> slowest_first(int dimension, Function&& function) {
  std::vector<T> values;
  for (int axis = dimension - 1; axis >= 0; --axis) values.push_back(function(axis));
  return values;
}

/// Returns how far the time of the slot's values lies from the time of the iteration: 0, or less if they belong to an
/// earlier iteration.
double time_offset(const Call& call, Slot slot) {
  const std::optional<EarlierIteration> earlier = call.services().data().earlier_iteration(slot);
  return earlier ? earlier->time - call.time() : 0.0;
}

/// Writes the attributes that openPMD requires of a mesh record. A cell is as long as the selection's stride.
void describe_mesh(hid_t record, const Domain& domain, const Selection& selection, const Group& group, double offset) {
  const int dimension = domain.dimension();
  attribute(record, "geometry", "cartesian");
  attribute(record, "dataOrder", "C");
  attribute(record, "axisLabels",
            slowest_first<std::string>(dimension, [](int axis) { return std::string(1, "xyz"[axis]); }));
  attribute(record, "gridSpacing", slowest_first<double>(dimension, [&](int axis) {
              return static_cast<double>(selection.stride[axis]) * domain.spacing(axis);
            }));
  // The place where the first cell begins. The position of a component says where in its cell a value lies.
  attribute(record, "gridGlobalOffset", slowest_first<double>(dimension, [&](int axis) {
              return domain.lower(axis) + static_cast<double>(selection.first[axis]) * domain.spacing(axis);
            }));
  attribute(record, "gridUnitSI", 1.0);
  attribute(record, "unitDimension", std::vector<double>(7, 0.0));
  attribute(record, "timeOffset", offset);
  if (!group.description.empty()) attribute(record, "description", group.description);
  if (!group.unit.empty()) attribute(record, "unit", group.unit);
}

void describe_component(hid_t component, const Domain& domain, const Selection& selection) {
  attribute(component, "position", slowest_first<double>(domain.dimension(), [&](int axis) {
              return domain.centre(axis) / static_cast<double>(selection.stride[axis]);
            }));
  attribute(component, "unitSI", 1.0);
}

template <class T> Source source(const Field<const T>& field, const Index& first, Type type) {
  return {field.address(first[0], first[1], first[2]), field.layout().stride, type == Type::complex ? 2 : 1,
          type == Type::integer ? Type::integer : Type::real};
}

/// Calls `describe_whole` with the object that stands for the variable and `describe_part` with each dataset, which
/// `write` makes: write(parent, name, part).
template <class Write, class Whole, class Part> void write_datasets(hid_t parent, const Variables& variables,
                                                                    int variable, Write&& write, Whole&& describe_whole,
                                                                    Part&& describe_part) {
  const std::string name = record_name(variables, variable);
  const auto components = component_names(variables.group_of(variable).type);
  if (components.empty()) {
    const Handle dataset = write(parent, name, 0);
    describe_whole(dataset);
    describe_part(dataset);
    return;
  }
  const Handle record = create_group(parent, name);
  describe_whole(record);
  for (std::size_t c = 0; c < components.size(); ++c) describe_part(write(record, components[c], static_cast<int>(c)));
}

void write_mesh(File& file, Datasets& datasets, const Options& options, Call& call, Slot slot) {
  const Domain& domain = call.domain();
  const Variables& variables = call.services().variables();
  const Group& group = variables.group_of(slot.variable);
  const Selection& selection = options.selection;
  const Part part = call.only_part(); // a file takes one box from each process
  const Shape shape{selection, part_in(selection, part.owned()), domain.dimension()};
  const Storage storage{is_single(options, group), options.deflate};
  const Source source = source_of(part, group.type, slot, shape.part.first);
  write_datasets(
      file.meshes(), variables, slot.variable,
      [&](hid_t parent, const std::string& name, int component) {
        return datasets.field(parent, name, shape, source, component, storage);
      },
      [&](hid_t record) { describe_mesh(record, domain, selection, group, time_offset(call, slot)); },
      [&](hid_t component) { describe_component(component, domain, selection); });
}

void write_array(File& file, Datasets& datasets, Call& call, Slot slot) {
  const Variables& variables = call.services().variables();
  const Group& group = variables.group_of(slot.variable);
  const Selection whole = all_of({{0, 0, 0}, group.shape});
  const Shape shape{whole, call.services().rank() == 0 ? whole : Selection{}, group.dimension};
  const Source source = source_of(call, group.type, slot, {0, 0, 0});
  write_datasets(
      file.arrays(), variables, slot.variable,
      [&](hid_t parent, const std::string& name, int part) {
        return datasets.array(parent, name, shape, source, part);
      },
      [&](hid_t array) { describe_values(array, call, slot); }, [](hid_t) {});
}

void write_scalar(File& file, Call& call, Slot slot) {
  const Variables& variables = call.services().variables();
  const std::string name = record_name(variables, slot.variable);
  if (const double offset = time_offset(call, slot); offset != 0)
    attribute(file.iteration(), name + "_timeOffset", offset);
  switch (variables.group_of(slot.variable).type) {
  case Type::real:
    return attribute(file.iteration(), name, call.read<double>(slot).value());
  case Type::integer:
    return attribute(file.iteration(), name, call.read<std::int64_t>(slot).value());
  case Type::complex: {
    const auto value = call.read<std::complex<double>>(slot).value();
    attribute(file.iteration(), name + "_r", value.real());
    attribute(file.iteration(), name + "_i", value.imag());
  }
  }
}

} // namespace

std::string record_name(const Variables& variables, int variable) {
  return variables.group_of(variable).thorn + '_' + variables.variable(variable).name;
}

std::vector<std::string> component_names(Type type) {
  if (type == Type::complex) return {"r", "i"};
  return {};
}

bool is_single(const Options& options, const Group& group) {
  return options.single && has_regions(group) && group.type != Type::integer;
}

std::int64_t bytes_of(const Options& options, const Group& group) {
  const std::int64_t points =
      group.kind == GroupKind::gf ? options.selection.points() : Box{{0, 0, 0}, group.shape}.points();
  return points * static_cast<std::int64_t>(size_of(group.type)) / (is_single(options, group) ? 2 : 1);
}

Source source_of(const Fields& fields, Type type, Slot slot, const Index& first) {
  switch (type) {
  case Type::real:
    return source(fields.read<double>(slot), first, type);
  case Type::integer:
    return source(fields.read<std::int64_t>(slot), first, type);
  case Type::complex:
    return source(fields.read<std::complex<double>>(slot), first, type);
  }
  return {};
}

void describe_values(hid_t object, const Call& call, Slot slot) {
  const Group& group = call.services().variables().group_of(slot.variable);
  attribute(object, "timeOffset", time_offset(call, slot));
  if (!group.description.empty()) attribute(object, "description", group.description);
  if (!group.unit.empty()) attribute(object, "unit", group.unit);
}

void write_content(File& file, Datasets& datasets, const Options& options, Call& call, const Content& content) {
  file.meshes(); // openPMD requires the group, even if an output has no grid function
  for (const Slot slot : content.slots) switch (call.services().variables().group_of(slot.variable).kind) {
    case GroupKind::gf:
      write_mesh(file, datasets, options, call, slot);
      break;
    case GroupKind::array:
      write_array(file, datasets, call, slot);
      break;
    case GroupKind::dat:
      write_dat(file, datasets, options, call, slot, content.dats.at(slot.variable));
      break;
    case GroupKind::scalar:
      write_scalar(file, call, slot);
    }
  write_tables(file, datasets, options, content);
}

} // namespace nopal::hdf5
