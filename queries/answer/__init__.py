"""The questions and their answers: what solver and checker together say, and what follows from that."""
