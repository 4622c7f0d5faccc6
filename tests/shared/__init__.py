"""What several tests share: samples, small models, traces, files, pages and how they are used."""
