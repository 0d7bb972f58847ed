"""The parts of the vector runner."""
