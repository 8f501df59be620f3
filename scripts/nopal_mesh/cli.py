"""The command line of scripts/mesh."""

import argparse
import os
import pathlib
import sys

from nopal_plot.called import called
from nopal_plot.section import window

from . import declaration, formats, mesh, picture, printed, writing
from .tables import Tables
from .trouble import Trouble, listed

EXAMPLES = """\
examples:
  scripts/mesh wing.msh                                  write wing.h5, and print what a thorn and a parfile need
  scripts/mesh wing.msh --thorn airfoil --number wall=1 --number far=2
  scripts/mesh wing.msh --picture wing.png --window -0.5:1.5,-1:1
  scripts/mesh ocean.nc --scale 6371e3                   a UGRID or ICON grid on the sphere, in metres
  scripts/mesh two_zones.cgns --merge 1e-9               join nodes that zones have in common
"""


def parser():
    result = argparse.ArgumentParser(
        prog=called("mesh"), formatter_class=argparse.RawDescriptionHelpFormatter, epilog=EXAMPLES.replace("scripts/mesh", called("mesh")),
        description="Turns the mesh of a file into tables that the thorn mesh reads, and prints the mesh section of the\n"
                    f"parfile. It reads {formats.READ}.\nOther formats are read by meshio, if it knows them. "
                    "docs/meshes.md says more.")
    add = result.add_argument
    add("file", metavar="FILE", type=pathlib.Path, help="the file with the mesh")
    add("--output", metavar="OUTPUT.h5", type=pathlib.Path, help="the file to write (default: FILE with the ending .h5)")
    add("--overwrite", action="store_true", help="replace OUTPUT.h5 if it exists")
    add("--thorn", metavar="THORN", help="the thorn that uses the mesh: one of the tree, or the file with its declaration; "
        "tables get the shape that it declares")
    add("--number", metavar="NAME=N", action="append", default=[], help="the number of a part of the mesh, as the thorn expects "
        "it (default: that of the file)")
    add("--add", metavar="MAP", action="append", default=[], help="a further map: cell_edges, cell_bedges (in 3-D: cell_faces, "
        "cell_bfaces), cell_cells, node_cells")
    add("--picture", metavar="FILE.png", type=pathlib.Path, help="draw the mesh")
    add("--window", metavar="X0:X1,Y0:Y1", help="the part of a plane that the picture shows (default: all of it)")
    add("--scale", metavar="S", type=float, default=1.0, help="multiply coordinates; on a sphere, its radius (default: 1)")
    add("--merge", metavar="DISTANCE", type=float, help="join nodes that are no further apart along each axis; 0: at the "
        "same place")
    add("--surface", action="store_true", help="polygons in space: keep three coordinates")
    add("--plane", action="store_true", help="take longitude and latitude as x and y")
    add("--keep-unused", action="store_true", help="keep nodes that no cell uses")
    add("--parts", metavar="NAME", help="VTK: the whole numbers on elements that say to which part each belongs")
    add("--mesh", metavar="NAME", help="UGRID: which of several meshes")
    return result


def negative_values(words):
    """Joins --window and its value: argparse would take "-1:1,0:1" for another option."""
    joined = []
    for word in words:
        if joined and joined[-1] == "--window":
            joined[-1] += "=" + word
        else:
            joined.append(word)
    return joined


def check(options):
    if not options.scale > 0:
        raise Trouble(f"--scale {options.scale:g}: expected a number above 0")
    if options.window and not options.picture:
        raise Trouble("--window is a part of the picture: give --picture, too")
    if options.merge is not None and not options.merge >= 0:
        raise Trouble(f"--merge {options.merge:g}: expected 0 or more")


def run(words):
    options = parser().parse_args(negative_values(words))
    check(options)
    output = options.output or options.file.with_suffix(".h5")
    is_input = output.exists() and options.file.exists() and output.samefile(options.file)
    if is_input or output.exists() and not options.overwrite:
        raise Trouble(f"'{output}' exists: give another name with --output" + ("" if is_input else ", or --overwrite"))
    shown = window(options.window) if options.window else None
    declared = declaration.load(options.thorn) if options.thorn else None
    raw, what = formats.read(options.file, options)
    built = mesh.build(raw, options)
    tables = Tables(built)
    for name in options.add:
        if tables.get(name) is None:
            raise Trouble(f"--add {name}: there is no such map; there are {listed((*tables.maps, *tables.further), most=40)}")
    section = declaration.match(declared or declaration.own(tables), tables)
    writing.write(output, tables)
    for note in dict.fromkeys(built.notes):
        print(f"note: {note}")
    print("\n".join(printed.summary(tables, output, what)))
    if options.picture:
        picture.draw(options.picture, built, options.file.name, shown)
        print(f"picture: {options.picture}")
    if declared is None:
        print("\nfor the declaration of a thorn (keep what it uses; here it is called mine):\n")
        print("\n".join(printed.declaration(declaration.own(tables))))
    print("\nfor the parfile:\n")
    print("\n".join(printed.parfile(section, tables, output)))
    for each in section.missing:
        print(f"warning: {section.thorn}: {each}", file=sys.stderr)


def main(words):
    try:
        run(words)
    except Trouble as trouble:
        print(f"error: {trouble}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # such as: scripts/mesh ... | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return 0
