"""What kernels are made of: dice, records, tables, the log, exact chains.  Imports numpy and numba only."""
