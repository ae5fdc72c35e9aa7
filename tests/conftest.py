"""What all tests share."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Compilation makes a first example slow, and a busy machine any; a time limit would only flake.
settings.register_profile(
    "arena", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("arena")
