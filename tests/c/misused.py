"""Every function of the header is misused in every argument: misused.py HEADER MISUSE.C...

In the programs of misuse, each function is called; each pointer of each is NULL once, whether that is an error or means
that nobody wants the value; and each text of each is the bad one once (`text`, in misuse_texts.c). A header with one
function more, which nobody misuses, must be noticed.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

# Functions of the header alone, which take a text apart or put it together.
INLINE = {"mrtr_str_of", "mrtr_buf_str"}
PLANTED = "void mrtr_of_nothing(struct mrtr_codec *codec, struct mrtr_str text);"


def declared(header: str) -> dict[str, list[str]]:
    """The functions of a header, each with the kinds of its arguments."""
    given = "#define MRTR_TESTING\n" + header
    source = subprocess.run(["cc", "-E", "-P", "-x", "c", "-"], input=given, text=True, capture_output=True, check=True)
    functions = {}
    for name, arguments in re.findall(r"\b(mrtr_\w+)\(((?:[^()]|\(\*\w+\))*)\);", source.stdout):
        if name not in INLINE:
            functions[name] = [kind(one) for one in arguments.split(",") if one.strip() != "void"]
    return functions


def kind(argument: str) -> str:
    """Pointer, text or value."""
    if "*" in argument:
        return "pointer"
    return "text" if "mrtr_str " in argument else "value"


def calls(source: str) -> list[tuple[str, list[str]]]:
    """Every call of a function of ours, with its arguments as they are written."""
    found = []
    for match in re.finditer(r"\b(mrtr_\w+)\(", source):
        arguments, depth, at, quoted = [""], 0, match.end(), False
        while depth >= 0:
            letter = source[at]
            quoted ^= letter == '"' and source[at - 1] != "\\"
            depth += (letter == "(") - (letter == ")") if not quoted else 0
            if letter == "," and depth == 0 and not quoted:
                arguments.append("")
            elif depth >= 0:
                arguments[-1] += letter
            at += 1
        found.append((match[1], [argument.strip() for argument in arguments]))
    return found


def missing(functions: dict[str, list[str]], made: list[tuple[str, list[str]]]) -> list[str]:
    """What nobody misuses."""
    wanted = {"pointer": "NULL", "text": "text"}
    gaps = []
    for name, kinds in functions.items():
        rows = [arguments for called, arguments in made if called == name and len(arguments) == max(len(kinds), 1)]
        if not rows:
            gaps.append(f"{name} is never called")
        gaps += [
            f"{name}: argument {place + 1} is never {wanted[one]}"
            for place, one in enumerate(kinds)
            if one in wanted and all(arguments[place] != wanted[one] for arguments in rows)
        ]
    return gaps


def main(header: Path, programs: list[Path]) -> int:
    """Compare."""
    text = header.read_text()
    made = [call for program in programs for call in calls(program.read_text())]
    functions = declared(text)
    planted = missing(
        declared(text.replace("uint32_t mrtr_abi_version", f"{PLANTED}\nuint32_t mrtr_abi_version")), made
    )
    if len(set(planted) - set(missing(functions, made))) != 3:
        print("a function that nobody misuses went unnoticed", file=sys.stderr)
        return 1
    gaps = missing(functions, made)
    for gap in gaps:
        print(gap, file=sys.stderr)
    arguments = sum(one != "value" for kinds in functions.values() for one in kinds)
    print(f"misuse: c: {len(functions)} functions, {arguments} pointers and texts, {len(gaps)} not misused")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]]))
