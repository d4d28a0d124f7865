"""Recording: every pass of a sort as a numbered PNG, with a manifest that describes them."""
