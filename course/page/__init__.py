"""The course as pages: the list of lessons, a lesson, the tour, class material."""
