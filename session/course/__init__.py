"""The course on a page: lessons and the values of their claims come in, screens go out."""
