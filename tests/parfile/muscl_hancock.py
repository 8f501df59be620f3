"""The MUSCL-Hancock scheme with the HLLC flux for a tube of ideal gas, a published finite-volume scheme of second order.

The steps are those of section 14.4 of Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics (Springer, 2009): limited
slopes of the conserved variables, values at both faces moved forward by half a step, the flux of the Riemann problem between
them. The flux is that of section 10.4.
"""

import numpy

GAMMA = 1.4


def limited(a, b):
    """The slope of the monotonized central limiter (van Leer, J. Comput. Phys. 23 (1977) 276), from the differences to both sides."""
    least = numpy.minimum(numpy.minimum(2*abs(a), 2*abs(b)), 0.5*abs(a + b))
    return numpy.where(a*b > 0, numpy.sign(a)*least, 0.0)


def primitives(gas):
    rho, momentum, energy = gas
    u = momentum/rho
    return rho, u, (GAMMA - 1)*(energy - 0.5*rho*u**2)


def conserved(rho, u, p):
    return numpy.array([rho, rho*u, p/(GAMMA - 1) + 0.5*rho*u**2])


def flux(gas):
    rho, u, p = primitives(gas)
    return numpy.array([rho*u, rho*u**2 + p, u*(gas[2] + p)])


def hllc(left, right):
    """The flux through the faces between two states each."""
    (rho_l, u_l, p_l), (rho_r, u_r, p_r) = primitives(left), primitives(right)
    a_l, a_r = numpy.sqrt(GAMMA*p_l/rho_l), numpy.sqrt(GAMMA*p_r/rho_r)
    slow, fast = numpy.minimum(u_l - a_l, u_r - a_r), numpy.maximum(u_l + a_l, u_r + a_r)
    middle = (p_r - p_l + rho_l*u_l*(slow - u_l) - rho_r*u_r*(fast - u_r))/(rho_l*(slow - u_l) - rho_r*(fast - u_r))

    def beyond(gas, rho, u, p, speed):
        energy = gas[2]/rho + (middle - u)*(middle + p/(rho*(speed - u)))
        star = rho*(speed - u)/(speed - middle)*numpy.array([numpy.ones_like(rho), middle, energy])
        return flux(gas) + speed*(star - gas)

    result = numpy.where(middle >= 0, beyond(left, rho_l, u_l, p_l, slow), beyond(right, rho_r, u_r, p_r, fast))
    return numpy.where(slow >= 0, flux(left), numpy.where(fast <= 0, flux(right), result))


def density_of_tube(cells, states, time, courant=0.8):
    """The density on [0, 1] if the two states (density, velocity, pressure) meet at 0.5 at the start."""
    x = (numpy.arange(-2, cells + 2) + 0.5)/cells
    gas = numpy.where(x < 0.5, *(conserved(*state)[:, None] for state in states))
    passed = 0.0
    while passed < time:
        gas[:, :2], gas[:, -2:] = gas[:, 2:3], gas[:, -3:-2]
        rho, u, p = primitives(gas)
        step = min(courant/cells/(abs(u) + numpy.sqrt(GAMMA*p/rho)).max(), time - passed)
        slope = limited(gas[:, 1:-1] - gas[:, :-2], gas[:, 2:] - gas[:, 1:-1])
        lower, upper = gas[:, 1:-1] - 0.5*slope, gas[:, 1:-1] + 0.5*slope
        change = 0.5*step*cells*(flux(lower) - flux(upper))
        faces = hllc((upper + change)[:, :-1], (lower + change)[:, 1:])
        gas[:, 2:-2] -= step*cells*(faces[:, 1:] - faces[:, :-1])
        passed += step
    return gas[0, 2:-2]
