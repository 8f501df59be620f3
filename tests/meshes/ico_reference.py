"""The thorn `ico` in numpy. Neighbours are found by their coordinates, and not by the rule of core/sets/icosahedral.cpp.

usage: ico_reference.py COLUMNS ROWS    prints the largest and the mean square error of each operator

The axes of the lattice stand at an angle of 120 degrees: vertex (i, j) lies at (i - j/2, sqrt(3)/2 j). Cells are triangles with the
corners (i, j), (i+1, j), (i+1, j+1), which point up, and (i, j), (i+1, j+1), (i, j+1), which point down. An element of each kind has
the number i + columns (colour + colours j). Coordinates are counted in sixths, so that the middles of all elements have whole ones.
"""

import sys
from types import SimpleNamespace

import numpy

# The corners of an element of each colour, in columns and rows.
CORNERS = {"cell": [[(0, 0), (1, 0), (1, 1)], [(0, 0), (1, 1), (0, 1)]],
           "edge": [[(0, 0), (1, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 1)]],
           "vertex": [[(0, 0)]]}
SETS = {"cell": "cells", "edge": "edges", "vertex": "vertices"}
# The squared distance of neighbours in 36ths of that of two vertices. The middle of an edge and the centres of its cells
# are 1/(2 sqrt 3) apart, and so on.
APART = {("cell", "cell"): 12, ("cell", "edge"): 3, ("cell", "vertex"): 12, ("edge", "edge"): 9, ("edge", "vertex"): 9,
         ("vertex", "vertex"): 36}


def middles(kind, columns, rows):
    """The middles of all elements in the order of their numbers, in sixths of columns and rows."""
    j, colour, i = (each.ravel() for each in numpy.mgrid[0:rows, 0:len(CORNERS[kind]), 0:columns])
    shift = numpy.array([6 * numpy.mean(corners, axis=0) for corners in CORNERS[kind]]).round().astype(int)
    return 6 * numpy.stack((i, j), axis=1) + shift[colour]


def in_plane(shifts):
    """Distances along both axes as x and y."""
    shifts = numpy.asarray(shifts) / 6
    return numpy.stack((shifts[..., 0] - 0.5 * shifts[..., 1], numpy.sqrt(0.75) * shifts[..., 1]), axis=-1)


def clockwise(shift):
    """The angle from the left, clockwise, from 0 to below 360 degrees."""
    x, y = in_plane(shift)
    return round(180 - numpy.degrees(numpy.arctan2(y, x)), 6) % 360


