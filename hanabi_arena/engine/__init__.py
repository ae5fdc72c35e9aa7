"""The rules of play, compiled: one record for the table, and kernels over it."""
