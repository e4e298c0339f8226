"""What a resolution asks for, leaves out and comes to."""
