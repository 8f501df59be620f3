"""What tests tell OpenMPI, so that runs on one machine start and end sooner. No result depends on it."""

ENVIRONMENT = {
    # On one machine OpenMPI chooses ob1 in the end. It takes time to find that the others cannot be used.
    "OMPI_MCA_pml": "ob1",
    # Ranks on one machine need no other network. Without this, OpenMPI 5 warns where network interfaces do not reach each other.
    "OMPI_MCA_btl_tcp_if_include": "lo",
    # hwloc would load the OpenCL platform in each process, only to list its devices. It would also look for an X server, and
    # the end of that server, which may belong to a test of readers, would end the process. And it would read the settings of all
    # PCI devices, which takes a virtual machine 10 ms in each process.
    "HWLOC_COMPONENTS": "-opencl,-gl,-pci,-linuxio",
    # A rank that waits for a message leaves its core to others.
    "OMPI_MCA_mpi_yield_when_idle": "1",
    # After an error mpirun would wait for a second, twice, before it ends the other ranks.
    "OMPI_MCA_odls_base_sigkill_timeout": "0",
}

# What OpenMPI, the C library or nopal say of a rank that has crashed. After MPI_Abort, too, OpenMPI 5 speaks of "signals sent by
# prterun".
CRASHED = r"signal(?!s sent by prterun)|Segmentation|Assertion"


def under_mpirun(folder):
    """The environment of an mpirun that keeps its files in this folder. OpenMPI 5 does not start where a killed mpirun with the
    same process number has left its own (docs/steering.md)."""
    return {"PRTE_MCA_prte_tmpdir_base": str(folder)}


def alone(folder):
    """The environment of a process without mpirun. It starts no daemon. OpenMPI's files lie in this folder of its own: all
    processes without a daemon give theirs the same name, and the first one that ends removes them."""
    return {"OMPI_MCA_ess_singleton_isolated": "1", "OMPI_MCA_orte_tmpdir_base": str(folder)}
