"""The lesson player: the data of a lesson, and what the browser and the kit make of them."""
