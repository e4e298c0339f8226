"""Filters, values and conditions that `expression` hands on: combat, what came of something, what is rarer."""
