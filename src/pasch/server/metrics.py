"""Counters for Prometheus, as text. Few and plain: no library is needed for a dozen numbers."""

from collections import Counter
from dataclasses import dataclass, field

from pasch.server.solving.desk import Desk


@dataclass
class Metrics:
    """What this process has counted since it started. Only the event loop's thread touches it."""

    requests: Counter[tuple[str, int]] = field(default_factory=Counter)
    """By method and status."""
    commands: Counter[str] = field(default_factory=Counter)
    """By outcome: `accepted`, or the code of the refusal."""
    sockets: int = 0
    streams: int = 0
    slow_readers: int = 0

    def text(self, desk: Desk) -> str:
        """The exposition format, version 0.0.4, with what the solving process has done."""
        lines = ["# HELP pasch_requests_total Answered HTTP requests.", "# TYPE pasch_requests_total counter"]
        lines += [
            f'pasch_requests_total{{method="{method}",status="{status}"}} {count}'
            for (method, status), count in sorted(self.requests.items())
        ]
        lines += ["# HELP pasch_commands_total Answered commands.", "# TYPE pasch_commands_total counter"]
        lines += [f'pasch_commands_total{{outcome="{code}"}} {count}' for code, count in sorted(self.commands.items())]
        lines += _gauge("pasch_sockets", "Open WebSockets.", self.sockets)
        lines += _gauge("pasch_streams", "Open streams of events.", self.streams)
        lines += [
            "# HELP pasch_slow_readers_total Sockets closed because their reader was too slow.",
            "# TYPE pasch_slow_readers_total counter",
            f"pasch_slow_readers_total {self.slow_readers}",
        ]
        lines += [
            "# HELP pasch_solving_jobs_total Jobs of the solving process.",
            "# TYPE pasch_solving_jobs_total counter",
        ]
        lines += [
            f'pasch_solving_jobs_total{{job="{job}",outcome="{outcome}"}} {count}'
            for (job, outcome), count in sorted(desk.outcomes.items())
        ]
        lines += _gauge("pasch_solving_waiting", "Jobs that somebody waits for.", desk.waiting)
        lines += [
            "# HELP pasch_solving_starts_total How often the solving process was started.",
            "# TYPE pasch_solving_starts_total counter",
            f"pasch_solving_starts_total {desk.starts}",
        ]
        return "\n".join(lines) + "\n"


def _gauge(name: str, help_text: str, value: int) -> list[str]:
    return [f"# HELP {name} {help_text}", f"# TYPE {name} gauge", f"{name} {value}"]
