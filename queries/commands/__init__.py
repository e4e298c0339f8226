"""The commands of the command line: each reads its arguments, asks its question and prints the answer."""
