"""Reads unstructured meshes with ParaView's Xdmf readers. Runs in pvbatch, with a display."""

import numpy
from paraview import servermanager
from paraview.simple import XDMFReader, Xdmf3ReaderS
from results import Results
from vtkmodules.util.numpy_support import vtk_to_numpy

results = Results()


def leaves(data):
    """The meshes of a composite, one after another."""
    if data is None:
        return []
    if data.IsA("vtkMultiBlockDataSet"):
        return [leaf for n in range(data.GetNumberOfBlocks()) for leaf in leaves(data.GetBlock(n))]
    if data.IsA("vtkMultiPieceDataSet"):
        return [leaf for n in range(data.GetNumberOfPieces()) for leaf in leaves(data.GetPiece(n))]
    return [data]


def read(folder, reader, name):
    for iteration, time in zip(results.task["iterations"], reader.TimestepValues, strict=True):
        reader.UpdatePipeline(time)
        for number, mesh in enumerate(leaves(servermanager.Fetch(reader))):
            corners = []
            for n in range(mesh.GetNumberOfCells()):
                cell = mesh.GetCell(n)  # the same object for each n
                corners += [cell.GetPointId(k) for k in range(cell.GetNumberOfPoints())]
            types = [mesh.GetCellType(n) for n in range(mesh.GetNumberOfCells())]
            values = mesh.GetCellData()
            arrays = {values.GetArrayName(n): vtk_to_numpy(values.GetArray(n)).copy()
                      for n in range(values.GetNumberOfArrays())}
            results.add(folder, iteration, f"{name}:{number}", corners=corners, types=types, time=time,
                        points=numpy.array([mesh.GetPoint(n) for n in range(mesh.GetNumberOfPoints())]),
                        arrays=sorted(arrays), **arrays)


for each in results.folders:
    path = f"{each}/{results.task['stem']}.xmf"
    read(each, XDMFReader(FileNames=[path]), "xdmf2")
    read(each, Xdmf3ReaderS(FileName=[path]), "xdmf3")
results.save()
