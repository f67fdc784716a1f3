"""Statistics: estimates, intervals and tests, each with its paper."""
