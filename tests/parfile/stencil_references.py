"""The thorns diffusion, advection_z and smooth in numpy: stages one after the other, over whole arrays.

Arrays are those of output: [k, j, i], with the layers of outer boundary points of the axes that are not periodic. Each
function does the same operations as the kernels in the same order, so the results have the same bits.
"""

import numpy


class Grid:
    """`periodic`: of the axes i, j, k. `width`: layers of boundary points at each face that is not periodic."""

    def __init__(self, periodic, width):
        self.periodic = periodic
        self.width = width

    def around(self, values, *reach):
        """The interior of an array, extended by reach[axis] points at both ends of each axis."""
        for axis, extended in enumerate((*reach, 0, 0, 0)[:3]):
            if self.periodic[axis]:
                n = values.shape[2 - axis]
                values = numpy.take(values, numpy.arange(-extended, n + extended) % n, 2 - axis)
            else:
                cut = self.width - extended
                values = numpy.take(values, range(cut, values.shape[2 - axis] - cut), 2 - axis)
        return values

    def interior(self, values):
        """The same array without boundary points, as a view that can be assigned to."""
        return values[tuple(slice(None) if periodic else slice(self.width, -self.width) for periodic in self.periodic[::-1])]

    def with_interior(self, values, interior):
        """A copy of the array with other interior points."""
        result = values.copy()
        self.interior(result)[...] = interior
        return result


def limited(flux, difference):
    return numpy.where(flux * difference > 0, 0.0, flux)


def laplacian(u):
    """On all points but the outermost ones of i and j."""
    return 4.0*u[:, 1:-1, 1:-1] - (u[:, 1:-1, 2:] + u[:, 1:-1, :-2] + u[:, 2:, 1:-1] + u[:, :-2, 1:-1])


def fluxes(u):
    """The limited fluxes along i and along j, and those without limit. `u`: the interior extended by 2 points."""
    lap = laplacian(u)  # extended by 1 point
    u = u[:, 1:-1, 1:-1]
    along_i = (lap[:, :, 1:] - lap[:, :, :-1])[:, 1:-1]
    along_j = (lap[:, 1:] - lap[:, :-1])[:, :, 1:-1]
    flx = limited(along_i, (u[:, :, 1:] - u[:, :, :-1])[:, 1:-1])
    fly = limited(along_j, (u[:, 1:] - u[:, :-1])[:, :, 1:-1])
    return flx, fly, along_i, along_j


def diffusion(grid, u, coeff):
    """One step."""
    flx, fly, *_ = fluxes(grid.around(u, 2, 2))
    change = flx[:, :, 1:] - flx[:, :, :-1] + fly[:, 1:] - fly[:, :-1]
    return grid.with_interior(u, grid.interior(u) - grid.interior(coeff)*change)


def equations(grid, u, wcon, utens, dtr_stage):
    """The coefficients a, b, c, d of the equations a u(k-1) + b u(k) + c u(k+1) = d of advection_z."""
    wind = grid.around(wcon, 1)
    wind = wind[:, :, 2:] + wind[:, :, 1:-1]
    u, utens = grid.interior(u), grid.interior(utens)
    a, c = -0.125*wind, numpy.zeros_like(u)
    a[0] = 0.0
    c[:-1] = 0.125*wind[1:]
    b = dtr_stage - a - c
    below, above = numpy.zeros_like(u), numpy.zeros_like(u)
    below[1:] = u[:-1] - u[1:]
    above[:-1] = u[1:] - u[:-1]
    # Terms whose a or c is 0 are 0, and change no bit.
    d = dtr_stage*u + utens - a*below - c*above
    return a, b, c, d


def advection_z(grid, u, wcon, utens, dtr_stage):
    """One step: the Thomas algorithm."""
    a, b, c, d = equations(grid, u, wcon, utens, dtr_stage)
    n = len(d)
    ccol, dcol = numpy.zeros_like(d), numpy.zeros_like(d)
    ccol[0], dcol[0] = c[0] / b[0], d[0] / b[0]
    for k in range(1, n - 1):
        divided = 1.0 / (b[k] - a[k]*ccol[k - 1])
        ccol[k], dcol[k] = c[k]*divided, (d[k] - a[k]*dcol[k - 1])*divided
    dcol[n - 1] = (d[n - 1] - a[n - 1]*dcol[n - 2]) / (b[n - 1] - a[n - 1]*ccol[n - 2])
    new = dcol.copy()
    for k in range(n - 2, -1, -1):
        new[k] = dcol[k] - ccol[k]*new[k + 1]
    return grid.with_interior(u, new)


def smooth(grid, u, weight, stages):
    """One step: `stages` smoothings, along i and j in turn."""
    values = grid.around(u, (stages + 1)//2, stages//2)
    for stage in range(stages):
        if stage % 2 == 0:
            middle, lower, upper = values[:, :, 1:-1], values[:, :, :-2], values[:, :, 2:]
        else:
            middle, lower, upper = values[:, 1:-1], values[:, :-2], values[:, 2:]
        values = middle + weight*(upper + lower - 2.0*middle)
    return grid.with_interior(u, values)


def haze_spread(grid, h, strength):
    """One step of the stencil `spread` of examples/stencils: the new field and the change."""
    def five_points(values):
        return (values[:, 1:-1, 2:] + values[:, 1:-1, :-2] + values[:, 2:, 1:-1] + values[:, :-2, 1:-1]
                - 4.0*values[:, 1:-1, 1:-1])
    change = -strength*five_points(five_points(grid.around(h, 2, 2)))
    return grid.with_interior(h, grid.interior(h) + change), grid.with_interior(numpy.zeros_like(h), change)


def haze_depth(grid, h, dz, swelling, cloud_points):
    """The stencil `overhead` of examples/stencils."""
    h = grid.interior(h)
    depth = numpy.zeros_like(h)
    depth[-1] = 0.5*dz*h[-1]
    for k in range(len(h) - 2, -1, -1):
        factor = 0.5*dz*swelling if k < cloud_points else 0.5*dz
        depth[k] = depth[k + 1] + factor*(h[k] + h[k + 1])
    return depth
