"""Games played, solved and counted, and what is kept of them."""
