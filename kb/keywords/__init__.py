"""Keyword abilities as data: one small file each in `abilities`, and what is asked of them.

`docs/keywords.md` explains the files. `keyword_files` reads one file when its keyword is first asked about, `meaning`
gives the abilities that a keyword stands for, `casting_costs` what it says about the cost of its spell.
"""
