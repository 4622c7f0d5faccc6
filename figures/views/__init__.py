"""What is drawn, as values: maps, steps, trees, how a person looks at them. No drawing here."""
