"""Files for teachers that need the lesson player or drawings: lessons, slides, archives."""
