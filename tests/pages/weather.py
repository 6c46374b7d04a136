"""A talk about the weather and its evidence map, to be replaced by others."""

import json


def weather(*lines: tuple[str, str, str]) -> bytes:
    return "\n\n".join(f"[{time}] {speaker}: {said}" for time, speaker, said in lines).encode()


RAIN = ("0:00:00", "Ann Ode", "I like the rain on a tin roof.")


SNOW = ("0:00:10", "Bo Peep", "Snow is quite another thing.")


HAIL = ("0:00:20", "Ann Ode", "Hail frightens the dogs.")


FOG = ("0:00:30", "Bo Peep", "Fog hides the harbour light.")


WEATHER = weather(RAIN, SNOW, HAIL, FOG)


WEATHER_MAP = json.dumps(
    {
        "chapters": [
            {
                "title": "Weather",
                "claims": [
                    {
                        "claim": "There is weather.",
                        "support": [
                            {"quote": said.rstrip("."), "speaker": speaker}
                            for _, speaker, said in (RAIN, SNOW, HAIL, FOG)
                        ],
                    }
                ],
            }
        ]
    }
).encode()