def beside(columns, rows, kind, other):
    """Yields for each element the numbers of the others beside it and where they are: [(number, shift)]."""
    apart = APART[tuple(sorted((kind, other), key=list(CORNERS).index))]
    period = numpy.array((6 * columns, 6 * rows))
    points = middles(other, columns, rows)
    for middle in middles(kind, columns, rows):
        shifts = (points - middle + period // 2) % period - period // 2
        squares = shifts[:, 0]**2 + shifts[:, 1]**2 - shifts[:, 0] * shifts[:, 1]
        yield [(number, tuple(shifts[number])) for number in numpy.flatnonzero(squares == apart)]


def around(columns, rows, kind, other):
    """Rows of a map in clockwise order. Those of vertices begin at the left or after it, those of cells with the leftmost."""
    for found in beside(columns, rows, kind, other):
        found.sort(key=lambda each: clockwise(each[1]))
        if kind == "cell":
            first = min(range(len(found)), key=lambda n: in_plane(found[n][1])[0])
            found = found[first:] + found[:first]
        yield found


def table(rows):
    return numpy.array([[number for number, _ in row] for row in rows])


def ordered_vertices(columns, rows):
    """From cells to vertices: vertex n stands opposite to edge n, on the other side of the centre."""
    for edges, vertices in zip(around(columns, rows, "cell", "edge"), around(columns, rows, "cell", "vertex")):
        yield [next(each for each in vertices if each[1] == (-2 * edge[1][0], -2 * edge[1][1])) for edge in edges]


def along_edges(columns, rows):
    """Yields for each edge its cells and vertices: the first cell points up and lies on the left of the way."""
    for cells, vertices in zip(beside(columns, rows, "edge", "cell"), beside(columns, rows, "edge", "vertex")):
        cells.sort(key=lambda each: each[0] // columns % 2)
        up = in_plane(cells[0][1])
        # The way has the cell on its left if the way turned by 90 degrees to the left points to it.
        vertices.sort(key=lambda each: in_plane(each[1]) @ (up[1], -up[0]))
        yield cells, vertices


def tables(columns, rows):
    """The nine maps by their names in the thorn."""
    edges = list(along_edges(columns, rows))
    maps = {f"{kind}_{SETS[other]}": table(around(columns, rows, kind, other)) for kind in ("cell", "vertex")
            for other in CORNERS}
    maps["cell_vertices"] = table(ordered_vertices(columns, rows))
    maps["edge_cells"] = table(cells for cells, _ in edges)
    maps["edge_vertices"] = table(vertices for _, vertices in edges)
    cell_edges = maps["cell_edges"].tolist()
    maps["edge_edges"] = numpy.array([
        [cell_edges[cell][(cell_edges[cell].index(edge) + n) % 3] for cell in cells for n in (1, 2)]
        for edge, cells in enumerate(maps["edge_cells"].tolist())])
    return maps


class Fields:
    """The smooth fields in space, by their values at points (x, y). All has the length 1 along i."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.length = rows / columns  # along j

    def places(self, kind):
        return in_plane(middles(kind, self.columns, self.rows)) / self.columns

    def angles(self, xy):
        """The angle along both axes, and their gradients."""
        x, y = xy[..., 0], xy[..., 1]
        j = y / numpy.sqrt(0.75)
        i = x + 0.5 * j
        first = 2 * numpy.pi * numpy.array((1, 1 / numpy.sqrt(3)))
        second = 2 * numpy.pi / self.length * numpy.array((0, 2 / numpy.sqrt(3)))
        return 2 * numpy.pi * i, 2 * numpy.pi * j / self.length, first, second

    def height(self, xy):
        a, b, _, _ = self.angles(xy)
        return numpy.sin(a) * numpy.cos(b)

    def slope(self, xy):
        a, b, to_a, to_b = self.angles(xy)
        return (numpy.cos(a) * numpy.cos(b))[:, None] * to_a - (numpy.sin(a) * numpy.sin(b))[:, None] * to_b

    def laplacian(self, xy):
        a, b, to_a, to_b = self.angles(xy)
        return -(to_a @ to_a + to_b @ to_b) * numpy.sin(a) * numpy.cos(b) - 2 * (to_a @ to_b) * numpy.cos(a) * numpy.sin(b)

    def velocity(self, xy):
        a, b, _, _ = self.angles(xy)
        return numpy.stack((numpy.cos(a) + numpy.sin(b), numpy.sin(a + b)), axis=-1)

    def derivatives(self, xy):
        """Divergence and curl of the velocity."""
        a, b, to_a, to_b = self.angles(xy)
        of_x = -numpy.sin(a)[:, None] * to_a + numpy.cos(b)[:, None] * to_b
        of_y = numpy.cos(a + b)[:, None] * (to_a + to_b)
        return of_x[:, 0] + of_y[:, 1], of_y[:, 0] - of_x[:, 1]


def operators(columns, rows, maps):
    """Yields each operator: its name, what it finds, and the exact values."""
    fields, side = Fields(columns, rows), 1 / columns
    cells, edges, vertices = (fields.places(kind) for kind in CORNERS)
    cell_height, vertex_height = fields.height(cells), fields.height(vertices)
    normals = numpy.tile(numpy.repeat([(0, -1), (numpy.sqrt(0.75), 0.5), (-numpy.sqrt(0.75), 0.5)], columns, axis=0), (rows, 1))
    ways = numpy.stack((-normals[:, 1], normals[:, 0]), axis=1)
    velocity = fields.velocity(edges)
    flow = (velocity * normals).sum(axis=1)

    sides = numpy.sqrt(3) / 4 * side  # the area of a cell divided by the length of an edge
    divergence = numpy.zeros(len(cells))
    numpy.add.at(divergence, maps["edge_cells"][:, 0], flow / sides)
    numpy.add.at(divergence, maps["edge_cells"][:, 1], -flow / sides)
    yield "divergence", divergence, fields.derivatives(cells)[0]
    yield "energy", (flow[maps["cell_edges"]]**2).sum(axis=1) / 3, (fields.velocity(cells)**2).sum(axis=1) / 2
    yield ("cell_laplacian", 4 / side**2 * (cell_height[maps["cell_cells"]].sum(axis=1) - 3 * cell_height),
           fields.laplacian(cells))
    yield "cell_mean", vertex_height[maps["cell_vertices"]].mean(axis=1), cell_height

    slope = fields.slope(edges)
    before, after = cell_height[maps["edge_cells"]].T
    yield "across", (after - before) / (side / numpy.sqrt(3)), (slope * normals).sum(axis=1)
    before, after = vertex_height[maps["edge_vertices"]].T
    yield "along", (after - before) / side, (slope * ways).sum(axis=1)
    # The velocity of a cell with the normal components f is 2/3 of the sum of f n. So each n counts by its part along the way.
    parts = (normals[maps["edge_edges"]] * ways[:, None, :]).sum(axis=2)
    yield "drift", (flow[maps["edge_edges"]] * parts).sum(axis=1) / 3, (velocity * ways).sum(axis=1)

    turns = numpy.where(maps["edge_vertices"][maps["vertex_edges"], 1] == numpy.arange(len(vertices))[:, None], 1, -1)
    curl = (turns * flow[maps["vertex_edges"]]).sum(axis=1) * side / numpy.sqrt(3) / (numpy.sqrt(0.75) * side**2)
    yield "curl", curl, fields.derivatives(vertices)[1]
    yield ("vertex_laplacian", 2 / (3 * side**2) * (vertex_height[maps["vertex_vertices"]].sum(axis=1) - 6 * vertex_height),
           fields.laplacian(vertices))
    yield "vertex_mean", cell_height[maps["vertex_cells"]].mean(axis=1), vertex_height


def errors(columns, rows, maps=None):
    """The sum of the squares and the largest error of each operator, by its name."""
    return {name: SimpleNamespace(squares=((found - exact)**2).sum(), most=abs(found - exact).max(), count=len(found))
            for name, found, exact in operators(columns, rows, maps or tables(columns, rows))}


def main():
    for name, error in errors(int(sys.argv[1]), int(sys.argv[2])).items():
        print(f"{name:20s}{error.most:12.4e}{numpy.sqrt(error.squares / error.count):12.4e}")


if __name__ == "__main__":
    main()
