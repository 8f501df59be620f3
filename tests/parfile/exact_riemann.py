"""The exact solution of the Riemann problem of an ideal gas: two states that meet at x = 0 at time 0.

The formulas are those of chapter 4 of Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics (Springer, 2009).
"""

import math

import numpy


class Side:
    """One of the two states: density, velocity and pressure. `sign` is -1 for the left one and 1 for the right one."""

    def __init__(self, state, gamma, sign):
        self.rho, self.u, self.p = state
        self.gamma = gamma
        self.sign = sign
        self.sound = math.sqrt(gamma*self.p/self.rho)

    def change(self, p):
        """What the wave of this side adds to the velocity, outwards, if the pressure behind it is p."""
        g = self.gamma
        if p > self.p:  # a shock
            return (p - self.p)*math.sqrt(2/((g + 1)*self.rho)/(p + (g - 1)/(g + 1)*self.p))
        return 2*self.sound/(g - 1)*((p/self.p)**((g - 1)/(2*g)) - 1)

    def at(self, s, p, u):
        """Density, velocity and pressure where x/t is s, on this side of the contact. p and u: those at the contact."""
        g = self.gamma
        own = numpy.array([self.rho, self.u, self.p])
        if p > self.p:
            ratio = p/self.p
            shock = self.u + self.sign*self.sound*math.sqrt((g + 1)/(2*g)*ratio + (g - 1)/(2*g))
            if self.sign*(s - shock) > 0:
                return own
            return numpy.array([self.rho*(ratio + (g - 1)/(g + 1))/((g - 1)/(g + 1)*ratio + 1), u, p])
        head = self.u + self.sign*self.sound
        tail = u + self.sign*self.sound*(p/self.p)**((g - 1)/(2*g))
        if self.sign*(s - head) > 0:
            return own
        if self.sign*(s - tail) < 0:
            return numpy.array([self.rho*(p/self.p)**(1/g), u, p])
        sound = (2*self.sound + self.sign*(g - 1)*(s - self.u))/(g + 1)  # in the fan
        part = sound/self.sound
        return numpy.array([self.rho*part**(2/(g - 1)), s - self.sign*sound, self.p*part**(2*g/(g - 1))])


class Riemann:
    """The solution for two states (density, velocity, pressure). `p` and `u` are those between the outer waves."""

    def __init__(self, left, right, gamma=1.4):
        self.left, self.right = Side(left, gamma, -1), Side(right, gamma, 1)
        self.gamma = gamma
        low, high = 0.0, max(left[2], right[2])
        while self._excess(high) < 0:
            high *= 2
        for _ in range(200):  # bisection: the excess grows with the pressure
            middle = 0.5*(low + high)
            low, high = (middle, high) if self._excess(middle) < 0 else (low, middle)
        self.p = 0.5*(low + high)
        self.u = 0.5*(self.left.u + self.right.u + self.right.change(self.p) - self.left.change(self.p))

    def _excess(self, p):
        return self.left.change(p) + self.right.change(p) + self.right.u - self.left.u

    def averages(self, edges, start, time):
        """Density, velocity, pressure, momentum and energy in each cell, as the average of 20 points. The two states
        meet at x = start at time 0. `edges`: of the cells."""
        parts = (numpy.arange(20) + 0.5)/20
        x = (edges[:-1, None] + parts*numpy.diff(edges)[:, None]).ravel()
        side = [self.left if s < self.u else self.right for s in (x - start)/time]
        rho, u, p = numpy.array([each.at(s, self.p, self.u) for each, s in zip(side, (x - start)/time)]).T
        values = rho, u, p, rho*u, p/(self.gamma - 1) + 0.5*rho*u*u
        return [each.reshape(-1, 20).mean(axis=1) for each in values]
