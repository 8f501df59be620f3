"""What scripts/plot is made of.

openpmd and tsv read the files that the thorns of these names write; catalogue finds what a folder holds; section is
what a picture is drawn from: values on one or two axes at an iteration; scale turns values into colours; figures draws;
animation joins pictures; cli is the command line.
"""
