"""Every parfile of the tree has the same bytes in every output file on the host and on two implementations of OpenCL: PoCL, and
Intel's for processors, which scripts/intel-opencl downloads. A checkpoint at the end is among the files: all that a run goes on
from."""

import h5py
import yaml

import harness
from plan import smallest_check

INTEL = harness.SOURCE / ".deps" / "intel-opencl" / "vendors"
# Compilers take minutes for the others, which only the long test runs.
IN_SHORT = {"airfoil", "cip", "heat", "jacobi", "pulse_3d"}


def parfiles():
    """The parfiles and their contents."""
    for path in sorted((harness.SOURCE / "parfiles").glob("*.yaml")):
        if harness.LONG or path.stem in IN_SHORT:
            yield path, yaml.safe_load(path.read_text())


def contents(file):
    """The bytes of a file. Of HDF5 files those of the datasets: each file also has its date and the parfile."""
    if file.suffix != ".h5":
        return file.read_bytes()
    found = []
    with h5py.File(file) as opened:
        opened.visititems(lambda name, item: found.append(
            (name, item.dtype, item.shape, item[()].tobytes()) if isinstance(item, h5py.Dataset) else name))
    return found


class Implementations(harness.Case):
    def files_of(self, path, content, device, variables=None):
        """A short run, and the files of its output folder, by name."""
        thorns = content["thorns"] + ["checkpoint"] * ("checkpoint" not in content["thorns"])
        output = self.folder / f"{path.stem}-{len(list(self.folder.iterdir()))}"
        parfile = self.parfile(content | {
            "thorns": thorns, "checkpoint": content.get("checkpoint", {}) | {"at_end": "always"},
            "accelerator": content.get("accelerator", {}) | {"device": device}})
        # Meshes lie beside the parfile of the tree.
        copy = self.folder / "meshes"
        if not copy.exists():
            copy.symlink_to(path.parent / "meshes")
        result = self.run_nopal(parfile, threads=2, variables=variables, sets=[
            *smallest_check(path), "driver.iterations=6", "driver.final_time=0", f"accelerator.device={device}",
            f"driver.output={output}"])
        # The others say when, where and how the run was.
        files = [file for file in result.folder.rglob("*")
                 if file.is_file() and file.suffix not in (".json", ".yaml") and "provenance" not in file.parts]
        return result, {str(file.relative_to(result.folder)): contents(file) for file in files}

    def test_every_parfile(self):
        if not INTEL.is_dir():
            self.skipTest("Intel's OpenCL is not here: scripts/intel-opencl downloads it, or said why it could not")
        for path, content in parfiles():
            with self.subTest(parfile=path.name):
                _, expected = self.files_of(path, content, "none")
                self.assertGreater(sum(map(len, expected.values())), 0)
                for name, variables in (("PoCL", {}), ("Intel", {"OCL_ICD_VENDORS": str(INTEL)})):
                    result, found = self.files_of(path, content, "opencl", variables)
                    self.assertEqual("PoCL" in result.log, name == "PoCL", result.log)  # PoCL names a processor of Intel, too
                    self.assertEqual(sorted(found), sorted(expected))
                    self.assertEqual([each for each in found if found[each] != expected[each]], [], name)
