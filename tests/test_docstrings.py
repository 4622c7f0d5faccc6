"""What the docstrings of public functions must say: the errors that they raise, and shapes."""

import ast
import re
from collections.abc import Iterator

from tests.test_structure import PYTHON, ROOMS, ROOT

Function = ast.FunctionDef | ast.AsyncFunctionDef
# A docstring may leave the shapes to that of another function, or to its class or module.
SHAPES = re.compile(r"\[.*\]|\bshape|[Ss]ee `", re.DOTALL)
ERRORS = re.compile(r"[Rr]aises?\b")


def functions(node: ast.Module | ast.ClassDef) -> Iterator[tuple[Function, str]]:
    """Yield a module's functions and methods, each with its docstring and its class's."""
    around = ast.get_docstring(node) or "" if isinstance(node, ast.ClassDef) else ""
    for child in node.body:
        if isinstance(child, ast.ClassDef) and child.name[0] != "_":
            yield from functions(child)
        elif isinstance(child, Function):
            yield child, around + (ast.get_docstring(child) or "")


def raised(node: ast.AST) -> Iterator[str]:
    """Yield the errors that a function itself raises for its callers."""
    caught = node.body if isinstance(node, ast.Try) and node.handlers else []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function | ast.Lambda | ast.ClassDef) or child in caught:
            continue
        if isinstance(child, ast.Raise) and child.exc:
            name = ast.unparse(child.exc).partition("(")[0]
            if name not in ("NotImplementedError", "AssertionError") and name[0] != "_":
                yield name
        yield from raised(child)


def is_array(annotation: ast.expr | None) -> bool:
    """Return whether an annotation is that of a tensor or an array, or of one that may be None."""
    kinds = ast.unparse(annotation).split(" | ") if annotation else []
    return any(kind in ("Tensor", "torch.Tensor", "np.ndarray") for kind in kinds)


def has_arrays(function: Function) -> bool:
    """Return whether a function takes or returns a tensor or an array."""
    given = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    return is_array(function.returns) or any(is_array(one.annotation) for one in given)


def of_rooms() -> Iterator[tuple[str, Function, str, str]]:
    """Yield the public functions of all rooms: place, function, docstring and the module's.

    The `main` of a command prints its errors.
    """
    for path in PYTHON:
        if path.parts[0] in ROOMS:
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            for function, said in functions(tree):
                if not function.name.startswith("_") and function.name != "main":
                    place = f"{path}:{function.lineno} {function.name}"
                    yield place, function, said, ast.get_docstring(tree) or ""


def test_docstrings_name_the_errors_that_a_function_raises() -> None:
    silent = [
        f"{place}: {', '.join(errors)}"
        for place, function, said, _ in of_rooms()
        if (errors := [*raised(function)]) and not ERRORS.search(said)
    ]
    assert silent == [], "\n".join(silent)


def test_docstrings_have_the_shapes_of_tensors_and_arrays() -> None:
    silent = [
        place
        for place, function, said, module in of_rooms()
        if has_arrays(function) and not SHAPES.search(said + module)
    ]
    assert silent == [], "\n".join(silent)


def test_the_rules_find_what_they_forbid() -> None:
    text = '''
def bad(x: Tensor) -> None:
    """Double x."""
    def inner():
        """Do it."""
        raise KeyError
    raise ValueError("no")


def good(x: np.ndarray | None) -> None:
    """Double x, [n].

    Raises:
        ValueError: always.
    """
    raise ValueError("no")
'''
    found = {function.name: (function, said) for function, said in functions(ast.parse(text))}
    assert [*raised(found["bad"][0])] == ["ValueError"]
    for name, said in (("bad", False), ("good", True)):
        function, docstring = found[name]
        assert has_arrays(function)
        assert bool(SHAPES.search(docstring)) is said
        assert bool(ERRORS.search(docstring)) is said
