"""The controls: Dear ImGui on moderngl, the panels, and the keys."""
