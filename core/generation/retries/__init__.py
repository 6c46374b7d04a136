"""How a chapter is asked for: the first attempt, a second one or a simpler prompt, and which of them stands."""

from core.generation.retries.next_step import Written, is_of_one_attempt, next_step
from core.generation.retries.stream_gates import WholeGate, gate_of

__all__ = ["WholeGate", "Written", "gate_of", "is_of_one_attempt", "next_step"]
