"""Reads files with the compiled parser: no tree may hold an error, and all queries below a folder must fit.

    test.py LIBRARY FOLDER FILE…
"""

import ctypes
import pathlib
import sys

from tree_sitter import Language, Parser, Query, QueryCursor

# What a small text must be coloured as.
SAMPLE = b"""/// A note.
character imp "Imp {n}": goblin {
  set: MOO
  attack 2 "Smite": +1B ATT
  exit north -> crypt when bell-silenced and not open
  on enter where has(titan) {
    modify power of self by +2
    burn(crawler-deck, count: 2)
  }
}
"""
COLOURS = {
    "/// A note.": "comment.documentation", "character": "keyword", "imp": "type", "{n}": "string.special",
    "goblin": "type", "set": "property", "+1B": "number", "->": "operator", "and": "keyword.operator",
    "on": "keyword", "enter": "label", "has": "function", "modify": "keyword", "burn": "function",
    "count": "variable.parameter", "exit": "property",
}


def load(path):
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype = ctypes.py_object
    capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    function = ctypes.CDLL(path).tree_sitter_card
    function.restype = ctypes.c_void_p
    return Language(capsule(function(), b"tree_sitter.Language", None))


def mistake(node):
    """The first place that the parser did not understand."""
    if node.type == "ERROR" or node.is_missing:
        return node
    return next((found for child in node.children if child.has_error for found in [mistake(child)] if found), None)


def main():
    library, folder, *files = sys.argv[1:]
    language = load(library)
    parser = Parser(language)
    wrong = 0
    for file in files:
        tree = parser.parse(pathlib.Path(file).read_bytes())
        if tree.root_node.has_error:
            wrong += 1
            row, column = (mistake(tree.root_node) or tree.root_node).start_point
            print(f"{file}:{row + 1}:{column + 1}: not understood")
    for path in sorted(pathlib.Path(folder).rglob("*.scm")):
        if "node_modules" in path.parts:
            continue
        query = Query(language, path.read_text())
        if path.stem != "highlights":
            continue
        shown = {}
        for name, nodes in QueryCursor(query).captures(parser.parse(SAMPLE).root_node).items():
            for node in nodes:
                shown.setdefault(node.text.decode(), set()).add(name)
        for word, colour in COLOURS.items():
            if colour not in shown.get(word, ()):
                wrong += 1
                print(f"`{word}` is {shown.get(word)}, not {colour}")
    sys.exit(f"{wrong} mistakes" if wrong else 0)


main()
