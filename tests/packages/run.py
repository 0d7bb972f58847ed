"""Tries the packages as those who install them would: run.py [sizes | c | npm | python | crate]...

`make test-packages` builds them first. Each part works in new folders outside the checkout, in an environment that does
not name it.
"""

from __future__ import annotations

import sys

import c_library
import crate_package
import npm_package
import python_package
import sizes

from support import Failed, fail

PARTS = {
    "sizes": sizes.test,
    "c": c_library.test,
    "npm": npm_package.test,
    "python": python_package.test,
    "crate": crate_package.test,
}


def main() -> None:
    for name in sys.argv[1:] or PARTS:
        try:
            PARTS[name]()
        except Failed as error:
            fail(error)


if __name__ == "__main__":
    main()
