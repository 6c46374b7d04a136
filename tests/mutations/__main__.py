"""`python -m tests.mutations`: which guards are taken out, where they stand, and which tests notice, as Markdown."""

import sys

from tests.mutations.mutation import Mutation
from tests.mutations.tables import MUTATIONS


def row_of(mutation: Mutation) -> str:
    """Return the line of a mutation."""
    notices = dict.fromkeys(test.partition("::")[0].removeprefix("tests/") for test in mutation.tests)
    return f"| {mutation.guard} | `{mutation.file}` | {', '.join(f'`{one}`' for one in notices)} |"


if __name__ == "__main__":
    rows = ["| guard | file | what notices |", "| --- | --- | --- |", *map(row_of, MUTATIONS)]
    sys.stdout.write("\n".join(rows) + "\n")
