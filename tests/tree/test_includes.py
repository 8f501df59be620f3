"""Tests the check of includes: it finds planted wrong includes and accepts right ones."""

import pathlib
import tempfile
import unittest

import includes


class Includes(unittest.TestCase):
    def violations(self, path, include):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / path
            file.parent.mkdir(parents=True)
            file.write_text(f"#pragma once\n#include {include}\n")
            return list(includes.violations(pathlib.Path(folder)))

    def test_wrong_arrows_are_found(self):
        for path, include in [
            ("core/grid/a.cpp", "<mpi.h>"), ("core/grid/a.cpp", '"driver/run.hpp"'), ("core/a.cpp", "<CL/cl.h>"),
            ("core/a.cpp", '"plugins/opencl/a.hpp"'), ("driver/a.cpp", "<hdf5.h>"), ("driver/a.cpp", '"io/tsv/a.hpp"'),
            ("io/tsv/a.cpp", '"core/grid/box.hpp"'), ("io/tsv/a.cpp", '"driver/run.hpp"'),
            ("plugins/opencl/a.cpp", '"core/device/device.hpp"'), ("plugins/cuda/a.cpp", '"plugins/opencl/a.hpp"'),
            ("plugins/cuda/a.cpp", "<mpi.h>"), ("io/hdf5/a.cpp", '"../tsv/a.hpp"'), ("io/tsv/a.cpp", '"nopal/device.hpp"'),
        ]:
            with self.subTest(path=path, include=include):
                found = self.violations(path, include)
                self.assertEqual(len(found), 1)
                self.assertIn(f"{path}:2:", found[0])

    def test_folders_of_core_and_driver_have_ranks(self):
        for path, include, message in [
            ("core/grid/a.cpp", '"core/device/device.hpp"', "core/grid has rank 3 and may not include"),
            ("core/kernels/a.cpp", '"core/reductions/a.hpp"', "core/kernels has rank 5 and may not include"),
            ("driver/setup/a.cpp", '"driver/loop/a.hpp"', "driver/setup has rank 1 and may not include"),
            ("core/novel/a.cpp", '"core/base/error.hpp"', "core/novel has no rank"),
            ("core/check/a.cpp", '"core/novel/a.hpp"', "core/novel has no rank"),
        ]:
            with self.subTest(path=path, include=include):
                found = self.violations(path, include)
                self.assertEqual(len(found), 1)
                self.assertIn(message, found[0])

    def test_right_arrows_pass(self):
        for path, include in [
            ("core/grid/a.cpp", '"core/base/error.hpp"'), ("core/yaml/a.cpp", "<yaml-cpp/yaml.h>"),
            ("driver/run.cpp", '"core/grid/box.hpp"'), ("driver/run.cpp", "<mpi.h>"),
            ("io/hdf5/a.cpp", "<nopal/thorn.hpp>"), ("io/hdf5/a.cpp", "<hdf5.h>"),
            ("plugins/opencl/a.cpp", "<nopal/device.hpp>"), ("plugins/opencl/a.cpp", '"plugins/opencl/b.hpp"'),
            ("plugins/opencl/a.cpp", "<CL/cl.h>"), ("plugins/wavetoy/a.cpp", "<vector>"),
        ]:
            with self.subTest(path=path, include=include):
                self.assertEqual(self.violations(path, include), [])
