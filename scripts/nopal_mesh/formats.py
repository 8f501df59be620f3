"""Finds out what a file is, and reads it."""

import h5py

from . import cgns, exodus, gmsh, icon, netcdf, ugrid, with_meshio
from .trouble import Trouble, listed

HDF5, ADF = b"\x89HDF\r\n\x1a\n", b"@(#)ADF"
READ = "Gmsh (.msh), VTK (.vtk, .vtu), Exodus II (.e, .exo), CGNS (.cgns), UGRID and ICON (.nc)"


# What readers raise on damaged files.
DAMAGED = (OSError, RuntimeError, LookupError, ValueError, TypeError, ArithmeticError, AttributeError, MemoryError)


def read(path, options):
    """Returns the raw mesh of a file, and the name of its format."""
    try:
        raw, what = read_any(path, options)
    except DAMAGED as error:
        raise Trouble(f"'{path}' cannot be read: {type(error).__name__}: {error}; it is damaged or not complete: write or copy "
                      "it again") from error
    check(path, raw)
    if options.parts and "meshio" not in what:
        raise Trouble(f"--parts {options.parts}: '{path}' is {what}, which names its parts itself: leave out --parts")
    if options.mesh and what != "UGRID":
        raise Trouble(f"--mesh {options.mesh}: '{path}' is {what}, which holds one mesh: leave out --mesh")
    return raw, what


def check(path, raw):
    """Whether groups and sides name nodes that exist."""
    for what, nodes in [(f"'{group.name}'", group.nodes) for group in raw.groups] + [("the table of edges", raw.sides)]:
        if nodes is not None and nodes.size and not -1 <= nodes.min() <= nodes.max() < len(raw.points):
            raise Trouble(f"'{path}': {what} names node {nodes.max() if nodes.min() >= -1 else nodes.min()} (counted from 0), "
                          f"but there are only {len(raw.points)}: the file is damaged")


def read_any(path, options):
    try:
        with open(path, "rb") as file:
            head = file.read(1024)
    except OSError as error:
        raise Trouble(f"cannot read '{path}': {error.strerror or error}") from error
    if not head:
        raise Trouble(f"'{path}' is empty, so it is no mesh; this tool reads {READ}")
    if head.startswith(ADF):
        raise Trouble(f"'{path}' is CGNS in the older format ADF: turn it into HDF5 with adf2hdf, of the package cgns-convert")
    if head.lstrip().startswith(b"$MeshFormat"):
        if head.split(b"$MeshFormat", 1)[1].split()[:1] == [b"4.1"]:
            return gmsh.read(path), "Gmsh 4.1"
        raw = with_meshio.read(path, options.parts)
        raw.why_no_cells = gmsh.ONLY_GROUPS.format("surfaces or volumes")
        return raw, "Gmsh, by meshio"
    if head.startswith((HDF5, b"CDF")):
        return of_netcdf(path, options, head.startswith(HDF5))
    if not with_meshio.knows(path):
        raise Trouble(f"'{path}' is not a mesh that this tool knows; it reads {READ}")
    return with_meshio.read(path, options.parts), "by meshio"


def is_cgns(path):
    with h5py.File(path) as file:
        return "CGNSLibraryVersion" in file


def of_netcdf(path, options, hdf5):
    if hdf5:
        if is_cgns(path):
            return cgns.read(path), "CGNS"
        if path.suffix.lower() == ".cgns":  # without what each node of CGNS has, as meshio writes it
            return with_meshio.read(path), "by meshio"
    with netcdf.opened(path) as file:
        if exodus.is_exodus(file):
            return exodus.read(path, file), "Exodus II"
        if ugrid.topologies(file):
            return ugrid.read(path, file, options.mesh), "UGRID"
        if icon.is_icon(file):
            return icon.read(path, file), "ICON"
        names = listed(file.variables) or "nothing"
    raise Trouble(f"'{path}' holds no mesh that this tool knows; it holds {names}. Expected is Exodus II, CGNS, UGRID (a "
                  "variable with cf_role = mesh_topology) or ICON (vertex_of_cell)")
