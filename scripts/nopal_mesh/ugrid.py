"""Reads meshes in netCDF files that follow the UGRID conventions."""

import numpy

from . import netcdf
from .kinds import polygon
from .raw import Block, RawMesh
from .trouble import Trouble, listed, numbers


def topologies(file):
    return [name for name, variable in file.variables.items() if getattr(variable, "cf_role", "") == "mesh_topology"]


def read(path, file, name=None):
    """Returns the mesh; `name`: of its topology, if the file has several."""
    found = topologies(file)
    if name is None and len(found) > 1:
        raise Trouble(f"'{path}' holds several meshes: name one of them with --mesh: {listed(found)}")
    if name is not None and name not in found:
        raise Trouble(f"'{path}' holds no mesh '{name}'; it holds {listed(found)}")
    reader = Reader(path, file, file.variables[name or found[0]])
    return reader.mesh()


class Reader:
    def __init__(self, path, file, topology):
        self.path, self.file, self.topology = path, file, topology
        self.notes = []
        dimension = int(getattr(topology, "topology_dimension", 2))
        if dimension != 2:
            raise Trouble(f"'{path}', {topology.name}: its topology_dimension is {dimension}, expected 2: cells that are "
                          "faces; write a mesh of solids as VTU or Exodus")

    def table(self, role, size):
        """Returns a table of the topology, or None. `size`: how many elements it names; those beyond it are an error."""
        name = getattr(self.topology, role, None)
        if name is None:
            return None
        variable = netcdf.get(self.file, self.path, name, f"which {self.topology.name} names as {role}")
        kind = role.split("_", 1)[0]
        along = getattr(self.topology, f"{kind}_dimension", None)
        transposed = variable.ndim == 2 and (variable.dimensions[0] != along if along in variable.dimensions else
                                             variable.shape[0] <= 8 < variable.shape[1])
        said = getattr(variable, "start_index", None)
        start = 0 if said is None else int(said)
        found = netcdf.table(variable, self.path, transposed=transposed, start=start)
        if start == 0 and found.size and found.max() == size and (found[found >= 0] > 0).all():
            self.notes.append(f"{name} has {'no start_index' if said is None else 'start_index 0'}, but its numbers are 1 to "
                              f"{size}: the first one is taken as 1")
            found = netcdf.table(variable, self.path, transposed=transposed, start=1)
        rows = numpy.flatnonzero((found >= size).any(axis=1))
        if len(rows):
            raise Trouble(f"'{self.path}', {name}: row {rows[0]} names {found[rows[0]].max() + start}, but there are only "
                          f"{size}, numbered from {start}: start_index is {'missing' if said is None else 'wrong'}, or the "
                          "file is damaged")
        return found

    def coordinates(self):
        names = getattr(self.topology, "node_coordinates", "").split()
        if len(names) < 2:
            raise Trouble(f"'{self.path}', {self.topology.name}: node_coordinates names {len(names)} variables, expected 2")
        variables = [netcdf.get(self.file, self.path, each, f"which {self.topology.name} names in node_coordinates")
                     for each in names[:2]]
        if getattr(variables[0], "standard_name", "").endswith("latitude"):
            variables.reverse()
        units = [getattr(each, "units", "") for each in variables]
        angles = next((angle for angle in ("degree", "radian") if units[0].startswith(angle)), "")
        return numpy.stack([netcdf.values(each, self.path).astype(float) for each in variables], axis=1), angles, units[0]

    def mesh(self):
        points, angles, unit = self.coordinates()
        faces = self.table("face_node_connectivity", len(points))
        if faces is None:
            raise Trouble(f"'{self.path}', {self.topology.name}: it has no face_node_connectivity, so it has no cells")
        few = numpy.flatnonzero((faces >= 0).sum(axis=1) < 3)
        if len(few):
            raise Trouble(f"'{self.path}': the cells {numbers(few)} have fewer than 3 nodes")
        blocks = [Block(polygon(table.shape[1]).name, table, rows) for rows, table in netcdf.ragged(faces)]
        return RawMesh(points, blocks, notes=self.notes, angles=angles, unit=unit,
                       sides=self.table("edge_node_connectivity", len(points)),
                       side_cells=self.table("edge_face_connectivity", len(faces)))
