"""Reads runs with ParaView's Xdmf readers, and renders pictures. Runs in pvbatch, with a display."""

from paraview import servermanager
from paraview.simple import (ColorBy, CreateView, Delete, GetColorTransferFunction, SaveScreenshot, Show, XDMFReader,
                             Xdmf3ReaderS)
from results import Results
from vtkmodules.util.numpy_support import vtk_to_numpy

results = Results()


def read(folder, reader, record_prefix=""):
    for iteration, time in zip(results.task["iterations"], reader.TimestepValues, strict=True):
        reader.UpdatePipeline(time)
        data = servermanager.Fetch(reader)
        points = data.GetPointData()
        for number in range(points.GetNumberOfArrays()):
            array = points.GetArray(number)
            last = data.GetNumberOfPoints() - 1
            results.add(folder, iteration, record_prefix + array.GetName(), values=vtk_to_numpy(array).copy(),
                        dimensions=data.GetDimensions(), first=data.GetPoint(0), last=data.GetPoint(last), time=time)


def render(folder, record, values, path):
    """Renders the plane from above on black. The lowest value is blue, the highest red."""
    reader = XDMFReader(FileNames=[f"{folder}/{results.task['stem']}.xmf"])
    view = CreateView("RenderView")
    view.ViewSize = [300, 300]
    view.UseColorPaletteForBackground = 0
    view.Background = [0, 0, 0]
    view.OrientationAxesVisibility = 0
    view.ViewTime = reader.TimestepValues[-1]
    display = Show(reader, view)
    display.SetRepresentationType("Surface")
    display.Interpolation = "Flat"
    display.Ambient, display.Diffuse = 1, 0
    ColorBy(display, ("POINTS", record))
    colours = GetColorTransferFunction(record)
    colours.ColorSpace = "RGB"
    colours.RGBPoints = [values[0], 0, 0, 1, values[1], 1, 0, 0]
    view.ResetCamera(True)
    SaveScreenshot(path, view, ImageResolution=[300, 300])
    Delete(view)


for folder in results.folders:
    path = f"{folder}/{results.task['stem']}.xmf"
    read(folder, XDMFReader(FileNames=[path]))
    read(folder, Xdmf3ReaderS(FileName=[path]), "xdmf3:")
for each in results.task["pictures"]:
    render(**each)
results.run_snippet()
results.save()
