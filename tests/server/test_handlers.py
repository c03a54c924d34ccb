"""Handlers and their dependencies run in the event loop."""

from inspect import iscoroutinefunction

from fastapi.routing import APIRoute, iter_route_contexts

from pasch.server.app import interface


def functions(dependant):
    yield dependant.call
    for each in dependant.dependencies:
        yield from functions(each)


def test_no_handler_or_dependency_waits_for_a_thread():
    """FastAPI runs a plain function in a thread; the switch takes longer than most of ours."""
    routes = [context.original_route for context in iter_route_contexts(interface().routes)]
    called = {each for route in routes if isinstance(route, APIRoute) for each in functions(route.dependant)}
    assert {each.__qualname__ for each in called if not iscoroutinefunction(each)} == set()
    assert len(called) > len(routes) / 2
