"""The modules of scripts/mesh.

formats finds out what a file is. gmsh, exodus, cgns, ugrid, icon and with_meshio read it as a raw mesh. kinds knows the kinds of
elements. mesh builds a checked mesh from it: points has the coordinates, cells the cells, measures their areas and volumes,
orientation turns them, sides finds what lies between two cells and on the boundary, parts holds the groups. tables names its
sets, maps and dats, declaration chooses those of a thorn, writing writes them. printed and picture show the mesh. cli is the
command line.
"""
