"""The ledger of a proof: what its changes come to, one after the other."""
