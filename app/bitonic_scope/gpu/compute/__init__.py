"""The compute engine: many passes of the network in one dispatch."""
