"""Many files: their claims checked in several processes, and what is reported of them."""
