"""Data on sets as pictures: finds the corners of elements, and the coordinates of the corners."""

import re
import xml.etree.ElementTree

import numpy

from .openpmd import opened, text, unreadable
from .section import MeshSection, Shapes
from .trouble import Trouble, warn


class MeshField:
    """A component of data on a set, at all iterations that hold it."""

    kind = "mesh"

    def __init__(self, dat, component, positions, table):
        self.dat = dat
        self.component = component
        self.positions = positions  # the dat with the coordinates
        self.table = table  # the name of the map to the corners; None: the elements are points themselves
        self.name = self.variable = dat.name + (f".{component}" if dat.components > 1 else "")

    @property
    def iterations(self):
        return sorted(self.dat.places)

    def about(self):
        return f"on {self.dat.set}"

    def details(self):
        path, group, _ = self.dat.places[self.iterations[-1]]
        with opened(path) as file:
            attributes = file[f"{group}/dats/{self.dat.record}"].attrs
            return text(attributes.get("description", "")), text(attributes.get("unit", ""))

    def section(self, iteration, cuts):
        if cuts:
            raise Trouble(f"{self.name} lies on a mesh, which --at does not cut: leave out --at, or show a part of it with "
                          "--window")
        path, group, time = self.dat.places[iteration]
        with opened(path) as file:
            data = file[f"{group}/dats/{self.dat.record}"]
            try:
                values = data[:, self.component].astype(numpy.float64, copy=False)
                places = file[f"{group}/dats/{self.positions.record}"][()]
            except OSError as error:
                raise unreadable(path, error) from error
            try:
                corners = file[f"{group}/maps/{self.table}"][()] if self.table else numpy.arange(len(values))[:, None]
            except (KeyError, OSError) as error:
                raise Trouble(f"'{path}' holds no table {self.table}: it lies in the first file that the run wrote, which "
                              "cannot be read; keep the files in one folder") from error
            offset = float(data.attrs.get("timeOffset", 0.0))
        labels = tuple(f"{self.positions.name}.{axis}" for axis in range(2))
        return MeshSection(Shapes(places, list(corners), labels), values, iteration, time, time + offset if offset else None)


def shown_meshes(path):
    """Returns (map, dat with coordinates) of each mesh that an XDMF file of nopal shows, by their names in the HDF5 files."""
    found = []
    try:
        grids = list(xml.etree.ElementTree.parse(path).iter("Grid"))
    except FileNotFoundError:
        return []
    except (OSError, xml.etree.ElementTree.ParseError) as error:
        warn(f"'{path}' is skipped, so data on meshes are not drawn: {error}")
        return []
    for grid in grids:
        names = [re.search(rf"/{kind}/(\w+)\s*$", grid.findtext(f"{part}/DataItem") or "")
                 for part, kind in (("Topology", "maps"), ("Geometry", "dats"))]
        if all(names) and (pair := tuple(name[1] for name in names)) not in found:
            found.append(pair)
    return found


def fields(dats, folder):
    """Returns the fields that can be drawn, by (stem, name), and why others cannot, by name. `dats`: by (stem, record)."""
    drawn, refused = {}, {}
    for stem in dict.fromkeys(stem for stem, _ in dats):
        mine = {record: dat for (of, record), dat in dats.items() if of == stem}
        geometry = geometry_of(mine, shown_meshes(folder / f"{stem}.xmf"))
        positions = {dat.record for dat, _ in geometry.values()}
        for dat in mine.values():
            if dat.record in positions:
                refused[dat.name] = "holds the coordinates of a mesh"
            elif dat.set not in geometry:
                refused[dat.name] = (f"lies on {dat.set}, and the files hold no mesh with this set: add one to hdf5.meshes, "
                                     "such as 'thorn::map on thorn::coordinates'")
            elif geometry[dat.set][0].components != 2:
                refused[dat.name] = (f"lies on a mesh whose coordinates {geometry[dat.set][0].name} have "
                                     f"{geometry[dat.set][0].components} components: pictures show meshes in the plane; "
                                     "ParaView shows others")
            else:
                for component in range(dat.components):
                    field = MeshField(dat, component, *geometry[dat.set])
                    drawn[stem, field.name] = field
    return drawn, refused


def geometry_of(dats, shown):
    """Returns (dat with coordinates, map to the corners or None) by set. Of several meshes of a set it takes the first."""
    found, points = {}, {}
    for table, record in shown:
        positions = dats.get(record)
        if not positions:
            continue
        path, group, _ = positions.places[max(positions.places)]
        with opened(path) as file:
            try:
                begins = text(file[f"{group}/maps/{table}"].attrs["from"])
            except (KeyError, OSError):
                warn(f"'{path}' holds no table {table}: keep the files of a run in one folder")
                continue
        found.setdefault(begins, (positions, table))
        points.setdefault(positions.set, (positions, None))
    return points | found
