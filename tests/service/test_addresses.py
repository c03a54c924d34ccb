"""Addresses are shown without their passwords."""

import pytest

from pasch.service.addresses import without_password


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://a:b@h:1/d?x=y", "postgresql://a:***@h:1/d?x=y"),
        ("postgresql:///d?host=/run&password=b", "postgresql:///d?host=/run&password=***"),
        ("postgresql://h/d?sslPassword=b#x", "postgresql://h/d?sslPassword=***#x"),
        (
            "postgresql://pasch:pa:ss@db/pasch?sslmode=require&password=pa:ss&x=1",
            "postgresql://pasch:***@db/pasch?sslmode=require&password=***&x=1",
        ),
        ("postgresql://pasch:pa/s@s?@db/pasch", "postgresql://pasch:***@db/pasch"),
        ("redis://:b@h:6379/1", "redis://:***@h:6379/1"),
    ],
)
def test_passwords_are_hidden(url, shown):
    assert without_password(url) == shown


@pytest.mark.parametrize("url", ["postgresql://h/d", "sqlite:////srv/pasch@home.sqlite3"])
def test_address_without_password_stays_unchanged(url):
    assert without_password(url) == url
