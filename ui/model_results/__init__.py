"""The page “Models”: measured quality of all checkpoints, as tables and charts."""
