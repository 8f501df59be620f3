"""Reads runs with yt: whole fields and slices."""

import yt
from results import Results

yt.set_log_level("error")
results = Results()
for folder in results.folders:
    for ds in yt.load(f"{folder}/{results.task['stem']}_*.h5"):
        iteration = int(ds.filename.rpartition("_")[2].removesuffix(".h5"))
        grid = ds.covering_grid(0, ds.domain_left_edge, ds.domain_dimensions)
        # The middle cell along yt's first axis.
        middle = ds.domain_dimensions[0] // 2
        width = float(ds.domain_width[0] / ds.domain_dimensions[0])
        cut = ds.slice(0, float(ds.domain_left_edge[0]) + (middle + 0.5) * width)
        for field in ds.field_list:
            results.add(folder, iteration, field[1], values=grid[field].d, left=ds.domain_left_edge.d,
                        right=ds.domain_right_edge.d, time=float(ds.current_time), middle=middle,
                        cut=cut[field].d, cut_y=cut["index", "y"].d, cut_z=cut["index", "z"].d)

shown = results.run_snippet()
results.add("snippet", 0, "phi", values=shown["phi"].d, plane=shown["plane"]["openPMD", "wavetoy-phi"].d,
            time=float(shown["ds"].current_time))
results.save()
