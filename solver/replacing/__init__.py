"""Replacement and prevention effects: events about to happen, and what becomes of them before they do."""
