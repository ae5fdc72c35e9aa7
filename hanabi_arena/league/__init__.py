"""Configuration, schedule, parallel run, store, resume."""
