"""All mutations, in the order of the line."""

from tests.mutations.answering import ANSWERING
from tests.mutations.asking import ASKING
from tests.mutations.checking import CHECKING
from tests.mutations.enforcing import ENFORCING
from tests.mutations.evaluating import EVALUATING
from tests.mutations.keeping import KEEPING
from tests.mutations.numbers import NUMBERS
from tests.mutations.proposing import PROPOSING
from tests.mutations.proving import PROVING
from tests.mutations.serving import SERVING
from tests.mutations.writing import WRITING

MUTATIONS = (
    *PROVING,
    *ENFORCING,
    *WRITING,
    *CHECKING,
    *KEEPING,
    *ASKING,
    *NUMBERS,
    *ANSWERING,
    *EVALUATING,
    *PROPOSING,
    *SERVING,
)
