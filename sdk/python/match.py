"""The comparison of vectors: see docs/sdks.md."""

from typing import Any

Names = dict[str, Any]


def filled(value: Any, names: Names) -> Any:
    """What a request asks for: "$name" is the value that an earlier vector captured."""
    if isinstance(value, str) and value.startswith("$"):
        return _captured(value, names)
    if isinstance(value, list):
        return [filled(each, names) for each in value]
    if isinstance(value, dict):
        return {name: filled(each, names) for name, each in value.items()}
    return value


def difference(expected: Any, actual: Any, names: Names, path: str = "answer") -> str | None:
    """Where an answer is not what was expected."""
    if isinstance(expected, list):
        if not isinstance(actual, list) or len(actual) != len(expected):
            return _differs(path, expected, actual)
        return _first(difference(e, a, names, f"{path}.{i}") for i, (e, a) in enumerate(zip(expected, actual)))
    if isinstance(expected, dict):
        if not isinstance(actual, dict):
            return _differs(path, expected, actual)
        return _first(difference(e, actual.get(name), names, f"{path}.{name}") for name, e in expected.items())
    return None if _is_value(expected, actual, names) else _differs(path, expected, actual)


def at(value: Any, path: str) -> Any:
    """The member at a path such as `results.0.id`. Raises KeyError or IndexError where there is none."""
    for name in path.split("."):
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value


def _is_value(expected: Any, actual: Any, names: Names) -> bool:
    if not isinstance(expected, str) or not expected.startswith("$"):
        return expected == actual and isinstance(expected, bool) == isinstance(actual, bool)
    if expected == "$any":
        return actual is not None and actual != ""
    if expected.startswith("$has:"):
        return isinstance(actual, str) and expected[5:] in actual
    return bool(_captured(expected, names) == actual)


def _captured(name: str, names: Names) -> Any:
    if name[1:] not in names:
        raise KeyError(f"nothing was captured as {name}")
    return names[name[1:]]


def _first(found) -> str | None:
    return next((each for each in found if each is not None), None)


def _differs(path: str, expected: Any, actual: Any) -> str:
    return f"{path}: expected {expected!r}, got {actual!r}"
