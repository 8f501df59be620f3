"""Every thorn of the tree computes the same bits on the host and on two implementations of OpenCL: PoCL, and Intel's for
processors, which scripts/intel-opencl downloads. What is compared is the checkpoint at the end: all that a run goes on from."""

import yaml

import harness
from plan import smallest_check

INTEL = harness.SOURCE / ".deps" / "intel-opencl" / "vendors"
# What writes or watches. Values come from the other thorns.
WITHOUT_KERNELS = {"tsv", "hdf5", "slices", "checkpoint", "nan_checker", "termination", "mesh"}
# Its inflow is an exponential, which each library rounds in its own way (docs/rules.md).
WITH_FUNCTIONS = {"cip"}

# Compilers take minutes for the others, which only the long test runs.
IN_SHORT = {"wavetoy", "heat", "jacobi", "airfoil"}


def covering():
    """The parfiles that have a thorn which no parfile before them has, with that thorn."""
    seen = set(WITHOUT_KERNELS | WITH_FUNCTIONS)
    for path in sorted((harness.SOURCE / "parfiles").glob("*.yaml")):
        content = yaml.safe_load(path.read_text())
        fresh = set(content["thorns"]) - seen
        if fresh and not set(content["thorns"]) & WITH_FUNCTIONS:
            seen |= fresh
            yield path, content


class Implementations(harness.Case):
    def end_of(self, path, content, device, variables=None):
        """The files of the last checkpoint of a run, by name."""
        thorns = [thorn for thorn in content["thorns"] if thorn not in WITHOUT_KERNELS or thorn == "mesh"]
        sets = [each for each in smallest_check(path) if each.split(".")[0] in {*thorns, "driver", "accelerator"}]
        kept = {key: value for key, value in content.items() if key in {*thorns, "driver", "description"}}
        output = self.folder / f"{path.stem}-{len(list(self.folder.iterdir()))}"
        parfile = self.parfile(kept | {"thorns": [*thorns, "checkpoint"], "checkpoint": {"at_end": "always"},
                                       "accelerator": {"device": device, "initial_on_host": True}})
        # Meshes lie beside the parfile of the tree.
        copy = self.folder / "meshes"
        if not copy.exists():
            copy.symlink_to(path.parent / "meshes")
        result = self.run_nopal(parfile, threads=2, variables=variables,
                                sets=[*sets, "driver.iterations=6", "driver.final_time=0", f"driver.output={output}"])
        last = max(folder for folder in result.folder.glob("*checkpoint*") if folder.is_dir())
        return result, {file.name: file.read_bytes() for file in last.iterdir() if not file.name.endswith((".json", ".yaml"))}

    def test_every_thorn(self):
        if not INTEL.is_dir():
            self.skipTest("Intel's OpenCL is not here: scripts/intel-opencl downloads it, or said why it could not")
        for path, content in covering():
            if not harness.LONG and not set(content["thorns"]) & IN_SHORT:
                continue
            with self.subTest(parfile=path.name):
                _, expected = self.end_of(path, content, "none")
                self.assertGreater(sum(map(len, expected.values())), 0)
                for name, variables in (("PoCL", {}), ("Intel", {"OCL_ICD_VENDORS": str(INTEL)})):
                    result, found = self.end_of(path, content, "opencl", variables)
                    self.assertEqual("PoCL" in result.log, name == "PoCL", result.log)  # PoCL names a processor of Intel, too
                    self.assertEqual(sorted(found), sorted(expected))
                    self.assertEqual([each for each in found if found[each] != expected[each]], [], name)
