"""What exit code 1 means for each command; `--help` and the help page "commands" print it.

0 means that the work was done, even if something was refused, and 2 means bad input, or output that cannot be written.
A command that is not listed never exits with 1.
"""

INTERRUPTED = 130
"""Somebody stopped the command with Ctrl+C; what shells say of a program that a signal 2 ends."""

RUN = "Exit code 1: a chapter holds its key excerpts only, a call failed, or nothing was answered."
PROPOSE = "Exit code 1: a call failed, a reply was not whole, or no quote was proposed that stands."
MODELS = "Exit code 1: the service cannot be reached, refuses the key, or has no model that writes."
ENFORCE = "Exit code 1: the chapter holds its key excerpts only."
ARCHIVE_VERIFY = (
    "Exit code 1: an edition is not as verify wants it, its certificate or folder is not the one that archive.jsonl "
    "names, or there is no edition."
)
ARCHIVE_PROVE = "Exit code 1: a quote is not proven."
ARCHIVE_CHECK = "Exit code 1: a quotation is not found as whoever is named said it, or there is none."
MAP_DOCTOR = "Exit code 1: a quote is not proven; with --fix, where it is not proven in OUT either."
VERIFY = (
    "Exit code 1: a quotation was not found again, there is none, or something differs from the certificate that is "
    "more than line ends; without --text-only also where the transcript names no speakers."
)
BATTERY = "Exit code 1: a corrupted quote was accepted, or a harmless change was refused."
EXTRACT_JSON = (
    "Exit code 1: there is no JSON, it was cut short, it does not fit the schema, or (--strict) it was repaired."
)
RECORDING = "Exit code 1: the file is not there any more as it was named, or nobody named it on this machine."
NUMBERS = "Exit code 1: there is an error; warnings do not count."
ASK = "Exit code 1: a service failed; the passages that were found are the answer."
EVALUATE = "Exit code 1: a floor did not hold or could not be checked, or the experiment did not finish."
