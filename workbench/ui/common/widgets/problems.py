"""What is wrong with what a person gave: every problem, with its place and what to do."""

from collections.abc import Sequence

import streamlit as st

from core.errors import Problem
from workbench.safe_html import element


def problems(title: str, found: Sequence[Problem], after: str = "") -> None:
    """Show everything that is wrong with something, each with its place and what to do."""
    listed = [
        element(
            "li", *([element("b", problem.place), ": "] if problem.place else []), problem.message, " ", problem.remedy
        )
        for problem in found
    ]
    children = [element("p", element("b", title)), element("ul", *listed)]
    if after:
        children.append(element("p", after))
    st.html(element("div", *children, class_="wb-failure wb-problems", role="alert"))


def inside_file(name: str, problem: Problem) -> Problem:
    """Return the problem with its place inside the file alone, where the file's name is said already."""
    place = problem.place.removeprefix(name).removeprefix(": ")
    message = problem.message if place else problem.message[:1].upper() + problem.message[1:]
    return problem.model_copy(update={"place": place, "message": message})


def refused(name: str, found: Sequence[Problem], after: str = "") -> None:
    """Say that something cannot be used, and everything that is wrong with it."""
    problems(f"{name} cannot be used.", [inside_file(name, problem) for problem in found], after)
