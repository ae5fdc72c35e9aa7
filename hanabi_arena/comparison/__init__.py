"""Two bots on the same deals: which one is better, and how sure that is."""
