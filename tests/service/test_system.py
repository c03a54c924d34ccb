"""The chance of the machine."""

from pasch.service.system import SystemEntropy


def test_a_token_is_an_argument_like_any_other():
    """On a command line a leading dash would make it an option; one of 64 would have one."""
    tokens = [SystemEntropy().token(16) for _ in range(2000)]
    assert len(set(tokens)) == 2000
    assert not any(token.startswith("-") for token in tokens)
