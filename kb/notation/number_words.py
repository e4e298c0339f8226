"""The words for numbers, which phrases of abilities, costs and modes have in common."""

NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
# A few greater ones are written on cards as well.
NUMBERS = {word: number for number, word in enumerate(NUMBER_WORDS)} | {
    "twenty-five": 25,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "hundred": 100,
}
