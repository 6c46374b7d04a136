"""Google's library takes longer to load than the app to start, and says more than a person at a terminal wants."""

import json
import os
import subprocess
import sys

from tests.conftest import SAMPLE
from tests.wire.gemini import chunk, streamed
from tests.wire.server import Server, in_turn

HEAVY = {"google.genai", "httpx2", "streamlit", "pandas", "sqlite_utils", "asyncio"}
OF_THE_NETWORK = {"encodings", "stringprep", "select", "selectors"}  # what Python loads to open a connection

ASKS = """
import json, sys
import core, workbench.providers, workbench.providers.gemini.gemini_client
from core.llm.client import ChapterBrief, GenerationRequest, WritingMode
client = workbench.providers.gemini.gemini_client.GeminiClient("gemini-3.8-flash", base_url=sys.argv[1])
before = sorted(sys.modules)
client.load()
loaded = sorted(sys.modules)
brief = ChapterBrief(title="", claims=(), quotes=(), excerpts=(), target_words=1, generation_mode="full",
                     mode=WritingMode.REFERENCE)
*_, reply = list(client.stream(GenerationRequest(chapter_index=0, brief=brief, prompt="a")))
client.close()
print(json.dumps({"before": before, "loaded": loaded, "after": sorted(sys.modules), "finish": reply.finish_reason}))
"""


def test_the_library_is_loaded_before_the_first_call_and_says_nothing() -> None:
    """Not when a client is made, nor within the call, whose time is the service's alone; and neither two keys nor a
    word that it does not know make it speak."""
    environment = {**os.environ, "GEMINI_API_KEY": "one-key-of-two", "GOOGLE_API_KEY": "two-keys-of-two"}
    with Server(in_turn(streamed(chunk("One."), chunk(finish="A_NEW_REASON")))) as server:
        command = [sys.executable, "-W", "error", "-c", ASKS, server.url]
        done = subprocess.run(command, capture_output=True, check=False, cwd=SAMPLE.parent, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    found = json.loads(done.stdout)
    assert HEAVY & set(found["before"]) == set()
    assert {"google.genai", "google.genai.types", "httpx2", "ssl"} <= set(found["loaded"])
    assert {name.partition(".")[0] for name in set(found["after"]) - set(found["loaded"])} <= OF_THE_NETWORK
    assert len(server.requests) == 1
    assert found["finish"] == "A_NEW_REASON"
