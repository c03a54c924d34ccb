"""Parts of a query that several addresses take."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import Query
from pydantic import TypeAdapter, ValidationError

from pasch.rules.switches import SwitchValue
from pasch.server.api.errors import BadField
from pasch.server.wire.base import RuleValues

RulesQuery = Annotated[
    str | None,
    Query(
        alias="rules",
        max_length=4000,
        description="House rules as one line of JSON: the switches changed from the preset.",
        examples=['{"joker": "none"}'],
    ),
]
_RULES: TypeAdapter[dict[str, SwitchValue]] = TypeAdapter(RuleValues)


def queried_rules(text: str | None) -> Mapping[str, SwitchValue]:
    """House rules from a query. Raises `BadField`."""
    if text is None:
        return {}
    try:
        return _RULES.validate_json(text, strict=True)
    except ValidationError:
        raise BadField(
            "rules", "“{field}” must be one line of JSON, such as {example}", example='{"joker": "none"}'
        ) from None
