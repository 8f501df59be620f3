"""Reads runs with openPMD-api. Its module openpmd_api is on the Python path."""

import os

import openpmd_api
from results import Results

results = Results()
for folder in results.folders:
    stem = f"{folder}/{results.task['stem']}"
    path = stem + ".h5" if os.path.exists(stem + ".h5") else stem + "_%T.h5"  # the joined file, if there is one
    series = openpmd_api.Series(path, openpmd_api.Access.read_only)
    for number in series.iterations:
        iteration = series.iterations[number]
        for name in iteration.meshes:
            mesh = iteration.meshes[name]
            for component in mesh:
                part = mesh[component]
                values = part.load_chunk()
                series.flush()
                results.add(folder, number, name if mesh.scalar else f"{name}.{component}", values=values,
                            labels=mesh.axis_labels, spacing=mesh.grid_spacing, offset=mesh.grid_global_offset,
                            position=part.position, time=iteration.time * iteration.time_unit_SI)
    series.close()

shown = results.run_snippet()
results.add("snippet", 0, "phi", values=shown["phi"], z=shown["z"], time=shown["time"])
results.save()
