"""The modules of scripts/plot.

openpmd reads the files of the thorn hdf5, tsv those of the thorn tsv. meshes finds the elements on which data lie. catalogue
lists what a folder holds. A section holds values on one or two axes, or on a mesh, at an iteration; a picture shows one
section. scale turns values into colours. figures draws. animation joins pictures. saving writes files. order draws the order
of the work of a plan, tune the times of ways to compute iterations, loops the colours of loops over sets; printed reads what
nopal has printed for them. cli is the command line.
"""
