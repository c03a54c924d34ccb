"""The build hook: wheels, source distributions and editable installs contain the built web client."""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]  # a hook does not use hatchling's parameter
    """Builds `client/` before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Build the client if its sources have changed; hatchling calls this.

        A package must be complete, so a failure ends its build. An editable install may have broken sources for a
        while.
        """
        sys.path.insert(0, self.root)  # a build backend does not import modules from the project's root
        import build_client

        try:
            build_client.build()
        except build_client.BuildFailed as trouble:
            if version != "editable":
                raise
            self.app.display_warning(str(trouble))
