"""The modules of scripts/plot.

openpmd reads the files of the thorn hdf5, tsv those of the thorn tsv. catalogue lists what a folder holds. A section holds
values on one or two axes at an iteration; a picture shows one section. scale turns values into colours. figures draws.
animation joins pictures. saving writes files. order draws the order of the work of a plan, tune the times of ways to compute
iterations; printed reads what nopal has printed for both. cli is the command line.
"""
