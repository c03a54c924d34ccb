"""This process's counters and gauges, for Prometheus.

Theory of operation. Events are counted where they happen, at some microseconds a command. `Figures` reads current
states (tables, watchers, the bus, the solving process) on each scrape. Labels are routes, methods and codes from short
fixed lists, so outsiders cannot increase their number.
"""

import logging
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from time import perf_counter

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import Message, Scope

from pasch.server import API
from pasch.server.configuration.settings import Rate
from pasch.server.guards.limits import Limiter
from pasch.server.job_queue import JobQueue
from pasch.service.errors import RateLimited
from pasch.service.requests import Status
from pasch.service.service import Service

log = logging.getLogger("pasch.server")

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Buckets in seconds; the promised latencies are about 0.1 and 0.25."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
OTHER = "other"
"""Unknown methods, and addresses without a route: pages, pictures, and missing ones."""
ACCEPTED = "accepted"

ERROR = "pasch.error"
"""The key under which a request stores its exception."""
LATER = b"retry-after"
"""The header that asks a caller to come back: the answer is being computed, nothing has failed."""
FAILED = 500
ATTEMPTS = Rate(burst=10, per_second=1 / 60)
"""Log lines about attempts at others' seats: the counter covers all, but strangers cannot flood the log."""
READINESS = "/readyz"

disable_created_metrics()  # type: ignore[no-untyped-call] # an unused second number for each counter


class Metrics:
    """The counts of this process since its start. Only the event loop's thread accesses it.

    It logs what failed, and answers that took longer than `slow` seconds.
    """

    def __init__(self, slow: float) -> None:
        self._slow = slow
        self._attempts = Limiter(ATTEMPTS, keys=1)
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "pasch_requests", "Answered HTTP requests.", ("method", "route", "status"), registry=self._registry
        )
        self._request_seconds = self._histogram("pasch_request_seconds", "From a request to its answer.", "route")
        self._commands = Counter("pasch_commands", "Answered commands.", ("outcome",), registry=self._registry)
        self._command_seconds = self._histogram(
            "pasch_command_seconds", "From the receipt of a command to its answer.", "connection"
        )
        self.lag = self._histogram("pasch_loop_lag_seconds", "Delay of the event loop.")
        # Looking up a metric by its labels takes longer than counting; there are few of them.
        self._of_request = cache(self._made_of_request)
        self._of_outcome = cache(self._commands.labels)
        self._of_connection = cache(self._command_seconds.labels)
        self._done = 0
        self.sockets = Gauge("pasch_sockets", "Open WebSockets.", registry=self._registry)
        self.streams = Gauge("pasch_streams", "Open streams of events.", registry=self._registry)
        self.slow_readers = Counter(
            "pasch_slow_readers", "Sockets closed because their reader was too slow.", registry=self._registry
        )
        self._seat_attempts = Counter(
            "pasch_seat_attempts", "Refused commands for the seat of another player.", registry=self._registry
        )
        self.database_up = True
        ProcessCollector(registry=self._registry)
        GCCollector(registry=self._registry)

    def _histogram(self, name: str, about: str, *labels: str) -> Histogram:
        return Histogram(name, about, labels, registry=self._registry, buckets=BUCKETS)

    def requested(self, scope: Scope, start: Message, seconds: float) -> None:
        """Count and log the response to an HTTP request; `start` is the message that begins it."""
        self._done += 1
        method, route, status = scope.get("method", "GET"), route_of(scope), start["status"]
        counter, histogram = self._of_request(method if method in METHODS else OTHER, route or OTHER, status)
        counter.inc()
        histogram.observe(seconds)
        failed = status >= FAILED and not any(name == LATER for name, _ in start["headers"])
        if (not failed and seconds <= self._slow) or route == READINESS:
            return  # readiness is polled every few seconds; `Watch` logs its changes
        fields = {"method": method, "route": route, "status": status, "seconds": round(seconds, 4)}
        if failed:
            log.error("request_failed", exc_info=scope.get(ERROR), extra=fields)
        else:
            log.warning("request_slow", extra=fields)

    def _made_of_request(self, method: str, route: str, status: int) -> tuple[Counter, Histogram]:
        return self._requests.labels(method, route, str(status)), self._request_seconds.labels(route)

    def decided(self, outcome: str = ACCEPTED) -> None:
        """Count a command, accepted or refused with a code."""
        self._done += 1
        self._of_outcome(outcome).inc()

    def answered(self, line: str, since: float, table: str) -> None:
        """Count the answer to a command received at `since` (`perf_counter`), over `http` or a `socket`."""
        seconds = perf_counter() - since
        self._of_connection(line).observe(seconds)
        if seconds > self._slow:
            log.warning("command_slow", extra={"table": table, "seconds": round(seconds, 4)})

    def seat_attempted(self, table: str) -> None:
        """Count and log a refused command for the seat of another player."""
        self._seat_attempts.inc()
        with suppress(RateLimited):
            self._attempts.spend("")
            log.warning("seat_of_another", extra={"table": table})

    def done(self) -> int:
        """The number of requests and commands answered."""
        return self._done

    def watch(self, service: Service, queue: JobQueue) -> None:
        """Include the metrics of these."""
        self._registry.register(Figures(self, service, queue))

    def text(self) -> bytes:
        """The exposition format, version 0.0.4. Takes some milliseconds."""
        return generate_latest(self._registry)


