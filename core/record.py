"""The one base of every value in this project: a frozen record that refuses unknown fields."""

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """A value: compared by content, never changed after it was made."""

    # Validators are built when a record is first made, not when its module is imported: start-up is a promise too.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)
