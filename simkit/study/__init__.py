"""What an analyst does with the games: scenarios, runs, intervals, reports."""
