"""How processes tell each other how far a topic is. `bus_of` makes what a URL names."""

from pasch.storage.bus.local import LocalBus
from pasch.storage.bus.naming import MakeBus, bus_of, usual_bus

__all__ = ["LocalBus", "MakeBus", "bus_of", "usual_bus"]
