"""What exit code 1 means for each command; `--help` and the help page "commands" print it.

0 means that the work was done, even if something was refused, and 2 means bad input, or output that cannot be written.
A command that is not listed never exits with 1.
"""

INTERRUPTED = 130
"""Somebody stopped the command with Ctrl+C; what shells say of a program that a signal 2 ends."""

RUN = "Exit code 1: a chapter holds its key excerpts only, a call failed, or nothing was answered."
MODELS = "Exit code 1: the service cannot be reached, refuses the key, or has no model that writes."
ENFORCE = "Exit code 1: the chapter holds its key excerpts only."
VERIFY = (
    "Exit code 1: a quotation was not found again, there is none, or something differs from the certificate that is "
    "more than line ends; without --text-only also where the transcript names no speakers."
)
BATTERY = "Exit code 1: a corrupted quote was accepted, or a harmless change was refused."
EXTRACT_JSON = (
    "Exit code 1: there is no JSON, it was cut short, it does not fit the schema, or (--strict) it was repaired."
)
NUMBERS = "Exit code 1: there is an error; warnings do not count."
ASK = "Exit code 1: a service failed; the passages that were found are the answer."
EVALUATE = "Exit code 1: a floor did not hold or could not be checked, or the experiment did not finish."
