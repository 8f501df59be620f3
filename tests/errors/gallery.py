# Wrong thorns and what nopal says

Each of these is a test (tests/errors): the message is what a user sees. Written by `scripts/reference`.

## Found when the thorn is built

**The kernel uses a field that its routine does not declare.**

```
k.kernel:2:18: kernel k of thorn wrong calls "psi", which is neither a function of the kernel dialect nor a grid function that its reads and writes declare (did you mean "phi"?)
```

**The write clauses of a kernel name different regions.**

```
wrong.yaml:6:5: the kernel "k" is scheduled, but there is no libwrong.so beside wrong.yaml: build the thorn with nopal_add_thorn(wrong)
wrong.yaml:6:5: kernel k writes phi (interior) and psi (boundary): a kernel is launched over one set of regions, so its writes must name the same; split it into two kernels
```

**A kernel declares no write.**

```
wrong.yaml:6:5: schedule item "k": a kernel writes at least one grid function: write "writes: [phi(interior)]"
```

**A kernel writes a scalar.**

```
wrong.yaml:6:5: the kernel "k" is scheduled, but there is no libwrong.so beside wrong.yaml: build the thorn with nopal_add_thorn(wrong)
wrong.yaml:6:36: kernel k: energy is a scalar; scalars enter kernels by value and are not written there, so schedule a function for it
wrong.yaml:6:5: kernel k writes no grid function; add one to its writes, or schedule a function
```

## Found when the run begins

**Routines wait for each other.**

```
wrong.yaml:4:5: the order given by before: and after: goes round in a cycle: wrong::a (wrong.yaml:4:5) -> wrong::b (wrong.yaml:5:5) -> wrong::c (wrong.yaml:6:5) -> wrong::a
```

**A clause names a timelevel that the group does not have.**

```
wrong.yaml:6:37: "phi@2" asks for timelevel 2 of wrong::phi, which has levels 0 to 1 (timelevels: 2): use @0 to @1, or raise timelevels: of group wrong::one
```

**A clause names a variable that does not exist.**

```
wrong.yaml:8:14: "phj" is no variable or group of wrong (did you mean "phi"?)
```

**A clause names a variable of a thorn that is not inherited.**

```
wrong.yaml:4:37: "ripple::height" belongs to a thorn that wrong does not inherit from: add ripple to its inherits:
```

**A clause names the boundary of a scalar.**

```
wrong.yaml:6:38: "energy(boundary)": wrong::energy is a scalar, which has no boundary: leave the region out
```

**A scalar is synchronised.**

```
wrong.yaml:6:5: wrong::f: sync: names wrong::energy, which is of type scalar; only grid functions (gf) have ghosts
```

## Found when the routine runs

**What was written is not synchronised before its ghosts are read, on one process or many.**

```
careless.yaml:32:13: careless::step on the host reads careless::u@1 (ghosts) at iteration 2, but it is valid nowhere (ghosts: new level after the cycle of timelevels at iteration 1); synchronise it (`sync:`) after the last write, or read less than its ghosts
```

**The outer boundary is not written before a sync.**

```
the sync of careless::exchange reads careless::u@0 (boundary) at iteration 1, but it is valid nowhere (boundary: new level after the cycle of timelevels at iteration 1); a routine must write it (boundary) after the interior was written, and declare that it does
```

**A routine reads what nobody writes before it: reads before initial data.**

```
careless.yaml:47:13: careless::reader on the host reads careless::v@0 (everywhere) at iteration 1, but it is valid nowhere (interior: never written; boundary: never written; ghosts: never written); a routine that writes it must run before, and declare that it does
```

**Output is asked for of what nobody writes.**

```
run.yaml:2:14: tsv::norms on the host reads ripple::unwritten@0 (owned) at iteration 0, but it is valid nowhere (interior: never written; boundary: never written); a routine that writes it must run before, and declare that it does
```

**A function asks for a variable that it does not declare.**

```
careless::misbehave (initial, iteration 0): careless.yaml:48:5: careless::misbehave asks to read careless::u@0, which its declaration does not say: add "u@0" to reads: of function "misbehave" here
```

**A function asks for a variable as another type.**

```
careless::misbehave (initial, iteration 0): careless.yaml:48:5: careless::misbehave asks for careless::u@1 as std::int64_t, but its type is real: use double in the call
```

**A kernel looks further than the ghosts reach (driver.check_bounds).**

