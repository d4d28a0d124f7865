"""Views: draw a state of the sort, for the window and the recorder."""
