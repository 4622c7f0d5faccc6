"""The lesson player in the browser: screens, questions and labs, and its standalone file."""