```
nopal: careless::far (initial, iteration 0): 
far.kernel: kernel far of thorn careless reads u_p (careless::u@1) at (17, 1, 0), which is point (15, 1, 0) with offset (2, 0, 0); only [-1:17, 0:17, 0:1] is stored here: a stencil reaches at most as far as the ghost zones and the boundary are wide (driver.ghosts, driver.boundary_width)
```

## Found with `accelerator.poison`

**A kernel leaves points of the region that it declares.**

```
sloppy.yaml:39:14: sloppy::half on the host, iteration 1, declares that it writes sloppy::u@0 (interior), but did not write 75 of 240 points, in [0:5, 1:16, 0:1]: (0, 1, 0), (1, 1, 0), (2, 1, 0), (3, 1, 0), (4, 1, 0), (0, 2, 0), (1, 2, 0), (2, 2, 0), (3, 2, 0), (4, 2, 0), …; let it write all of them; where it changes what it finds there, it reads that, too: declare `reads: ["u@0(interior)"]`
```

**A function leaves points of the region that it declares.**

```
sloppy.yaml:69:14: sloppy::mark on the host, iteration 0, declares that it writes sloppy::mark@0 (owned), but did not write 34 of 272 points, in [0:2, 0:17, 0:1]: (0, 1, 0), (1, 1, 0), (0, 2, 0), (1, 2, 0), (0, 3, 0), (1, 3, 0), (0, 4, 0), (1, 4, 0), (0, 5, 0), (1, 5, 0), …; let it write all of them; where it changes what it finds there, it reads that, too: declare `reads: ["mark@0(owned)"]`
```

**A kernel looks further than its read clause reaches.**

```
sloppy.yaml:59:14: sloppy::look on the device, iteration 1, wrote sloppy::u@1 (interior), but computed 30 of 240 points from what is not valid on the device, in [0:16, 1:16, 0:1]: (0, 1, 0), (15, 1, 0), (0, 2, 0), (15, 2, 0), (0, 3, 0), (15, 3, 0), (0, 4, 0), (15, 4, 0), (0, 5, 0), (15, 5, 0), …; that is sloppy::u@0 (ghosts) on the device (not valid there: new level after the cycle of timelevels at iteration 1); it reads more than `reads: ["u@0(interior)"]` says: declare `reads: ["u@0(interior, ghosts)"]`
```

**A kernel looks at ghosts that another write has made stale.**

```
sloppy.yaml:66:14: sloppy::peek on the device, iteration 1, wrote sloppy::u@1 (interior), but computed 32 of 240 points from what is not valid on the device, in [0:16, 1:16, 0:1]: (0, 1, 0), (1, 1, 0), (2, 1, 0), (3, 1, 0), (4, 1, 0), (5, 1, 0), (6, 1, 0), (7, 1, 0), (8, 1, 0), (9, 1, 0), …; that is sloppy::u@0 (boundary) on the device (not valid there: new level after the cycle of timelevels at iteration 1); it reads more than `reads: ["u@0(interior)"]` says: declare `reads: ["u@0(owned)"]`
```

**A function adds to what it declares to write, not to read.**

```
sloppy.yaml:74:14: sloppy::add on the host, iteration 0, declares that it writes sloppy::total@0, but did not write it; where it changes what it finds there, it reads that, too: declare `reads: ["total@0"]`
```

**A function sums over more than it declares to read.**

```
sloppy.yaml:79:14: sloppy::sum on the host, iteration 1, wrote sloppy::total@0, but computed it from what is not valid on the host; it reads more than it declares: widen the regions of `reads: ["u@0(interior)"]`
```

## Found with `accelerator.guard`

**A function reads, through a pointer kept from an earlier call, what it does not declare.**

```
trespasser::trespass (evol, iteration 1): trespasser.yaml:41:5: trespasser::trespass reads trespasser::v@0 at (0, 1, 0), a point of its interior, which its declaration does not say: add "v@0" to reads: of function "trespass" here; the access is in tests/errors/thorns/trespasser/trespasser.cpp:72, in nopal_function_trespass(nopal::Call&)
```

**A function writes what it does not declare.**

```
trespasser::trespass (evol, iteration 1): trespasser.yaml:41:5: trespasser::trespass writes trespasser::v@0 at (0, 1, 0), a point of its interior, which its declaration does not say: add "v@0" to writes: of function "trespass" here; the access is in tests/errors/thorns/trespasser/trespasser.cpp:74, in nopal_function_trespass(nopal::Call&)
```

