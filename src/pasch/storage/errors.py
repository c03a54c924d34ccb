"""Why a database cannot be used, in one sentence."""

from pasch.rules.errors import PaschError


class CannotStore(PaschError):
    """The database cannot be opened, or it is not one of ours."""

    code = "not_ready"
