"""The course as pages: the list of lessons, a lesson, the first minute, class material."""