**A function writes what it declares to read.**

```
trespasser::trespass (evol, iteration 1): trespasser.yaml:41:5: trespasser::trespass writes trespasser::u@1 at (0, 0, 0), a point of its boundary, which its declaration lists under reads: only: add "u@1(boundary)" to writes: of function "trespass" here; the access is in tests/errors/thorns/trespasser/trespasser.cpp:79, in nopal_function_trespass(nopal::Call&)
```

**A function sends what it does not declare in a message.**

```
trespasser::trespass (evol, iteration 1): trespasser.yaml:41:5: trespasser::trespass reads trespasser::v@0 at (0, 1, 0), a point of its interior, which its declaration does not say: add "v@0" to reads: of function "trespass" here; the access is in tests/errors/thorns/trespasser/trespasser.cpp:86, in nopal_function_trespass(nopal::Call&)
```

**A thread of a function writes what the function does not declare.**

```
trespasser::trespass (evol, iteration 1): trespasser.yaml:41:5: trespasser::trespass writes trespasser::v@0 at (0, 1, 0), a point of its interior, which its declaration does not say: add "v@0" to writes: of function "trespass" here; the access is in tests/errors/thorns/trespasser/trespasser.cpp:90, in nopal_function_trespass(nopal::Call&)
```

**A function hands storage that it does not declare to the system.**

```
trespasser::trespass (evol, iteration 1): trespasser.yaml:41:5: trespasser::trespass gave a system call memory that it may not touch (Bad address): storage of a variable that the routine does not declare, or a write into one that it lists under reads: only; it declares reads of trespasser::u@1(interior) and writes of trespasser::u@0(interior): add the clause that is missing
  the routine itself says: cannot write: Bad address
```

**A function declares the interior and writes all points.**

```
trespasser::trespass (evol, iteration 1): trespasser.yaml:41:5: trespasser::trespass writes trespasser::u@0 outside of the region that it declares (interior): 17 points of its ghosts changed, all within [-1:0, 0:17, 0:1]
  (-1, 0, 0): 0.9375 -> 9
  (-1, 1, 0): 0.9375 -> 9
  (-1, 2, 0): 0.9375 -> 9
  (-1, 3, 0): 0.9375 -> 9
  (-1, 4, 0): 0.9375 -> 9
  (-1, 5, 0): 0.9375 -> 9
  (-1, 6, 0): 0.9375 -> 9
  (-1, 7, 0): 0.9375 -> 9
  (-1, 8, 0): 0.9375 -> 9
  (-1, 9, 0): 0.9375 -> 9
  …
  write no more than is declared, or declare "u@0(interior, ghosts)" under writes: of function "trespass" here
```

**A function writes behind the end of what is stored.**

```
trespasser::trespass (evol, iteration 1): trespasser.yaml:41:5: trespasser::trespass writes trespasser::u@0 outside of what is stored of it, [-1:17, 0:17, 0:1]: correct the index; the access is in tests/errors/thorns/trespasser/trespasser.cpp:104, in nopal_function_trespass(nopal::Call&)
```

**A function asks for the norm of what it does not declare.**

```
trespasser::trespass (evol, iteration 1): trespasser.yaml:41:5: trespasser::trespass reads trespasser::v@0 at (0, 0, 0), a point of its boundary, which its declaration does not say: add "v@0" to reads: of function "trespass" here; the access is in tests/errors/thorns/trespasser/trespasser.cpp:114, in nopal_function_trespass(nopal::Call&)
```

**A function has MPI write what it does not declare to a file.**

```
trespasser::trespass gave a system call memory that it may not touch (Bad address): storage of a variable that the routine does not declare, or a write into one that it lists under reads: only; it declares reads of trespasser::u@1(interior) and writes of trespasser::u@0(interior): add the clause that is missing
```

**A function that runs on the device reads the host's stale copy.**

```
trespasser::on_device (evol, iteration 1): trespasser.yaml:45:5: trespasser::on_device reads trespasser::v@0 at (0, 1, 0), a point of its interior on the host, but it runs on the device, and there its clauses hold: use call.device_pointer(), or declare the function without `device: true`; the access is in tests/errors/thorns/trespasser/trespasser.cpp:121, in nopal_function_on_device(nopal::Call&)
```
