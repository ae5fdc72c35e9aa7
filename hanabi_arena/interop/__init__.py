"""Games in formats that other programs read and write."""
