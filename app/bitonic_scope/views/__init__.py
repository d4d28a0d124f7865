"""Views: they draw a frame to a canvas, the offscreen picture that is shown and recorded."""
