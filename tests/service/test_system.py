"""Random tokens from the operating system."""

from pasch.service.system import SystemEntropy


def test_token_never_starts_with_a_dash():
    """A leading dash would make the token an option on a command line; one in 64 would have one."""
    tokens = [SystemEntropy().token(16) for _ in range(2000)]
    assert len(set(tokens)) == 2000
    assert not any(token.startswith("-") for token in tokens)
