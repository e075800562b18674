"""What the operators of the domains mean, ruling by ruling."""
