"""Small meshes for the tests of scripts/mesh, and files that hold them."""

import h5py
import netCDF4
import numpy

NONE = -1


def square(n=3):
    """Returns points and quadrilaterals of the unit square, n x n of them."""
    at = numpy.linspace(0, 1, n + 1)
    points = numpy.stack(numpy.meshgrid(at, at), axis=-1).reshape(-1, 2)
    first = (numpy.arange(n)[:, None] * (n + 1) + numpy.arange(n)).ravel()
    return points, numpy.stack((first, first + 1, first + n + 2, first + n + 1), axis=1)


def triangles(quads):
    return numpy.concatenate((quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]))


def cube(n=2):
    """Returns points and hexahedra of the unit cube."""
    flat, quads = square(n)
    points = numpy.concatenate([numpy.pad(flat, ((0, 0), (0, 1)), constant_values=z) for z in numpy.linspace(0, 1, n + 1)])
    return points, numpy.concatenate([numpy.hstack((quads + k * len(flat), quads + (k + 1) * len(flat))) for k in range(n)])


def icosahedron():
    """Returns longitudes and latitudes in radians, and the triangles."""
    golden = (1 + 5 ** .5) / 2
    points = numpy.array([(0, a, b * golden) for a in (-1, 1) for b in (-1, 1)])
    points = numpy.concatenate([numpy.roll(points, shift, axis=1) for shift in range(3)])
    near = numpy.isclose(((points[:, None] - points) ** 2).sum(-1), 4)
    found = [(a, b, c) for a in range(12) for b in range(a) for c in range(b) if near[a, b] and near[b, c] and near[c, a]]
    points = points / numpy.hypot(1, golden)
    return numpy.stack((numpy.arctan2(points[:, 1], points[:, 0]), numpy.arcsin(points[:, 2])), axis=1), numpy.array(found)


def edges_of(cells):
    """Returns the edges of triangles with their cells; a missing cell is NONE."""
    found = {}
    for cell, row in enumerate(cells):
        for n in range(3):
            found.setdefault(tuple(sorted((row[n], row[n - 1]))), []).append(cell)
    return numpy.array(list(found)), numpy.array([(*of, NONE)[:2] for of in found.values()])


def write_ugrid(path, lonlat, cells, *, units="degrees", start=1, transposed=False, edges=True, fill=-999):
    """Cells with fewer nodes than others have NONE at their ends."""
    with netCDF4.Dataset(path, "w") as file:
        for name, size in (("node", len(lonlat)), ("face", len(cells)), ("corner", cells.shape[1]), ("two", 2)):
            file.createDimension(name, size)
        mesh = file.createVariable("mesh", "i4")
        mesh.setncatts({"cf_role": "mesh_topology", "topology_dimension": 2, "node_coordinates": "lon lat",
                        "face_node_connectivity": "corners", "face_dimension": "face"})
        for name, values in zip(("lon", "lat"), lonlat.T):
            file.createVariable(name, "f8", ("node",))[:] = values
            file[name].units = units
        put(file, "corners", cells, ("face", "corner"), start, transposed, fill)
        if edges:
            nodes, of = edges_of(cells)
            file.createDimension("edge", len(nodes))
            mesh.setncatts({"edge_node_connectivity": "ends", "edge_face_connectivity": "sides", "edge_dimension": "edge"})
            put(file, "ends", nodes, ("edge", "two"), start, transposed, fill)
            put(file, "sides", of, ("edge", "two"), start, transposed, fill)


def put(file, name, table, dimensions, start, transposed, fill):
    variable = file.createVariable(name, "i4", dimensions[::-1] if transposed else dimensions, fill_value=fill)
    variable.start_index = start
    values = numpy.ma.masked_where(table == NONE, table + start)
    variable[:] = values.T if transposed else values


def write_icon(path, lonlat, cells, missing=-1):
    nodes, of = edges_of(cells)
    with netCDF4.Dataset(path, "w") as file:
        for name, size in (("cell", len(cells)), ("vertex", len(lonlat)), ("edge", len(nodes)), ("nv", 3), ("nc", 2)):
            file.createDimension(name, size)
        for name, values in zip(("vlon", "vlat"), lonlat.T):
            file.createVariable(name, "f8", ("vertex",))[:] = values
            file[name].units = "radian"
        for name, table, dimensions in (("vertex_of_cell", cells + 1, ("nv", "cell")), ("edge_vertices", nodes + 1, ("nc", "edge")),
                                        ("adjacent_cell_of_edge", numpy.where(of == NONE, missing, of + 1), ("nc", "edge"))):
            file.createVariable(name, "i4", dimensions)[:] = table.T


def add_side_set(path, elements, sides, name):
    """Adds a side set to an Exodus II file; numbers begin at 1."""
    with netCDF4.Dataset(path, "a") as file:
        file.createDimension("num_side_sets", 1)
        file.createDimension("num_side_ss1", len(elements))
        file.createVariable("ss_prop1", "i4", ("num_side_sets",))[:] = [40]
        file.createVariable("elem_ss1", "i4", ("num_side_ss1",))[:] = elements
        file.createVariable("side_ss1", "i4", ("num_side_ss1",))[:] = sides
        letters = file.createVariable("ss_names", "S1", ("num_side_sets", "len_string"))
        letters[0, :len(name)] = list(name)


def cgns_node(parent, name, label, data=None):
    node = parent.create_group(name)
    node.attrs["label"] = numpy.bytes_(label)
    if data is not None:
        node[" data"] = numpy.frombuffer(data.encode(), numpy.int8) if isinstance(data, str) else numpy.asarray(data)
    return node


def write_cgns(path, zones, conditions=()):
    """zones: (points, sections), and sections: (name, type, connectivity, offsets or None, elements). conditions: of the first
    zone, (name, place, numbers)."""
    with h5py.File(path, "w") as file:
        cgns_node(file, "CGNSLibraryVersion", "CGNSLibraryVersion_t", numpy.float32([4.0]))
        base = cgns_node(file, "Base", "CGNSBase_t", numpy.int32([zones[0][0].shape[1]] * 2))
        for n, (points, sections) in enumerate(zones):
            zone = cgns_node(base, f"Zone{n + 1}", "Zone_t", [[len(points)], [0], [0]])
            cgns_node(zone, "ZoneType", "ZoneType_t", "Unstructured")
            place = cgns_node(zone, "GridCoordinates", "GridCoordinates_t")
            for axis, values in zip("XYZ", points.T):
                cgns_node(place, f"Coordinate{axis}", "DataArray_t", values)
            first = 1
            for name, kind, nodes, offsets, count in sections:
                section = cgns_node(zone, name, "Elements_t", numpy.int32([kind, 0]))
                cgns_node(section, "ElementRange", "IndexRange_t", [first, first + count - 1])
                cgns_node(section, "ElementConnectivity", "DataArray_t", nodes)
                if offsets is not None:
                    cgns_node(section, "ElementStartOffset", "DataArray_t", offsets)
                first += count
            if n == 0 and conditions:
                all_of = cgns_node(zone, "ZoneBC", "ZoneBC_t")
                for name, where, numbers in conditions:
                    condition = cgns_node(all_of, name, "BC_t", "BCWall")
                    cgns_node(condition, "PointList", "IndexArray_t", [numbers])
                    cgns_node(condition, "GridLocation", "GridLocation_t", where)