class Figures(Collector):
    """The current states, read on each scrape."""

    def __init__(self, metrics: Metrics, service: Service, queue: JobQueue) -> None:
        self._metrics = metrics
        self._service = service
        self._queue = queue

    def collect(self) -> Iterator[Metric]:
        """The families of metrics in turn."""
        yield from self._tables()
        yield from self._bus()
        yield from self._solving()

    def describe(self) -> list[Metric]:
        """Returns no metrics: they are only known when they are collected."""
        return []

    def _tables(self) -> Iterator[Metric]:
        writer = self._service.tables.writer
        tables = GaugeMetricFamily("pasch_tables", "Tables in memory.", labels=("status",))
        counts = writer.tables.by_status()
        for status in Status:
            tables.add_metric((status.value,), counts[status])
        yield tables
        yield GaugeMetricFamily("pasch_watchers", "Watchers of tables.", writer.timers.all_watchers())
        about = "Appends that another append to the same table preceded; they were tried again."
        yield CounterMetricFamily("pasch_append_conflicts", about, writer.conflicts)
        yield GaugeMetricFamily("pasch_database_up", "Whether the database answers.", int(self._metrics.database_up))

    def _bus(self) -> Iterator[Metric]:
        figures = self._service.bus.figures
        yield GaugeMetricFamily("pasch_bus_up", "Whether the message bus is connected.", int(figures.connected))
        yield GaugeMetricFamily("pasch_bus_lag_seconds", "Delay of news from other processes.", figures.lag)
        yield CounterMetricFamily("pasch_bus_published", "News sent to other processes.", figures.published)
        yield CounterMetricFamily("pasch_bus_received", "News received from other processes.", figures.received)
        yield CounterMetricFamily("pasch_bus_unreadable", "Messages that could not be read.", figures.unreadable)
        yield CounterMetricFamily("pasch_bus_reconnects", "Reconnections to the message bus.", figures.reconnects)
        polls = CounterMetricFamily("pasch_bus_polls", "Polls of the database for news.", labels=("outcome",))
        polls.add_metric(("answered",), figures.polls - figures.failed_polls)
        polls.add_metric(("failed",), figures.failed_polls)
        yield polls

    def _solving(self) -> Iterator[Metric]:
        jobs = CounterMetricFamily("pasch_solving_jobs", "Jobs of the solving process.", labels=("job", "outcome"))
        for labels, count in sorted(self._queue.outcomes.items()):
            jobs.add_metric(labels, count)
        yield jobs
        yield GaugeMetricFamily("pasch_solving_waiting", "Jobs that wait for the solving process.", self._queue.waiting)
        about = "Starts of the solving process."
        yield CounterMetricFamily("pasch_solving_starts", about, self._queue.starts)


def route_of(scope: Scope) -> str | None:
    """The template of the address, such as `/api/v1/tables/{table}`; None without a route."""
    path = getattr(scope.get("route"), "path", None)
    if not isinstance(path, str):
        return None
    # An included router stores its routes without the prefix.
    return API + path if scope["path"].startswith(API) and not path.startswith(API) else path
