"""The build hook: wheels and source distributions carry the built web client; an editable install gets one too."""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own parameter says nothing to a hook
    """Builds `client/` before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling calls it so
        """Build the client when its sources have changed; called by hatchling.

        What is packed must be whole, so there a failure ends the build. An editable install follows its sources, which
        may be broken for the moment.
        """
        sys.path.insert(0, self.root)  # a build backend does not look for modules in the project's root
        import build_client

        try:
            build_client.build()
        except build_client.BuildFailed as trouble:
            if version != "editable":
                raise
            self.app.display_warning(str(trouble))
